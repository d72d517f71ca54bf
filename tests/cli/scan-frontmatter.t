#!/bin/sh
# scan-frontmatter.t: where front matter starts and ends, its limits, and
# what is saved from one that is not YAML: cx-formats(5).
. "$(dirname "$0")/../tap.sh"
need jq

# fm TEXT FORMAT: printf FORMAT becomes v/a.md, scanned with its body
fm()
{
	rm -rf v
	mkdir v
	# shellcheck disable=SC2059
	printf -- "$2" >v/a.md
	run timeout 200 cx-scan --body v
	last=$1
}

# read_as TEXT FORMAT NAME BODY: front matter that is found and is fine
read_as()
{
	fm "$1" "$2"
	status 0
	err_empty
	jq_is '[.name,.body,has("problems")]' "[\"$3\",\"$4\",false]" "$1"
}

# no_front TEXT FORMAT: all of it is body
no_front()
{
	fm "$1" "$2"
	status 0
	jq_is '.name' '"a"' "$1: not front matter"
	# shellcheck disable=SC2059
	printf -- "$2" | jq -Rsc . >body
	jq_is '.body' "$(cat body)" "$1: all of it is body"
}

# broken TEXT FORMAT LINE FILTER EXPECTED: front matter with a problem in
# LINE (0: any), which the record and stderr tell alike; FILTER gives
# what is saved of it.
broken()
{
	fm "$1" "$2"
	status 0
	if [ "$3" -gt 0 ]; then
		jq_is ".problems|any(.line==$3 and .col>=1)" true \
			"$1: a problem in line $3"
		ok "$1: stderr names file, line, column" \
			grep -q "^cx-scan: a\\.md:$3:[1-9][0-9]*: ." "$T/err"
	else
		jq_is '.problems|length>0' true "$1: a problem"
		err_has "cx-scan: a.md:"
	fi
	jq_is "$4" "$5" "$1: $4"
	ok "$1: other filters read the record" \
		cx-select 'path=a.md' "$T/out"
}

read_as "LF" '---\nname: n\n---\nb\n' n 'b\n'
read_as "BOM" '\357\273\277---\nname: n\n---\nb\n' n 'b\n'
read_as "CRLF" '---\r\nname: n\r\n---\r\nb\r\n' n 'b\r\n'
read_as "BOM and CRLF" '\357\273\277---\r\nname: n\r\n---\r\nb\r\n' n 'b\r\n'
read_as "blanks after the fences" '--- \t\nname: n\n---  \nb\n' n 'b\n'
read_as "blanks and CRLF" '--- \r\nname: n\r\n--- \r\nb' n b
read_as "dots end it" '---\nname: n\n...\nb\n' n 'b\n'
read_as "dots and blanks" '---\nname: n\n... \nb\n' n 'b\n'
read_as "fence at the end of the file" '---\nname: n\n---' n ''
read_as "dots at the end of the file" '---\nname: n\n...' n ''
read_as "a later fence is body" '---\nname: n\n---\nb\n---\nc\n' n 'b\n---\nc\n'
read_as "an indented fence in a block scalar" \
	'---\nname: n\nx: |\n  a\n  ---\n  b\n---\nb\n' n 'b\n'
read_as "empty" '---\n---\nb\n' a 'b\n'
read_as "a comment only" '---\n# c\n---\nb\n' a 'b\n'
read_as "blank lines" '---\n\nname: n\n\n---\n\nb\n' n '\nb\n'
read_as "an emoji" '---\nname: \360\237\232\200 up\n---\nb\n' \
	"$(printf '\360\237\232\200') up" 'b\n'
read_as "quotes and comments" '---\nname: "n" # c\n---\nb\n' n 'b\n'

