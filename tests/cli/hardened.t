#!/bin/sh
# hardened.t: the programs are built so that what overflows ends them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need readelf

[ -z "${CX_ASAN:-}" ] || skip_all 'the sanitizers look closer themselves'
for p in "$BIN"/cx-*; do
	n=${p##*/}
	readelf -hldW "$p" >elf || exit 99
	readelf -sW "$p" >symbols
	ok "$n: position-independent" grep -q 'Type: *DYN' elf
	ok "$n: ... as an executable" grep -q 'Flags:.* PIE' elf
	ok "$n: read-only after relocation" grep -q GNU_RELRO elf
	ok "$n: ... all of it, bound at start" grep -qw BIND_NOW elf
	ok "$n: no executable stack" grep -q 'GNU_STACK.* RW  *0' elf
	not_ok "$n: nothing both writable and executable" \
		grep -q 'LOAD.* RWE ' elf
	ok "$n: guards the stack" grep -q '__stack_chk_fail' symbols
	if [ -z "${CX_MUSL:-}" ]; then
		ok "$n: fortified functions" grep -qE ' __[a-z]+_chk(@|$)' symbols
	else
		skip 1 "$n: fortified functions" 'musl has none'
	fi
done

# What fails in the tests of faults fails in its fortified form, too.
readelf --dyn-syms -W "$BIN/../fault.so" |
	awk '$7 != "UND" && $4 == "FUNC" { sub("@.*", "", $8); print $8 }' |
	sort -u >watched
readelf --dyn-syms -W "$BIN"/cx-* 2>/dev/null |
	awk '$7 == "UND" { sub("@.*", "", $8); print $8 }' |
	grep -E '^__.*_(chk|2)$' | sort -u >fortified
while read -r f; do
	plain=${f#__}
	plain=${plain%_*}
	grep -qx "$plain" watched || continue
	ok "fault.so watches $f as it does $plain" grep -qx "$f" watched
done <fortified

# x86: jumps land where they may.  The property of a program needs a C library
# that has it, so that our own objects are asked.
if grep -q 'Machine: .*X86-64' elf; then
	readelf -n "$BIN/../obj/lib/base/mem.c.o" >notes
	ok 'control flow is guarded' grep -q 'IBT, SHSTK' notes
fi

done_testing
