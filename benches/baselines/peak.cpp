// Runs a program and prints the most memory it had resident, in KiB, on standard error.
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child) return 1;
    std::fprintf(stderr, "%ld\n", used.ru_maxrss);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