no_front "an indented fence" ' ---\nname: n\n---\n'
no_front "a blank first line" '\n---\nname: n\n---\n'
no_front "four dashes" '----\nname: n\n----\n'
no_front "text after the fence" '--- x\nname: n\n---\n'
no_front "four pluses" '++++\nname = "n"\n++++\n'
no_front "a shortcode" '{{< x >}}\nname\n'
no_front "a set of words" '{a, b}\nname\n'
no_front "text after the object" '{"name": "n"} text\n'
read_as "TOML" '+++\nname = "n"\n+++\nb\n' n 'b\n'
read_as "TOML, CRLF, a BOM" '\357\273\277+++\r\nname = "n"\r\n+++ \r\nb\r\n' n 'b\r\n'
read_as "JSON" '{\n"name": "n}"\n}\nb\n' 'n}' 'b\n'
read_as "JSON on one line" '{"name":"n"}\nb\n' n 'b\n'
read_as "JSON alone" '{"name":"n"}' n ''
# Nothing ends it: a note that begins with a rule is not eaten whole.
no_front "no end" '---\nname: n\nb\n'
no_front "a fence alone" '---'
no_front "dots do not begin it" '...\nname: n\n---\n'

broken "colon in a value" '---\nid: x\ntitle: Foo: bar\n---\nb\n' 3 \
	'[.id,.name,.body]' '["x","Foo: bar","b\n"]'
broken "the same, CRLF" '---\r\nid: x\r\ntitle: Foo: bar\r\n---\r\nb\r\n' 3 \
	'[.id,.name,.body]' '["x","Foo: bar","b\r\n"]'
broken "an unfilled template" '---\ndate: {{date}}\nid: x\n---\nb\n' 2 \
	'[.created,.id]' '["{{date}}","x"]'
broken "a template in a list" '---\nid: x\nmood: [{{a}}, b: c: d\n---\nb\n' 0 \
	'[.id,(.extra.mood|contains("{{a}}"))]' '["x",true]'
broken "an at sign" '---\nid: x\ndescription: @home now\n---\nb\n' 3 \
	'[.id,.description]' '["x","@home now"]'
broken "a backtick" '---\ndescription: `c` first\nid: x\n---\nb\n' 2 \
	'[.id,.description]' '["x","`c` first"]'
broken "a percent sign" '---\nid: x\ndescription: %%5 off\n---\nb\n' 3 \
	'[.id,.description]' '["x","%5 off"]'
broken "bold text" '---\nid: x\ndescription: *bold* text\n---\nb\n' 3 \
	'[.id,.description]' '["x","*bold* text"]'
broken "a quote that does not end" '---\nid: x\nmood: "calm\n---\nb\n' 0 \
	'[.id,(.extra.mood|contains("calm"))]' '["x",true]'
broken "a bracket that does not end" '---\nid: x\nmood: [a, b\n---\nb\n' 0 \
	'[.id,(.extra.mood|tostring|contains("a, b") or contains("\"a\",\"b\""))]' \
	'["x",true]'
broken "tab indentation" '---\nid: x\nmood:\n\t- calm\n---\nb\n' 0 .id '"x"'
# What the reader of "key: rest of line" knows, it takes as YAML would.
broken "the rest of a broken block" \
	'---\nx: a: b\nname: "n"\ntags: [One, two]\nupdated: 2026-01-02\nimportance: 7\nlinks: [l]\n---\nb\n' \
	2 '[.extra.x,.name,.tags,.updated,.importance,.links_out]' \
	'["a: b","n",["one","two"],"2026-01-02",7,["l"]]'
broken "a block list beside a broken line" \
	'---\ntags:\n  - a\n  - b\nx: a: b\n---\nb\n' 5 \
	'(.tags==["a","b"]) or (.problems|any(.line>=2 and .line<=4))' true
broken "a line that is not a member" '---\nx: a: b\nnonsense here\n---\nb\n' 0 \
	'.problems|any(.line==3)' true
broken "a control byte" '---\nid: x\nname: a\001b\n---\nb\n' 3 \
	'[.id,.name]' '["x","a\u0001b"]'
ok "stderr has no control byte" \
	sh -c '! LC_ALL=C grep -q "$(printf "[\001-\010]")" "$1"' sh "$T/err"
broken "a NUL" '---\nid: x\nname: a\000b\n---\nb\n' 3 \
	'[.id,.name]' '["x","a\u0000b"]'
broken "not UTF-8" '---\nid: x\nname: caf\351\n---\nb\n' 3 \
	'[.id,.name]' '["x","caf�"]'

