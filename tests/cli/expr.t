#!/bin/sh
# expr.t: the expression language, as cx-select speaks it.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15
export CORTEX_NOW

cat >in <<'END'
{"path":"a.md","id":"20260401_a","name":"Deploy freeze","type":"decision","project":"ops","status":"active","created":"2026-04-01","updated":"2026-04-14","tags":["deploy","risk"],"description":"on \"quoted\" ground","lines":9,"size_bytes":100,"links_out":["b"],"confidence":0.9,"extra":{"deadline":"2026-05-01","owner":"Ann Lee","note":"x","list":["p","q"]}}
{"path":"b/c.md","id":null,"name":"Cache stampede","type":"decision","project":"ops","status":"archived","created":"2026-01-01","updated":"2026-04-08","tags":["cache"],"description":"","lines":10,"size_bytes":2000,"links_out":[],"confidence":0.25,"importance":7}
{"path":"b/d.md","id":null,"name":"Überblick","type":"rule","project":"android","status":"active","created":"2025-12-31","updated":"2026-04-07","tags":[],"description":"not and or","lines":100,"size_bytes":3,"links_out":[],"pnl_impact":-5}
{"path":"e.md","id":null,"name":"E","type":"rule","project":"unknown","status":"active","created":"soon","updated":"someday","tags":["risk","a/b"],"description":"","lines":2,"size_bytes":1,"links_out":[],"extra":{"owner":"Bob","not":"y","order":"3"}}
END

# sel EXPR PATHS: what is selected, by path
sel()
{
	run cx-select "$1" <in
	# A selection is 0, none is 1 (see below).
	sel_rc=0
	[ -n "$2" ] || sel_rc=1
	case $1 in
	*[[:cntrl:]]*) sel_name=$(printf '%s' "$1" | tr '\n\t' '  ') ;;
	*) sel_name=$1 ;;
	esac
	jq_of -rs "$T/out" "[\"$rc\", (.[].path | tostring)] | join(\" \")" \
		"$sel_rc${2:+ $2}" "$sel_name"
}

ALL='a.md b/c.md b/d.md e.md'

### equality

sel 'type=decision' 'a.md b/c.md'
sel 'type!=decision' 'b/d.md e.md'
sel 'type=decisio' ''
sel 'path=b/c.md' 'b/c.md'
sel 'id=20260401_a' 'a.md'
sel 'status=active' 'a.md b/d.md e.md'
sel 'type = decision' 'a.md b/c.md'
sel ' type=decision ' 'a.md b/c.md'
sel 'name="Deploy freeze"' 'a.md'
sel "name='Deploy freeze'" 'a.md'
sel 'name=Überblick' 'b/d.md'
sel 'description=""' 'b/c.md e.md'
sel 'description="on \"quoted\" ground"' 'a.md'
sel 'description~"quoted"' 'a.md'

### lists: any element

sel 'tags=risk' 'a.md e.md'
sel 'tags=ris' ''
sel 'tags=a/b' 'e.md'
sel 'tags!=risk' 'b/c.md b/d.md'
sel 'not tags=risk' 'b/c.md b/d.md'
sel 'tags~ac' 'b/c.md'
sel 'tags=deploy and tags=risk' 'a.md'
sel 'links_out=b' 'a.md'

### ~ is substring

sel 'name~freeze' 'a.md'
sel 'path~b/' 'b/c.md b/d.md'
sel 'path~.md' "$ALL"
sel 'path~.*' ''
sel 'type~=Decision' 'a.md b/c.md'
sel 'type ~= "DECISION"' 'a.md b/c.md'
sel 'type~=decisio' ''
sel 'name~=überBLICK' 'b/d.md'
sel "name~='$(printf 'u\314\210berblick')'" 'b/d.md'
sel 'tags~=RISK' 'a.md e.md'
sel 'not type~=rule' 'a.md b/c.md'
sel 'description~=""' 'b/c.md e.md'
sel 'extra.order~=3' 'e.md'
sel 'no_such_member~=x' ''
sel 'description~"not and or"' 'b/d.md'

