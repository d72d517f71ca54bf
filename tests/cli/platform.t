#!/bin/sh
# platform.t: what not every system has is called in lib/base/platform.c alone,
# and the programs do without it: `make posix` links them with its other half.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need nm

P=$BIN/../posix
O=$BIN/../obj
[ -x "$P/bin/cx-trust" ] || skip_all 'no programs without it here; make posix'

# Interfaces of POSIX.1-2008 and, in the last lines, those that are not, but in
# the manuals of Linux, macOS and FreeBSD alike, and what compilers make of
# memcmp.  mremap is asked for only where MREMAP_MAYMOVE is defined.
tr -s ' \n\t' '\n' >allowed <<'END'
_exit access atexit calloc chdir clock_gettime close closedir dirfd dup dup2
environ execl execv execvp exit exp2 faccessat fchdir fchmod fchown fclose fcntl
fdopendir fflush fileno floor ceil fmax fopen fork fprintf free fseek fstat
fstatat fsync ftruncate futimens fwrite getcwd getenv geteuid gethostname getpid
getppid getrlimit isatty kill linkat llrint llround log log10 log1p lseek lstat
malloc memchr memcmp memcpy memmove memset mkdir mkdirat mkdtemp mmap munmap
nanosleep open openat opendir pipe poll posix_spawn
posix_spawn_file_actions_adddup2
posix_spawn_file_actions_destroy posix_spawn_file_actions_init
posix_spawnattr_destroy posix_spawnattr_init posix_spawnattr_setflags
posix_spawnattr_setsigdefault posix_spawnattr_setsigmask posix_spawnp pow pread
pthread_cond_broadcast pthread_cond_destroy pthread_cond_init
pthread_cond_signal pthread_cond_wait pthread_create pthread_join
pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock
pthread_mutex_unlock pthread_once pthread_sigmask pwrite qsort read readdir
readlink readlinkat realloc realpath regcomp regerror regexec regfree renameat
rmdir setenv setlocale setpgid setrlimit setsid sigaction sigaddset sigemptyset
sigfillset signal sigprocmask snprintf sqrt stat stderr strchr strcmp strcspn
strerror strlen strncasecmp strncmp strrchr strspn strstr strtod strtol strtoll
strtoul symlinkat sysconf time tmpfile tolower umask unlink unlinkat unsetenv
vsnprintf waitid waitpid write
bcmp flock getentropy ioctl madvise memmem
mremap
END
sort -u allowed -o allowed
# A fortified function is the one that it guards; other names that begin with _
# are between compiler and C library.
undefined() # OBJECT...: what they ask the system for
{
	nm -u -P "$@" | sed -n 's/^__\(.*\)_chk U.*/\1/p
		s/^__\(.*\)_2 U.*/\1/p; s/^\(_exit\) U.*/\1/p
		s/^\([a-z][a-z0-9_]*\) U.*/\1/p' |
		grep -vE '^(cx_|yaml_|utf8proc_|sb_stemmer_|md_html|compress)' |
		sort -u >asked
	comm -23 asked defined
}
find "$O/lib" "$O/bin" -name '*.o' ! -name platform.c.o >objects
xargs nm -P <objects | sed -n 's/^\([a-z][a-z0-9_]*\) [A-TV-Z] .*/\1/p' |
	sort -u >defined
# shellcheck disable=SC2046 # words
undefined $(cat objects) >used
ok 'objects were looked at' [ "$(wc -l <asked)" -gt 100 ]
is "$(comm -23 used allowed)" '' 'every system has what is called'
undefined "$P/platform.o" | comm -23 - allowed >other
is "$(cat other)" '' '... also in place of what Linux has'
is "$(cd "$SRC" && grep -rlE '__linux__|<(linux/|malloc|sys/(xattr|vfs|auxv|syscall))' lib bin)" \
	lib/base/platform.c 'one file asks which system it is'

CX_POSIX=1
BIN=$P/bin
PATH=$BIN:$PATH
export CX_POSIX BIN PATH
for t in gen lock publish statcache tokens vault vault-parts walk; do
	ok "test-$t" sh -c "'$P/unit/test-$t' >'$T/said' 2>&1"
done
for t in trust collectors config-foreign file layer tasks; do
	ok "$t.t" sh -c "sh '$SRC/tests/cli/$t.t' >'$T/said' 2>&1 </dev/null"
	sed -n '/^not ok/s/^/# /p' "$T/said"
done

# A copy of bytes is there until whoever it is for has ended.
mkdir -p v/.cortex && {
	echo '[gate]'
	awk 'BEGIN { printf "phrases = ["; while (n++ < 9000)
		printf "\"a phrase %d\", ", n; print "]" }'
} >v/cortex.toml
# shellcheck disable=SC2016 # it is for the sh inside
run cx-config -C v --run -- sh -c 'ls "$TMPDIR"/cx-??????/file
	wc -c <"$CORTEX_CONFIG"; ls -l "$CORTEX_CONFIG"'
status 0 'a long configuration'
out_has "$TMPDIR/cx-" 'a copy'
ok '... private' grep -q '^-rwx------' "$T/out"
n=0
while [ -n "$(ls "$TMPDIR")" ] && [ $((n += 1)) -lt 600 ]; do
	sleep 0.1
done
is "$(ls "$TMPDIR")" '' '... and gone'

# Started by its name, in the way of PATH or not.
cd "$T" || exit 99
for p in cx-pack "$P/bin/cx-pack" "../${T##*/}/l/cx-pack"; do
	ln -sfn "$P/bin" l
	run sh -c "echo '{\"path\":\"a.md\",\"body\":\"a b\"}' | '$p' --budget 1000"
	status 0 "$p finds its table"
done

done_testing