broken "a list" '---\n- a\n- b\n---\nb\n' 0 '[.name,.body]' '["a","b\n"]'
broken "a text" '---\njust text\n---\nb\n' 0 '[.name,.body]' '["a","b\n"]'
broken "a key that is a list" '---\n? [a, b]\n: c\nname: n\n---\nb\n' 0 \
	'.body' '"b\n"'
fm "an empty key" '---\n: v\nname: n\n---\nb\n'
status 0
jq_is '[.name,.body]' '["n","b\n"]' "an empty key does no harm"
jq_ok -s "$T/out" '.[0] | (.extra[""]=="v") or (.problems|length>0)' \
	"the value of an empty key is not lost"

broken "a duplicate key" '---\nname: one\nmood: a\nname: two\n---\nb\n' 4 \
	.name '"two"'
broken "a duplicate key in extra" '---\nmood: a\nmood: b\n---\nb\n' 3 \
	.extra '{"mood":"b"}'
is "$(grep -o '"mood"' "$T/out" | wc -l | tr -d ' ')" 1 \
	"a record never has a member twice"
broken "a duplicate key deeper down" '---\nx: {a: 1, b: 2, a: 3}\n---\nb\n' 2 \
	'.extra.x|[.a,.b]' '["3","2"]'
is "$(grep -o '"a":' "$T/out" | wc -l | tr -d ' ')" 1 \
	"nor an inner one"

# Limits: 64 KiB, depth 16, no aliases.
big() # BYTES: front matter with one value of BYTES
{
	rm -rf v
	mkdir v
	{
		printf -- '---\nname: n\nx: "'
		awk -v n="$1" 'BEGIN { while (n-- > 0) printf "y" }'
		printf '"\n---\nb\n'
	} >v/a.md
	run cx-scan --body v
	last="a value of $1 bytes"
}
big 60000
status 0
err_empty
jq_is '[.name,(.extra.x|length),.body]' '["n",60000,"b\n"]' \
	"60,000 bytes of front matter"
big 70000
status 0
jq_is '(.problems|length>0) and (.body|endswith("b\n"))' true \
	"70,000 bytes are a problem"
err_has "cx-scan: a.md:"

nest() # DEPTH
{
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++) { o = o "["; c = c "]" }
		printf "%sv%s", o, c
	}'
}
fm "14 lists deep" "---\nname: n\nx: $(nest 14)\n---\nb\n"
status 0
err_empty
jq_is '[.name,(.extra.x|flatten)]' '["n",["v"]]' "14 lists deep"
for depth in 17 40 5000; do
	broken "$depth lists deep" \
		"---\nname: n\nx: $(nest $depth)\n---\nb\n" 3 .body '"b\n"'
done
broken "block lists deep" \
	"---\nx:\n  $(awk 'BEGIN { while (n++ < 200) printf "- " }')v\n---\nb\n" \
	0 .body '"b\n"'

broken "an alias" '---\nname: n\na: &x calm\nb: *x\n---\nb\n' 4 .body '"b\n"'
broken "an alias to itself" '---\na: &x [*x]\n---\nb\n' 2 .body '"b\n"'
broken "a merge key" '---\na: &x {b: c}\nd:\n  <<: *x\n---\nb\n' 4 .body '"b\n"'
bomb='---\na0: &a0 [x,x,x,x,x,x,x,x,x]\n'
for i in 1 2 3 4 5 6 7 8 9; do
	j="*a$((i - 1))"
	bomb="${bomb}a$i: &a$i [$j,$j,$j,$j,$j,$j,$j,$j,$j]\n"
done
broken "a bomb" "$bomb---\nb\n" 0 .body '"b\n"'
ok "a bomb does not go off" \
	sh -c '[ "$(wc -c <"$1")" -lt 65536 ]' sh "$T/out"

# What is between two rules is text, if there is nothing like a member in it.
fm 'text between rules' '---\n\n[a](b.md)   |\n[c](d.md)\n\n---\ntext\n'
status 0
err_empty
jq_is '.extra // {}' '{}' 'text between rules has no members'
jq_is '.links_out | length' 2 '... and links'
fm 'an empty line first' '---\n\nname: N\n---\ntext\n'
jq_is .name '"N"' 'members after an empty line'
fm 'nothing in it' '---\n\n---\ntext\n'
err_empty
done_testing
