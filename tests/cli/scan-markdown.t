#!/bin/sh
# scan-markdown.t: what counts as a link and as a hashtag: cx-formats(5).
# One file a case, one scan for all of them.
. "$(dirname "$0")/../tap.sh"
need jq

mkdir v
n=1000
: >want

# md TEXT LINKS TAGS: the body on standard input must give these (JSON)
md()
{
	n=$((n + 1))
	{
		printf -- '---\nupdated: 2026-01-01\n---\n'
		cat
	} >"v/$n.md"
	printf '%s\t%s\t%s\t%s\n' "$n.md" "$2" "$3" "$1" >>want
}

# Wikilinks
md "plain" '["a"]' '[]' <<'E'
[[a]]
E
md "label and heading are cut, blanks trimmed" '["a","b","c","d e"]' '[]' <<'E'
[[a|A]] [[b#h]] [[c#h|C]] [[ d e |x]]
E
md "a block reference" '["a","b^c"]' '[]' <<'E'
[[a#^blk]] [[b^c|x]]
E
md "embeds count" '["pic.png","n"]' '[]' <<'E'
![[pic.png|100]] ![[n#h]]
E
md "a heading of this note is no link out" '[]' '[]' <<'E'
[[#heading]] [[#^block|x]] [[ #h ]]
E
md "empty ones" '[]' '[]' <<'E'
[[]] [[ ]] [[|x]]
E
md "an escaped bar in a table" '["a","b"]' '[]' <<'E'
| x | y |
|---|---|
| [[a\|A]] | [[b\|B]] |
E
md "three brackets: the innermost pair" '["a","b"]' '[]' <<'E'
[[[a]]] [[[[b]]]]
E
md "a link in a broken link" '["b"]' '[]' <<'E'
[[a [[b]] c
E
md "a link does not span lines" '["c"]' '[]' <<'E'
[[a
b]] [[c]]
E
md "unclosed" '["b"]' '[]' <<'E'
[[a] [[b]]
E
# Only for tags is the first occurrence said to be kept.
md "twice" '["a","b","a"]' '[]' <<'E'
[[a]] [[b]] [[a|again]]
E
md "scripts, blanks, points" '["日本語 メモ","a.b","ä/ö ü","R&D (x)"]' '[]' <<'E'
[[日本語 メモ]] [[a.b]] [[ä/ö ü#x]] [[R&D (x)]]
E
md "suffix and directories stay as written" '["x/y.md","../z","./w","/v"]' '[]' <<'E'
[[x/y.md]] [[../z]] [[./w]] [[/v]]
E
md "in lists, quotes, headings, emphasis" '["a","b","c","d","e"]' '[]' <<'E'
# [[a]]
- [[b]]
> [[c]]
1. **[[d]]** _[[e]]_
E
md "adjacent" '["a","b"]' '[]' <<'E'
[[a]][[b]]
E
md "markdown links are not wikilinks" '[]' '[]' <<'E'
[a](b.md) [c][d] [e]
E

# Code
md "a code span" '["b"]' '["t"]' <<'E'
`[[a]] #s` [[b]] #t
E
md "longer runs of backticks" '["c"]' '[]' <<'E'
``[[a]] ` [[b]]`` [[c]]
E
md "a backtick without a partner is text" '["a","b"]' '["t"]' <<'E'
it` [[a]] #t

[[b]]
E
md "runs of unequal length do not match" '["a"]' '["t"]' <<'E'
``` [[a]] `` #t
E
md "an escaped backtick opens nothing" '["a"]' '[]' <<'E'
\`[[a]]\`
E
md "a span over two lines" '["b"]' '[]' <<'E'
`[[a]]
[[a]]` [[b]]
E
md "a span ends with its paragraph" '["a","b"]' '[]' <<'E'
one ` tick [[a]]

and ` another [[b]]
E
md "a span does not leave its list item" '["a","b"]' '[]' <<'E'
- one ` tick [[a]]
- and ` another [[b]]
E
md "a fence" '["a","c"]' '["s","u"]' <<'E'
[[a]] #s
```
[[b]] #t
```
[[c]] #u
E
md "a fence with an info string" '["b"]' '[]' <<'E'
```md title="x"
[[a]]
```
[[b]]
E
md "tildes" '["c"]' '[]' <<'E'
~~~
[[a]]
```
[[b]]
~~~
[[c]]
E
md "a longer fence is closed by one as long" '["c"]' '[]' <<'E'
````
[[a]]
```
[[b]]
````
[[c]]
E
md "a closing fence has no info string" '["c"]' '[]' <<'E'
```
[[a]]
``` x
[[b]]
```
[[c]]
E
md "backticks in the info string: no fence" '["a"]' '[]' <<'E'
``` x`y
[[a]]
E
md "an indented fence" '["b"]' '[]' <<'E'
   ```
[[a]]
   ```
[[b]]
E
md "a fence in a list" '["b"]' '[]' <<'E'
- x
  ```
  [[a]]
  ```
- [[b]]
E
md "a fence in a quote ends with the quote" '["b"]' '[]' <<'E'
> ```
> [[a]]

[[b]]
E
md "a fence that does not end" '["a"]' '["s"]' <<'E'
[[a]] #s
```
[[b]] #t
E

# Comments
md "an HTML comment" '["b"]' '["t"]' <<'E'
<!-- [[a]] #s --> [[b]] #t
E
md "a comment over lines and blank lines" '["b"]' '[]' <<'E'
<!-- [[a]]

[[a]]
--> [[b]]
E
md "a comment in code is code" '["b"]' '[]' <<'E'
`<!--` [[b]] `-->`

```
<!--
```
E
md "code in a comment is comment" '["b"]' '[]' <<'E'
<!-- ` --> [[b]] <!-- ` -->
E
md "AUTO markers do not hide what is between" '["a"]' '[]' <<'E'
<!-- AUTO:x -->
[[a]]
<!-- /AUTO:x -->
E

# Backtick references
md "a backtick reference" '["w","n/a.md"]' '[]' <<'E'
`n/a.md` [[w]]
E
md "a heading is cut there too" '["n/a.md"]' '[]' <<'E'
See `n/a.md#part`.
E
md "what is no reference" '[]' '[]' <<'E'
`cat a.md` `*.md` `.md` `a.txt` `a.md.bak` ``a`` `md`
E
md "not in a fence, not in a comment" '["b.md"]' '[]' <<'E'
```
`a.md`
```
<!-- `c.md` --> `b.md`
E
md "wikilinks before backticks, each in order" '["z","y","b.md","a.md"]' '[]' <<'E'
`b.md` [[z]] `a.md` [[y]]
E

# Hashtags
md "where one may stand" '[]' '["a","b","c","d"]' <<'E'
#a text #b
	#c
- #d x#e (#f) [#g] "#h" /#i
E
md "a heading is none" '[]' '["x"]' <<'E'
# Heading
## Two #x
###
E
md "the characters" '[]' '["a_b","a-b","a/b","a1","日本語","été","_x","-y","тег"]' <<'E'
#a_b #a-b #a/b #a1 #日本語 #Été #_x #-y #Тег
E
md "where it ends" '[]' '["a","b","c","d","e","f","g"]' <<'E'
#a. #b, #c: #d; #e! #f? #g)
E
md "the first is not a digit" '[]' '["y2026"]' <<'E'
#1 #2026 #1a #y2026
E
md "emoji" '[]' '["🚀","a🎉b"]' <<'E'
#🚀 #a🎉b
E
# "#a#b": the second # does not stand after white space.
md "two together" '[]' '["a","b"]' <<'E'
#a#b ##c #b
E
md "an escaped one, a URL, a colour, an entity" '[]' '[]' <<'E'
\#no http://x/#no a&#39;b C#
E
md "in a link: part of the link" '["a"]' '[]' <<'E'
[[a #b]] [[#c]]
E
md "other white space before it" '[]' '["a","b"]' <<E
x$(printf '\302\240')#a x$(printf '\343\200\200')#b
E
md "decomposed marks belong to the letter" '[]' \
	"[\"e$(printf '\314\201')te\"]" <<E
#e$(printf '\314\201')te
E

# Line ends
printf -- '---\r\nupdated: 2026-01-01\r\n---\r\n```\r\n[[a]] #s\r\n```\r\n[[b]] #t\r\n`c.md`\r\n' \
	>v/crlf.md
printf 'crlf.md\t["b","c.md"]\t["t"]\tCRLF\n' >>want
printf '[[a]] #t' >v/noeol.md
printf 'noeol.md\t["a"]\t["t"]\tno newline at the end\n' >>want
printf '[[a]] \000 [[b]] #t\n' >v/nul.md
printf 'nul.md\t["a","b"]\t["t"]\ta NUL hides nothing behind it\n' >>want
printf '[[a]] \377 [[b\377]] #t\n' >v/bad.md
printf 'bad.md\t["a","b\357\277\275"]\t["t"]\tinvalid UTF-8\n' >>want

run cx-scan v
status 0
jq -c '[.path, .links_out, .tags]' "$T/out" >got
while IFS='	' read -r f links tags text <&3; do
	is "$(jq -r "select(.[0] == \"$f\") | [(.[1]|tojson), (.[2]|tojson)] |
		join(\" \")" got)" "$links $tags" "$text ($f)"
done 3<want
is "$(wc -l <got | tr -d ' ')" "$(wc -l <want | tr -d ' ')" "every case ran"

# Pathological texts: linear, so that a megabyte of each is nothing.
mkdir p
rep() { awk -v s="$1" 'BEGIN { while (n++ < 300000) printf "%s", s }'; }
rep '[[' >p/1.md
rep '`' >p/2.md
rep '` ``' >p/3.md
rep '<!--' >p/4.md
rep '#a' >p/5.md
rep '[[a|' >p/6.md
rep '> ' >p/7.md
rep '- ' >p/8.md
awk 'BEGIN { for (i = 1; i < 1500; i++) {
	for (j = 0; j < i; j++) printf "`"; printf "a" } }' >p/9.md
run timeout 20 cx-scan p
status 0 "texts that would be quadratic"
is "$(jq -c '.links_out|length' "$T/out" | sort -u)" 0 "nothing is found in them"
done_testing
