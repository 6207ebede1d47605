/* A disk that is well ('w'), fails now and then ('f'), is full ('n') or slow ('s'), as the first letter of the file in
   FAULTY_DISK says at the moment. Loaded into the server before the system's own library; it minds the games alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char state(void) {
    static const volatile char *_Atomic said;
    const volatile char *known = said;
    const char *path = getenv("FAULTY_DISK");
    if (known == NULL && path != NULL) {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        void *page = file < 0 ? MAP_FAILED : mmap(NULL, 1, PROT_READ, MAP_SHARED, file, 0);
        if (file >= 0) close(file);
        if (page != MAP_FAILED) said = known = page;
    }
    return known == NULL ? 'w' : *known;
}

/* Whether what is done with a file shall fail; slow disks take their time. */
static int fails(int file, int is_write) {
    static _Atomic unsigned calls;
    char link[64], path[4096], now = state();
    if (now == 'w') return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strstr(path, "quirkat.db") == NULL) return 0;
    if (now == 's') usleep(20000);
    if (now == 'n' && is_write) return errno = ENOSPC, 1;
    if (now == 'f' && ++calls % 3 == 0) return errno = EIO, 1;
    return 0;
}

#define REAL(result, name, ...) ((result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t length) {
    return fails(file, 1) ? -1 : REAL(ssize_t, write, int, const void *, size_t)(file, bytes, length);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return fails(file, 1) ? -1 : REAL(ssize_t, pwrite, int, const void *, size_t, off_t)(file, bytes, length, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    return fails(file, 1) ? -1 : REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)(file, bytes, length, at);
}

int fsync(int file) { return fails(file, 0) ? -1 : REAL(int, fsync, int)(file); }

int fdatasync(int file) { return fails(file, 0) ? -1 : REAL(int, fdatasync, int)(file); }
