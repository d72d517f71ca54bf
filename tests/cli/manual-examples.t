#!/bin/sh
# manual-examples.t: what the manuals promise.  Every example of every page
# works in a copy of examples/vault; a page and the --help of its program
# name the same options and say the same in one line.
# shellcheck disable=SC1091
. "$(dirname "$0")/../tap.sh"
need jq make

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
LIB=$BIN/../libexec/cortex

# expected PAGE: what the example on stdin does: its status, whether it
# prints something, and what its stderr says; with the reason.
expected()
{
	text=$(cat)
	case $1:$text in
	*'cx-scan -0 -'*)
		# README.md and MEMORY.md are not atoms of this vault.
		echo 0 output skipped 2 paths ;;
	*'cx-check | cx-show'*) echo 0 output ;;
	*'select(.problems)'* | *'cx-show --lines'* | *--strict*)
		# There is nothing to complain about in this vault.
		echo 0 none ;;
	*'>vault.dot' | *'>findings.sarif' | *'cx-index -o index' | *'cx-index --stage'*)
		# Its output goes into files.
		echo 0 none ;;
	*) echo 0 output ;;
	esac
}

### the examples

server=
! command -v lighttpd >/dev/null || server=lighttpd
! busybox httpd --help >/dev/null 2>&1 || server=busybox
# As new files, for examples with find -mtime.
cp -R "$SRC/examples/vault" made
run cx -C made rebuild
status 0 'the vault for the examples'
for page in "$SRC"/man/*.[15]; do
	p=${page##*/}
	# The page of another command, which has that one in it.
	! grep -q '^\.so ' "$page" || continue
	mkdir -p "$T/examples/$p"
	ok "$p: has examples" \
		awk -v dir="$T/examples/$p" -f "$SRC/tests/tools/examples.awk" \
		"$page"
	rm -rf "$T/w/vault"
	cp -Rp "$T/w/made" "$T/w/vault"
	cd "$T/w/vault" || exit 99
	for e in "$T/examples/$p"/*; do
		[ -f "$e" ] || continue
		read -r want output words <<-END
		$(expected "$p" <"$e")
		END
		what="$p: $(grep -v '^#' "$e" | head -n 1)"
		if [ -z "$server" ] && grep -q 'cx serve' "$e"; then
			skip 3 "$what" 'neither lighttpd nor busybox here'
			continue
		fi
		run sh "$e"
		is "$rc" "$want" "$what"
		case $output in
		none) out_empty "$what: nothing to say" ;;
		*) ok "$what: it prints something" [ -s "$T/out" ] ;;
		esac
		if [ -n "$words" ]; then
			err_has "$words" "$what: stderr"
		else
			err_empty "$what: nothing on stderr"
		fi
	done
	ok "$p: no temporary files" [ -z "$(find . -name '.cx-tmp-*')" ]
	cd "$T/w" || exit 99
done

### usage

# flags: the options in mdoc source on stdin, one a line: -x, --name
flags()
{
	# `--` alone is not an option.
	sed 's/Fl Fl$//; s/Fl Fl /Fl -/g' | tr '\t|,()[]=' '        ' |
		awk '{ for (i = 1; i < NF; i++)
			if ($i == "Fl" || $i == ".Fl") {
				f = "-" $(i + 1)
				print f
			} }' | sort -u
}
# section NAME PAGE
section() { awk -v s=".Sh $1" '/^\.Sh /{ on = $0 == s; next } on' "$2"; }
# spellings: help lines on stdin; the options, those of one line on one line
spellings()
{
	sed -n 's/^  *\(-[^ ,]*\), \(--[^ =[]*\).*/\1 \2/p
		t
		s/^  *\(--*[^ ,=[]*\).*/\1/p'
}

