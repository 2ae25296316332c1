// A limit: reads standard input into one buffer of 256 KiB and does nothing with it.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <unistd.h>

static char buffer[256 << 10];

int main() {
#ifdef F_SETPIPE_SZ
    fcntl(0, F_SETPIPE_SZ, 1 << 20);
#endif
    ssize_t got;
    while ((got = read(0, buffer, sizeof buffer)) > 0) {}
    return got < 0;
}
