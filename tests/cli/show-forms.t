#!/bin/sh
# cx-show: each form, byte for byte where people or programs read it.
. "$(dirname "$0")/../tap.sh"

mkdir -p v/.cortex v/n out
printf -- '---\nname: A\n---\n\n# Title\r\none\n\n\033[31m two\nthree\nfour\n' \
	>v/n/a.md
printf 'b\ttab\t\r\n\nlast' >v/b.md
echo secret >out/secret
ln -s ../out/secret v/link.md
ln -s ../out v/dir
mkfifo v/fifo.md
cat >r <<'END'
{"path":"n/a.md","name":"A name","layer":"hot","score":41.25,"type":"rule"}
{"path":"b.md","name":"日本語","score":3,"type":"insight","body":"own body\n"}
{"path":"x.md","gone":true}
END

run cx-show --brief -C v r
status 0
out_is 'A name (hot, 41.25)
  n/a.md
    # Title
    one
    \x1b[31m two

日本語 (3)
  b.md
    own body'
err_empty
cp "$T/out" brief
run cx-show -C v r
same "$T/out" brief "brief is what atoms get without an option"
run env CORTEX_VAULT=v cx-show --brief r
same "$T/out" brief "the vault of CORTEX_VAULT"

run cx-show --brief r
status 0 "no vault: a warning"
out_is 'A name (hot, 41.25)
  n/a.md

日本語 (3)
  b.md
    own body'
err_has "no vault"
run cx-show --content r
status 3 "no vault: content has the bodies of records"
out_is '==> b.md <==
own body'
err_has "n/a.md: no vault"

# A file above the limit is shown as far as it is read, and that is said.
awk 'BEGIN { print "first"; for (i = 0; i < 100000; i++)
	print "0123456789012345678901234567890123456789012" }' >v/big.md
echo '{"path":"big.md","name":"first"}' >big
run cx-show -C v --content big
status 3 "above the limit"
err_has "big.md: above 4 MiB"
ok "... the first 4 MiB are there" [ "$(wc -c <"$T/out")" -gt 4194304 ]
# The path in a reason ends where it ends, however long it is.
awk 'BEGIN { for (p = "../a"; length(p) < 300; p = p "b")
	printf "{\"path\":\"%s\",\"name\":\"first\"}\n", p }' >outside
run cx-show -C v --content outside
status 3 "paths outside the vault"
is "$(grep -c '^cx-show: \.\./ab*: is not a path inside the vault$' \
	"$T/err")" 296 "each by its name"
# Whoever needs a text gets the same one, or the same reason why not.
echo '{"path":"none.md","name":"first"}' >none
for c in 'cx-show -C v none' 'cx-pack -C v none' \
	'cx-score -C v --snippets -f none -- first'; do
	run sh -c "$c"
	status 3 "$c"
	err_has 'none.md: not in the vault any more; scan again'
done
run cx-score -C v --snippets -f big -- first
status 3
err_has 'big.md: above 4 MiB; the rest is left out'
printf 'first \377 byte\n' >v/latin.md
echo '{"path":"latin.md","name":"first"}' >latin
run cx-show -C v latin
out_is 'first
  latin.md
    first � byte' 'bytes that are not UTF-8'
rm v/latin.md
rm v/big.md

printf '{"path":"w.md","body":"%0200d"}\n' 0 | cx-show >w
is "$(awk 'NR == 3 { print length($0) }' w)" $((4 + 119 + 3)) \
	"a long line is cut and says so"

run cx-show --paths r
out_is 'n/a.md
b.md'
run cx-show --paths -0 r
is "$(tr '\0' '|' <"$T/out")" 'n/a.md|b.md|' "paths end in NUL"
printf '%s\n' '{"path":"a\nb.md"}' >nl.rec
run cx-show --paths nl.rec
status 3
out_empty
err_has "use -0"
run cx-show --paths -0 nl.rec
status 0
printf '%s\n' '{"path":"a\u001b[2J.md"}' >esc.rec
run cx-show --paths esc.rec
status 3
out_empty
run cx-show -0 r
status 2
run cx-show --json --lines r
status 2
err_has "exclude each other"

run cx-show --content -C v r
status 0
out_is '==> n/a.md <==
---
name: A
---

# Title
one