for page in "$SRC"/man/cx*.1; do
	n=${page##*/}
	n=${n%.1}
	called=$n
	if [ -x "$BIN/$n" ]; then
		run "$n" --help
	elif [ -x "$LIB/${n#cx-}" ]; then
		run cx "${n#cx-}" --help
		called="cx ${n#cx-}"
	else
		result 1 "$n: a manual without a program"
		continue
	fi
	status 0 "$n --help"
	nd=$(sed -n 's/^\.Nd //p' "$page")
	# A page of several commands says what each one does in its text.
	case $(sed -n 's/^\.so man1\///p' "$page") in
	?*) page=$SRC/man/$(sed 's/^\.so man1\///' "$page") ;;
	esac
	case $(grep -c '^\.Nm .* ,$' "$page") in
	0) ;;
	*)
		nd=$(sed -n "1s/^cx ${n#cx-} - //p" "$T/out")
		ok "$n: its page says what it does" awk -v what="${nd#?}." \
			-v name="cx ${n#cx-}" '$0 == ".It Ic " name { on = NR }
			on && NR == on + 1 { exit substr($0, 2) != what }' \
			"$page"
		;;
	esac
	is "$(sed -n 1p "$T/out")" "$called - $nd" "$n: .Nd is the line of --help"
	# cx recall is cx search --memory, and its page says that its options
	# are on the other one.
	case $n in
	cx-recall) page=$SRC/man/cx-search.1 ;;
	esac
	section SYNOPSIS "$page" | flags >synopsis
	grep '^\.It Fl' "$page" | flags >items
	spellings <"$T/out" >help
	tr ' ' '\n' <help | sort -u >known
	# What all programs have is told in cx(1).
	[ "$n" = cx ] ||
		sed -i '/^-h/d; /^--version/d' help
	is "$(comm -23 synopsis known | tr '\n' ' ')" '' \
		"$n: SYNOPSIS has no option that --help lacks"
	is "$(comm -23 items known | tr '\n' ' ')" '' \
		"$n: the manual has no option that --help lacks"
	is "$(tr ' ' '\n' <help | sort -u | comm -23 - items | tr '\n' ' ')" '' \
		"$n: every option of --help is explained"
	grep -v -e --version -e --help help | while read -r a b; do
		grep -qx -e "$a" -e "${b:-$a}" synopsis || echo "$a $b"
	done >absent
	is "$(cat absent)" '' "$n: every option of --help is in SYNOPSIS"
	# The source begins with the same line.
	for f in "$SRC/bin/$n" "$SRC/bin/$n".c* "$SRC/bin/$n"/*.c \
		"$LIB/${n#cx-}"; do
		[ -f "$f" ] && head -n 6 "$f" |
			sed 's/^#!.*//; s/^[ #*/]*//; s/ *\*\/$//' | tr '\n' ' '
		echo
	done >tops
	ok "$n: the source begins with the same line" \
		grep -qF -e "$nd" tops
done

### nothing without a manual

for f in "$BIN"/cx*; do
	n=${f##*/}
	ok "$n has a manual" [ -f "$SRC/man/$n.1" ]
	ok "$n is in cx(1)" sh -c 'grep -q "Xr $1 1\|Nm $1\|^\.Nm$" "$2"' - \
		"$n" "$SRC/man/cx.1"
done
cx help | sed -n 's/^  \([a-z][a-z-]*\)  *[^ ].*/\1/p' >commands
ok 'cx help lists commands' [ "$(wc -l <commands)" -gt 60 ]
while read -r n; do
	page=$BIN/../share/man/man1/cx-$n.1
	ok "cx $n: a page of its own name" [ -f "$page" ]
	case $(cat "$page") in
	.so*) page=$BIN/../share/man/$(sed 's/^\.so //' "$page") ;;
	esac
	ok "cx $n: which has this command in its NAME" \
		grep -q "^\.Nm cx-$n\( ,\)*$" "$page"
done <commands
if has_terminal && command -v man >/dev/null; then
	# By a link, and one without.
	for n in pin archive; do
		terminal "MANPAGER=cat cx help $n" </dev/null >page
		ok "cx help $n at a terminal is its page" \
			grep -q 'CX-ARCHIVE(1)' page
	done
fi
for f in "$LIB"/*; do
	n=${f##*/}
	if [ ! -f "$f" ] || [ ! -x "$f" ]; then
		continue
	fi
	ok "cx $n is in cx(1)" \
		grep -q "^\.It Cm $n" "$SRC/man/cx.1"
	run cx "$n" --help
	status 0
	ok "cx $n --help says something" [ -s "$T/out" ]
	err_empty
done
done_testing