### numbers

sel 'lines<10' 'a.md e.md'
sel 'lines<=10' 'a.md b/c.md e.md'
sel 'lines>9' 'b/c.md b/d.md'
sel 'lines>=9' 'a.md b/c.md b/d.md'
sel 'lines=10' 'b/c.md'
sel 'lines!=10' 'a.md b/d.md e.md'
sel 'confidence>=0.5' 'a.md'
sel 'confidence<.5' 'b/c.md'
sel 'confidence=0.90' 'a.md'
sel 'pnl_impact<0' 'b/d.md'
sel 'pnl_impact=-5' 'b/d.md'
sel 'importance>=7' 'b/c.md'
sel 'size_bytes>=1e3' 'b/c.md'

### members that are missing are not equal, not less and not more

sel 'importance<7' ''
sel 'importance>7' ''
sel 'importance=0' ''
sel 'not importance=7' 'a.md b/d.md e.md'
sel 'importance!=7' 'a.md b/d.md e.md'
sel 'no_such_member=x' ''
sel 'no_such_member~x' ''
sel 'not no_such_member=x' "$ALL"

### dates

sel 'updated>=2026-04-08' 'a.md b/c.md'
sel 'updated>2026-04-08' 'a.md'
sel 'updated<2026-04-08' 'b/d.md'
sel 'updated<=2026-04-08' 'b/c.md b/d.md'
sel 'updated=2026-04-08' 'b/c.md'
sel 'created<2026-01-01' 'b/d.md'
sel 'updated>=-7d' 'a.md b/c.md'
sel 'updated<-7d' 'b/d.md'
sel 'updated>=-1d' 'a.md'
sel 'updated>=-0d' ''
sel 'created>=-15d and updated>=-7d' 'a.md'
run cx-select --now 2026-04-22 'updated>=-8d' <in
paths_are 'a.md' 'a relative date counts from --now'
run cx-select --now 2026-04-15T23:59:59 'updated>=-7d' <in
paths_are 'a.md b/c.md' '... and in whole days'

sel 'updated=today' ''
sel 'updated<=today' 'a.md b/c.md b/d.md'
sel 'updated=2026-04' 'a.md b/c.md b/d.md'
sel 'created=2025' 'b/d.md'
sel 'created<2026' 'b/d.md'
sel 'created>2025' 'a.md b/c.md'
sel 'deadline<=+16d' 'a.md'
sel 'deadline<=+15d' ''

### members of extra

sel 'owner="Ann Lee"' 'a.md'
sel 'owner=Bob' 'e.md'
sel 'extra.owner=Bob' 'e.md'
sel 'extra.type=rule' ''
sel 'deadline<=2026-05-06' 'a.md'
sel 'deadline<=2026-04-30' ''
sel 'list=q' 'a.md'
sel 'note=x' 'a.md'
sel 'order=3' 'e.md'

### a name alone: there is such a member, and it says something

sel 'importance' 'b/c.md'
sel 'description' 'a.md b/d.md'
sel 'tags' 'a.md b/c.md e.md'
sel 'id' 'a.md'
sel 'owner and not tags=deploy' 'e.md'
sel 'not nothing' "$ALL"

### and, or, not, parentheses

sel 'type=rule or type=decision' "$ALL"
sel 'type=decision and status=active' 'a.md'
sel 'type=rule or type=decision and status=archived' 'b/c.md b/d.md e.md'
sel '(type=rule or type=decision) and status=archived' 'b/c.md'
sel 'not type=rule and status=active' 'a.md'
sel 'not (type=rule and status=active)' 'a.md b/c.md'
sel 'not type=rule or status=active' "$ALL"
sel 'not not type=rule' 'b/d.md e.md'
sel '((((type=rule))))' 'b/d.md e.md'
sel 'not(type=rule)' 'a.md b/c.md'
sel 'type=decision and (tags=risk or updated>=-7d) and not status=archived' a.md
sel 'type=rule	and
status=active' 'b/d.md e.md'

