/* The tests of vault.h again where the kernel has no openat2(2). */
#include <sys/syscall.h>
#undef SYS_openat2
#include "lib/file/vault.c"

#include "test-vault.c"
