#!/bin/sh
# json-conformance.t: every case of JSONTestSuite as a line of a stream.
#
# Each file goes in twice: alone, and as the value of a member, which a
# reader must take to pieces even where it only looks for objects.
#	n_	status 4 both ways
#	y_	accepted as a value; alone, accepted where it is an object (no
#		other value is a record).  Two members of one name are fatal in a
#		record, whatever the suite thinks: cx-formats(5).
#	i_	either, but the same every time, and never a crash
# A newline inside of a case ends the line there, so the case is two lines
# that are each refused; in a y_ it becomes a blank, which JSON does not mind.
. "$(dirname "$0")/../tap.sh"

D=$SRC/tests/conformance/json
[ -f "$D/LICENSE" ] || skip_all "no $D"

# feed FILE: status of cx-select on it, which keeps every record
feed()
{
	cx-select 'not path=zzz' <"$1" >out 2>err
	rc=$?
}
# fault TEXT: a check that did not hold
fault()
{
	bad=$((bad + 1))
	note "$1"
	head -n 2 err | sed 's/^/#   err: /'
}
# refused TEXT: status 4 and one line that says where
refused()
{
	if [ "$rc" -ne 4 ]; then
		fault "$1: status $rc"
	elif [ "$(wc -l <err)" -ne 1 ] || ! grep -q '^cx-select: .*:1' err; then
		fault "$1: the message"
	fi
}
# kept TEXT FILE: status 0 and every byte of it
kept()
{
	if [ "$rc" -ne 0 ] || ! cmp -s out "$2" || [ -s err ]; then
		fault "$1: status $rc"
	fi
}
wrap() # FILE
{
	printf '{"path":"a.md","x":'
	cat "$1"
	printf '}\n'
}

n_seen=0 y_seen=0 i_seen=0
bad=0
for f in "$D"/n_*.json; do
	n_seen=$((n_seen + 1))
	{ cat "$f" && echo; } >line
	feed line
	refused "${f##*/} alone"
	wrap "$f" >line
	feed line
	refused "${f##*/} in a record"
done
is "$bad" 0 "what is not JSON is refused"

bad=0
for f in "$D"/y_*.json; do
	y_seen=$((y_seen + 1))
	tr '\n' ' ' <"$f" >flat
	{ cat flat && echo; } >line
	feed line
	case ${f##*/} in
	*duplicated_key*) refused "${f##*/}: a member twice" ;;
	*)
		if grep -q '^ *{' line; then
			kept "${f##*/} alone" line
		else
			refused "${f##*/} alone: no record"
		fi
		wrap flat >line
		feed line
		kept "${f##*/} in a record" line
		;;
	esac
done
is "$bad" 0 "what is JSON goes through, byte for byte"

bad=0
for f in "$D"/i_*.json; do
	i_seen=$((i_seen + 1))
	wrap "$f" >line
	feed line
	case $rc in
	0) kept "${f##*/}" line ;;
	4) refused "${f##*/}" ;;
	*) fault "${f##*/}: status $rc" ;;
	esac
done
is "$bad" 0 "what is left to the reader is kept whole or refused"
is "$n_seen $y_seen $i_seen" "188 95 35" "all the cases were there"

# What was refused has not taken with it what came before.
bad=0
printf '{"path":"first.md"}\n' >first
for f in "$D"/n_structure_*.json; do
	{ cat first && wrap "$f" && cat first; } >line
	feed line
	if [ "$rc" -ne 4 ] || ! grep -q ':2' err; then
		fault "${f##*/} in line 2: status $rc"
	fi
	case $(cat out) in
	'' | '{"path":"first.md"}') ;;
	*) fault "${f##*/} in line 2: more than the first came out" ;;
	esac
done
is "$bad" 0 "the line of a fault is told, and nothing after it is read"
done_testing