\x1b[31m two
three
four

==> b.md <==
b	tab	

last'
is "$(tail -c 1 "$T/out" | od -An -c | tr -d ' ')" '\n' "a last line end"

for p in link.md dir/secret ../out/secret n/../b.md /etc/passwd fifo.md n \
	none.md; do
	printf '{"path":"%s"}\n' "$p" >one
	run cx-show --content -C v one
	status 3 "not shown: '$p'"
	out_empty "nothing of '$p'"
	err_has "cx-show: $p: "
done
head -c 5000000 /dev/zero | tr '\0' a >v/big.md
echo '{"path":"big.md"}' >one
run cx-show --content -C v one
status 3 "a file above 4 MiB"
err_has "big.md"

run cx-show --table r
out_is 'SCORE  LAYER  TYPE     NAME    PATH
41.25  hot    rule     A name  n/a.md
    3         insight  日本語  b.md'
run cx-show --table /dev/null
out_empty

run cx-show --json r
is "$(sed -n '2,4s/,$//p;4p' "$T/out" | sort -u)" "$(sort -u r)" \
	"the lines as they were"
jq_ok "$T/out" 'length == 3' "valid JSON"
cp "$T/out" array
run cx-show --json array
same "$T/out" array "an array is a stream again"
run cx-show --json /dev/null
jq_is . '[]' "an empty array"

cat >f <<'END'
{"path":"n/a b%.md","line":3,"col":5,"severity":"error","code":"C:1,x","message":"<x> & \"y\", 100%: z"}
{"path":"b.md","severity":"info","code":"C2","message":"two\nlines\u0001\uffff"}
{"path":"b.md","line":2,"severity":"warning","code":"C:1,x","message":"w"}
{"path":"c.md","name":"C","problems":[{"line":2,"col":4,"code":"p1","text":"t"},{"line":7,"col":1,"code":"p2","text":"u"}]}
{"path":"d.md","name":"D"}
END
run cx-show --lines f
status 0
out_is 'n/a b%.md:3:5: error: C:1,x <x> & "y", 100%: z
b.md:1:1: info: C2 two\x0alines\x01'"$(printf '\357\277\277')"'
b.md:2:1: warning: C:1,x w
c.md:2:4: warning: p1 t
c.md:7:1: warning: p2 u'
head -n 3 f >f3
cx-show f3 >auto
cx-show --lines f3 >lines
same auto lines "lines is what findings get without an option"

run cx-show --github f
out_is '::error file=n/a b%25.md,line=3,col=5,title=C%3A1%2Cx::<x> & "y", 100%25: z
::notice file=b.md,title=C2::two%0Alines\x01'"$(printf '\357\277\277')"'
::warning file=b.md,line=2,title=C%3A1%2Cx::w
::warning file=c.md,line=2,col=4,title=p1::t
::warning file=c.md,line=7,col=1,title=p2::u'

# What the SARIF 2.1.0 schema asks for in what we use of it.
cat >schema.jq <<'END'
.version == "2.1.0" and (.runs | length == 1) and
(.runs[0] | (.tool.driver.name | type == "string") and
 ([.tool.driver.rules[].id] | . == unique) and
 ([.tool.driver.rules[].id] as $ids | all(.results[];
  (.ruleId | IN($ids[])) and (.level | IN("none", "note", "warning", "error"))
  and (.message.text | type == "string") and
  all(.locations[].physicalLocation;
   (.artifactLocation.uri | test("^([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$")) and
   ((has("region") | not) or (.region.startLine >= 1 and
    (.region.startColumn // 1) >= 1))))) and
 (keys - ["tool", "results", "columnKind"] == []))
END
run cx-show --sarif f
status 0
ok "SARIF holds to its schema" jq -e -f schema.jq "$T/out"
jq_is '[.runs[0].results[] | .level]' \
	'["error","note","warning","warning","warning"]'
jq_is '.runs[0].results[0].locations[0].physicalLocation' \
	'{"artifactLocation":{"uri":"n/a%20b%25.md"},"region":{"startLine":3,"startColumn":5}}'
jq_is '.runs[0].results[1].locations[0].physicalLocation|has("region")' false
run cx-show --sarif /dev/null
ok "an empty SARIF holds to its schema" jq -e -f schema.jq "$T/out"
i=0
while [ $i -lt 3000 ]; do
	i=$((i + 1))
	echo "{\"path\":\"p\",\"code\":\"c$((i % 700))\",\"message\":\"m\"}"
done | cx-show --sarif >many
jq_of many '.runs[0].tool.driver.rules | length' 700 "rules are unique"

# By the schema itself, where somebody has it: CX_SARIF_SCHEMA is OASIS'
# sarif-schema-2.1.0.json, and python3 has jsonschema.
if [ -n "${CX_SARIF_SCHEMA:-}" ] && python3 -c 'import jsonschema' 2>/dev/null
then
	cat >valid.py <<'END'
import json, sys, warnings
warnings.simplefilter("ignore")
import jsonschema
schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
for error in kind(schema).iter_errors(json.load(open(sys.argv[2]))):
    sys.exit(error.message)
END
	cx-show --sarif f >f.sarif
	cx-show --sarif /dev/null >none.sarif
	for f in f many none; do
		[ "$f" = many ] || f=$f.sarif
		ok "$f: valid" python3 valid.py "$CX_SARIF_SCHEMA" "$f"
	done
	jq '.runs[0].results[0].level = "bad"' f.sarif >bad
	not_ok 'and what is not valid is told' \
		python3 valid.py "$CX_SARIF_SCHEMA" bad
else
	skip 4 'SARIF by its schema' 'no CX_SARIF_SCHEMA, or no jsonschema'
fi

run cx-show --junit f
status 0
out_has '<testsuite name="cortex" tests="5" failures="1"'
is "$(grep -c '<failure ' "$T/out")" 1 "an error fails"
is "$(grep -c '<system-out>' "$T/out")" 4 "the others pass"
out_has 'message="&lt;x&gt; &amp; &quot;y&quot;, 100%: z"'
out_has "two\\x0alines\\x01$(printf '\357\277\275')"
if command -v xmllint >/dev/null; then
	ok "JUnit is XML" xmllint --noout "$T/out"
fi

for line in '{"path":"a","code":"c"}' '{"code":"c","message":"m"}' \
	'{"path":"a","code":1,"message":"m"}' \
	'{"path":"a","code":"c","message":"m","line":-1}' \
	'{"path":"a","code":"c","message":"m","severity":"bad"}' \
	'{"path":"a","problems":{}}' '{"path":"a","problems":[{"code":"c"}]}'; do
	echo "$line" >one
	run cx-show --lines one
	status 4 "a broken finding: $line"
	err_has "cx-show: one:1: "
done

if has_terminal; then
	terminal "cx-show --lines f" </dev/null >tty.out
	file_has tty.out "$(printf '\033[31merror:')" "colour on a terminal"
	NO_COLOR=1 terminal "cx-show --lines f" </dev/null >tty.out
	is "$(grep -c "$(printf '\033')" tty.out)" 0 "none under NO_COLOR"
else
	skip 2 "colour" "no terminal can be made here"
fi
# What is for programs and writers is not for readers; links and tags are.
put v/c.md <<'END'
---
name: Map
---

# Map

<!-- AUTO:x -->
- [[one]] #tag
<!-- /AUTO:x -->
%%to do%% Text.
END
run cx-show --note -C v <<'END'
{"path":"c.md","name":"Map"}
END
status 0
out_is 'Map
c.md

- [[one]] #tag

 Text.' 'a note without comments, and its title once'
run cx-show --note -C v <<'END'
{"path":"c.md","name":"Map","status":"superseded","extra":{"superseded_by":"new"}}
END
out_is 'Map
c.md · superseded by new

- [[one]] #tag

 Text.' 'which note has taken its place, once'
run cx-show --note -C v <<'END'
{"path":"c.md","name":"Map","extra":{"cast":["[[Ada Lovelace|Ada]]","[[a]] and [[b]]"],"year":1982,"none":null,"at":{"x":"1"}}}
END
out_is 'Map
c.md
cast  Ada, [[a]] and [[b]]
year  1982
at.x  1

- [[one]] #tag

 Text.' 'other properties'
run cx-show --brief -C v <<'END'
{"path":"c.md","name":"Map"}
END
not_ok 'no comment in a brief one' grep -q AUTO "$T/out"
cp v/c.md v/d.md
run cx-pack -C v <<'END'
{"path":"d.md","name":"Map","type":"insight","score":1}
END
not_ok 'nor in a context' grep -qE 'AUTO|to do' "$T/out"
out_has '[[one]]'

done_testing