# Words that begin like the operators.
sel 'project=android' 'b/d.md'
sel 'project=android or owner=Bob' 'b/d.md e.md'
sel 'project=ops and note=x' 'a.md'
sel 'description="not and or" or project=nothing' 'b/d.md'

### lines pass through as read

run cx-select 'type=decision and status=active' <in
sed -n 1p in >want
same "$T/out" want 'a selected line is the line that was read'
printf '%s\n' '{ "path" : "x", "type":"rule","u":"\u0041\/", "n":1.0e2 }' >odd
run cx-select type=rule <odd
same "$T/out" odd '... whatever its spaces and escapes'
run cx-select type=rule in odd
paths_are 'b/d.md e.md x' 'files are read one after the other'
cx-select type=rule in | cx-select type=rule >twice
cx-select type=rule in >once
same twice once 'selecting twice is selecting once'

### status

run cx-select type=rule <in
status 0 'something selected: 0'
# design: 1 is "the answer is no"; like grep, a filter that keeps nothing.
run cx-select type=nothing <in
status 1 'nothing selected: 1'
out_empty
err_empty
run cx-select type=rule </dev/null
status 1 'an empty stream: 1'

run cx-select -v 'type=decision' <in
is "$rc $(paths "$T/out")" '0 b/d.md e.md' '-v keeps the others'
run cx-select --count 'type=decision' <in
out_is 2 '--count'

### errors: usage, with a caret under the place

# bad EXPR OFFSET: the caret stands OFFSET characters into the expression
bad()
{
	run cx-select "$1" <in
	status 2 "'$1' is a usage error"
	out_empty "'$1' prints nothing"
	is "$(awk -v e="$1" '
		!got && (p = index($0, e)) { got = p; next }
		got && (q = index($0, "^")) { print q - got; exit }
	' "$T/err")" "$2" "'$1': the caret stands at $2"
}
bad 'type=' 5
bad 'updated>=2026-02-30' 9
bad '=rule' 0
bad 'type=rule and' 13
bad 'type=rule and and type=x' 14
bad 'and type=rule' 0
bad 'type=rule or )' 13
bad '(type=rule' 10
bad 'type=rule)' 9
bad 'type=rule status=active' 10
bad 'not' 3
bad 'type==rule' 5
bad 'lines<>3' 6
bad 'name="open' 5
bad '()' 1
bad 'type=rule &' 10
for e in '' ' '; do
	run cx-select "$e" <in
	status 2 "the expression '$e' is a usage error"
	out_empty
done
run cx-select
status 2 'no expression: usage'
esc=$(printf 'type=\033[31m"x')
run cx-select "$esc" <in
status 2 'control bytes in an expression'
not_ok '... do not reach the terminal' grep -q "$(printf '\033')" "$T/err"

### size is not a danger

deep=$(awk 'BEGIN { for (i = 0; i < 50000; i++) printf "("; printf "type=rule";
	for (i = 0; i < 50000; i++) printf ")" }')
run cx-select "$deep" <in
ok '50,000 parentheses: an answer or a refusal, no crash' \
	expr "$rc" : '[02]$'
nots=$(awk 'BEGIN { for (i = 0; i < 30000; i++) printf "not ";
	printf "type=rule" }')
run cx-select "$nots" <in
ok '30,000 times not: the same' expr "$rc" : '[02]$'
[ "$rc" -eq 2 ] || paths_are 'b/d.md e.md' '... and right'
ors=$(awk 'BEGIN { for (i = 0; i < 5000; i++) printf "type=t%d or ", i;
	printf "type=rule" }')
run cx-select "$ors" <in
paths_are 'b/d.md e.md' '5,000 alternatives'

### --where of cx-score is the same grammar

run cx-score --where 'type=decision and (tags=risk or updated>=-7d)' \
	--top 0 md <in
paths_are 'a.md b/c.md' 'cx-score --where'
run cx-score --where '(type' md <in
status 2
err_has '^'

done_testing
