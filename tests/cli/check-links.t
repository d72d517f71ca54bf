#!/bin/sh
# check-links.t: what cx check says of links: what was meant, what is left out,
# and that cx links says the same; reports have what rules are about.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git

CORTEX_NOW=2026-04-15
export CORTEX_NOW
git init -q .
: >cortex.toml
mkdir -p docs/guide x
echo '# Front' >docs/guide/front-matter.md
printf -- '---\naliases: [The harbour plan]\n---\n' >x/project_security_hardening.md
echo d | tee dup.md >x/dup.md
echo r | tee x/README.md >docs/README.md
found() # OPTION...: places and messages of links
{
	run cx check --rule broken-link,broken-reference,ambiguous-link \
		--format lines "$@"
}
message() # LINE: what is said there
{
	sed -n "s/^a.md:$1:[0-9]*: [a-z]*: [a-z-]* //p" "$T/out"
}

### the page of a directory

mkdir -p p/q p/r
echo i | tee p/index.md >p/q/index.md
put p/r/a.md <<'END'
[up](index.md) [this](README.md) [[old/index]]
END
found p/r/a.md
is "$(grep -c 'a.md:1:.* broken-link' "$T/out")" 3 \
	'an index.md or README.md that is not there is none elsewhere'
rm -r p

### a file that git leaves out, and a page in another language

mkdir p
touch p/a.en.md p/b.fr.md x/c.fr.md
printf '*.pdf\n/p/out/\n' >.gitignore
put p/r.md <<'END'
[[x.pdf]] [a](sub/y.pdf) [b](out/z.svg) ![[p/out/z.svg]] [e](../out/z.svg)
[[x.pdf.md]] [d](out/z.md)
END
put p/r.fr.md <<'END'
[a](b.md) [c]({{< ref "x/c.md" >}}) [d](a.md) [e]({{< ref "c.fr.md" >}})
END
found p/r.md
is "$(sed 's/.*called //' "$T/out")" "'../out/z.svg'
'x.pdf.md'
'./out/z.md'" 'whether what a build makes is there is not known'
found p/r.fr.md
is "$(sed 's/.*called //' "$T/out")" \
	"'./a.md'" 'b.md is b.fr.md for Hugo'
rm -r p .gitignore x/c.fr.md

### what was meant

put a.md <<'END'
[[project-security-hardening]]
[u](/docs/guide/front-mater/)
[x](gone/frontmatter.html)
[[The harbor plan]]
[[Some idea]]
![[picture.png]]
[x](none.md)
[[dap]]
[[old/dup2.md]]
{{< ref "never" >}}
[[READ-ME|r]]
END
found
is "$(message 1)" "no note or file is called 'project-security-hardening'; did you mean x/project_security_hardening.md?" \
	'- for _ is named'
is "$(message 2)" "no note or file is called '/docs/guide/front-mater/'; did you mean docs/guide/front-matter.md?" \
	'a slip, in a page of a site'
is "$(message 4)" "no note or file is called 'The harbor plan'; did you mean x/project_security_hardening.md?" \
	'a slip in an alias'
is "$(message 5)" "no note is called 'Some idea' yet" 'a note to be written'
is "$(message 6)" "no note or file is called 'picture.png'" 'a picture is none'
is "$(message 7)" "no note or file is called './none.md'" 'nor is a path'
is "$(message 8)" "no note is called 'dap' yet" 'a short word is near to many'
is "$(message 10)" "no note or file is called 'never'" 'a shortcode is a path'
is "$(message 11)" "no note or file is called 'READ-ME'; did you mean docs/README.md or x/README.md?" \
	'several are named'

### one answer

echo '[[dup]] [[x/dup]] `gone.md`' >x/y.md
mkdir y
echo '[[twin]]' >y/z.md
echo t | tee x/twin.md >docs/twin.md
cx rebuild
for question in broken ambiguous; do
	run cx links --$question
	status 1
	cp "$T/out" "$T/links"
	cx check --rule $question-link --format json >"$T/check"
	same "$T/check" "$T/links" "cx links --$question is cx check, with places"
	ok 'there are some' [ -s "$T/links" ]
done
jq_of -es "$T/links" 'map(.line and .col) | all' true 'line and column'
echo '[[twin]] [[New one]]' >y/later.md
run cx links --broken
out_has '"path":"y/later.md","line":1,"col":10' 'also of files that are newer'
rm y/later.md
printf '[check]\nbroken-link = "off"\n' >cortex.toml
run cx links --broken
status 0
out_empty 'a rule that is off'

