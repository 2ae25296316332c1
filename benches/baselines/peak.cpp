// Runs a program and prints the most memory it had resident, in KiB, and its CPU time and its time, in microseconds, on standard
// error.
#include <cstdio>
#include <ctime>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child) return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    auto micros = [](timeval time) { return time.tv_sec * 1000000L + time.tv_usec; };
    long wall = (end.tv_sec - begin.tv_sec) * 1000000L + (end.tv_nsec - begin.tv_nsec) / 1000;
    std::fprintf(stderr, "%ld %ld %ld\n", used.ru_maxrss, micros(used.ru_utime) + micros(used.ru_stime), wall);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
