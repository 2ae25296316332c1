/* Starts a program again and again and awaits it: what running tests costs at the least. Prints seconds. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int times = atoi(argv[2]);
    int null = open("/dev/null", O_RDWR);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < times; i++) {
        pid_t child = vfork();
        if (child == 0) {
            dup2(null, 0);
            dup2(null, 1);
            execl(argv[1], argv[1], (char *)0);
            _exit(127);
        }
        int status;
        if (child < 0 || wait4(child, &status, 0, 0) != child || status != 0) return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f\n", (end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) * 1e-9);
    return 0;
}