### left out by pattern

put a.md <<'END'
[a](/docs/api/gone) [b](legacy/foo.md) [[legacy note]] [c](x/dup.md#gone)
[d](other/foo.md) [[twin]] [e](other/bar.cs)
END
printf '# Here\n\n## There\n' >x/dup.md
printf '[check]\nlinks_ignore = ["^/docs/api/", "^legacy", "#gone$", "^(a|b)\\\\.cs|bar\\\\.cs$", "twin"]\n' \
	>cortex.toml
run cx check --rule broken-link,ambiguous-link,missing-heading --format lines a.md
is "$(cut -d : -f 1,2,3 "$T/out")" a.md:2:1 'regular expressions leave links out'
cx rebuild
run cx links --broken
jq_of -rs "$T/out" 'map(select(.path == "a.md") | .target)[]' ./other/foo.md \
	'of cx links too'
run cx links --json
jq_of -rs "$T/out" 'map(select(.target == "legacy note") | .status)[]' other \
	'where they count as other'
printf '[check]\nlinks_ignore = ["a(b"]\n' >cortex.toml
run cx check
status 2
err_has "[check] links_ignore: 'a(b'" 'one that is none is named'
printf '[check]\nlinks_ignore = "a"\n' >cortex.toml
run cx check
status 2
err_has 'links_ignore: expected a list of strings'
: >cortex.toml

### left out by a line

put a.md <<'END'
[[One gone]] <!-- check-ignore -->
[[Two gone]]
<!-- check-ignore: broken-link -->
[[Three gone]] [x](x/dup.md#nowhere)
[[Four gone]]
[[Five gone]] <!-- check-ignore: missing-heading, secret -->
[x](x/dup.md#nowhere) [[Six gone]] <!--check-ignore:missing-heading,broken-link-->
key AKIAIOSFODNN7EXAMPLQ <!-- check-ignore: secret -->
key AKIAIOSFODNN7EXAMPLQ
<!-- check-ignored --> [[Seven gone]]
text <!-- check-ignore -->
[[Eight gone]]
END
run cx check --rule broken-link,missing-heading,secret --format lines a.md
is "$(sed -n 's/^\(a.md:[0-9]*\):[0-9]*: [a-z]*: \([a-z-]*\).*/\1 \2/p' "$T/out")" \
	'a.md:2 broken-link
a.md:4 missing-heading
a.md:5 broken-link
a.md:6 broken-link
a.md:9 secret
a.md:10 broken-link
a.md:12 broken-link' 'a comment says so, for rules or for all'
printf -- '---\nupdated: 2026-13-01\n---\n\n[[Gone]] <!-- check-ignore -->\n' >fm.md
run cx check --rule broken-link,bad-date --format lines fm.md
is "$(cut -d : -f 2 "$T/out")" 2 'lines are those of the file'

### SARIF

run cx check --format sarif a.md
jq_ok "$T/out" '.runs[0].tool.driver.rules | length > 1 and
	all(.shortDescription.text and .help.text and
	(.defaultConfiguration.level | IN("error", "warning", "note")))' \
	'each rule has a text, a help and a level'
jq_is '.runs[0].tool.driver.rules[] | select(.id == "broken-link") |
	[.shortDescription.text, .defaultConfiguration.level]' \
	'["a link without a target","warning"]'
jq_ok "$T/out" '.runs[0] | [.results[].ruleId] - [.tool.driver.rules[].id] == []' \
	'and all are there'
run cx-show --rules x --json
status 2

# The list of an agent's memories is no note, and what it says counts.
mkdir "$T/w/memory" && cd "$T/w/memory" || exit 99
: >cortex.toml
mkdir sub
printf '# Signing\n' >project_signing.md
printf '# M\n\n- [s](project_signing.md)\n- [g](gone.md)\n\nseed password = Sunflower2026!\n' |
	tee MEMORY.md sub/CLAUDE.md >sub/MEMORY.md
cx rebuild
run cx check --format lines
is "$(grep -c 'secret' "$T/out")" 3 'a secret in each'
is "$(grep -c "MEMORY.md:4:3: .*gone.md" "$T/out")" 2 'and its broken links'
not_ok 'the index is not behind' grep -q index-stale "$T/out"
is "$(cx list --json | jq -r .path | grep -c MEMORY)" 0 'it is still no note'
run cx check --format sarif
jq_is '[.runs[0].tool.driver.rules[].helpUri] | unique' '["man:cx-check(1)"]' \
	'rules name their help'
done_testing
