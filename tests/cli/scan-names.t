#!/bin/sh
# scan-names.t: what a note is called: front matter, its first heading of
# level 1, the name of its file as it is.
. "$(dirname "$0")/../tap.sh"
need jq

mkdir v
n=0
: >want
named() # NAME TEXT; the note on standard input
{
	n=$((n + 1))
	cat >"v/n$n.md"
	printf 'n%s.md\t%s\t%s\n' "$n" "$1" "$2" >>want
}
file() # NAME: a file without a title
{
	echo text >"v/$1.md"
	printf '%s\t%s\tthe name of the file, as it is\n' "$1.md" "$1" >>want
}
file cURL
file v0.0.11
file "Anatomie d'un échec"
file _my_note
file 'ALL CAPS'
named 'By name' 'name, then title' <<'E'
---
title: By title
name: By name
---
# Heading
E
named 'By title' 'title' <<'E'
---
title: By title
---
# Heading
E
named Heading 'a heading' <<'E'
---
type: x
---
Text first.

## Two
# Heading #
# Another
E
named Heading 'an empty name does not count, nor an empty heading' <<'E'
---
name:
---
#
# Heading
E
named 'Under lined' 'setext, over two lines' <<'E'
Under
lined
=====
# Later
E
named 'Real' 'not in a fence, a comment, a quote, a list or indented' <<'E'
```sh
# comment
```
~~~
# comment
```
~~~
<!--
# comment
-->
> # quote
- # item
    # indented
	# indented
#hashtag
   # Real
E
named 'n7' 'level 2 is none, nor is ---' <<'E'
## Two
Text
---
#no
E
named 'cx-scan and The link' 'marks are not part of a name' <<'E'
# `cx-scan` **and** [[a|The]] [link](b.md)
E
named 'C# [x] snake_case *' 'what is not a mark stays' <<'E'
# C# [x] snake_case \*
E
named 'n10' 'an unclosed fence goes to the end' <<'E'
```
# comment
E
named Handbook 'a heading with a badge' <<'E'
# Handbook [![build](https://x.example/b.svg)](https://x.example/)
E
named 'A guide' 'images are not read, links are' <<'E'
# ![logo](logo.png) A ![x](y.png) [guide](g.md)
E
named Logo 'a heading that is an image' <<'E'
# ![Logo](logo.png)
E
named 'Set up before H2O, a < b' 'pairs of tags that dress words' <<'E'
---
title: Set up <em>before</em> <span class="x">H<sub>2</sub>O</span>, a < b
---
E
named '<select>, <b> and </i> in `<em>x</em>`' 'tags that a title is about' <<'E'
---
title: <select>, <b> and </i> in `<em>x</em>`
---
E
named 'Set up <em>before</em>' 'a name of our own is as it is written' <<'E'
---
name: Set up <em>before</em>
---
E
named '<em></em>' 'a name that would be empty' <<'E'
---
title: <em></em>
---
E
named 'Set up before <Suspense> and <b>x</b>' 'tags in a heading' <<'E'
# Set up <em>before</em> `<Suspense>` and `<b>x</b>`
E
named '!x and y' 'an image needs its target' <<'E'
# ![[x]] and [y](z.md)
E
named n20 'a drawing' <<'E'
---
excalidraw-plugin: parsed
---
==Switch to EXCALIDRAW VIEW==

# Excalidraw Data
E
# A file that is named for people gives way only to a title.
titled() # FILE NAME TEXT; the note on standard input
{
	cat >"v/$1.md"
	printf '%s.md\t%s\t%s\n' "$1" "$2" "$3" >>want
}
for f in Grafana 'Node pressure' 2026-04-11 의존성 winPEAS; do
	titled "$f" "$f" 'a heading below text is of a part' <<-'E'
	It watches.

	# Installation
	E
	titled "$f 2" "$f 2" 'so is the first of several' <<-'E'
	# Installation
	# Use
	E
	titled "$f 3" 'What it is' '... and what a text begins with is its title' <<-'E'

	# What it is
	text
	## Part
	E
done
titled 'Under 4' Under 'also when it is underlined' <<'E'
Under
=====
E
titled 'Words 5' 'Words 5' 'a word before it is text' <<'E'
word
# Heading
E
for f in deploy-notes index README SKILL my_Note AWS-CLI 서버-설정; do
	titled "$f" Heading 'other names give way to any' <<-'E'
	Text.

	# Heading
	# Another
	E
done
printf '\357\273\277# Bom\r\ntext\r\n' >v/crlf.md
printf 'crlf.md\tBom\tBOM and CRLF\n' >>want
printf '# T' >v/end.md
printf 'end.md\tT\twithout a line end\n' >>want
run cx-scan v
status 0
cp "$T/out" got
while IFS='	' read -r f name text <&3; do
	is "$(jq -r --arg f "$f" 'select(.path == $f).name' got)" "$name" \
		"$text ($f)"
done 3<want
# It is a name for links, as any other.
printf '[[Under lined]] [[By name]]\n' >v/src.md
is "$(cx-scan v | cx-links -C v | jq -c 'select(.path == "src.md")' |
	jq -sc 'map([.to, .by])')" \
	'[["n5.md","name"],["n1.md","name"]]' 'links by name'
# Time is linear.
mkdir p
awk 'BEGIN { while (n++ < 200000) printf "# \n" }' >p/1.md
awk 'BEGIN { printf "# "; while (n++ < 500000) printf "[" }' >p/2.md
awk 'BEGIN { printf "# "; while (n++ < 500000) printf "[a](" }' >p/3.md
awk 'BEGIN { while (n++ < 500000) printf "<!-- \n" }' >p/4.md
awk 'BEGIN { printf "# "; while (n++ < 500000) printf "[![a](" }' >p/5.md
awk 'BEGIN { printf "# "; while (n++ < 500000) printf "<em>" }' >p/6.md
awk 'BEGIN { printf "---\ntitle: x"; while (n++ < 50000) printf "<em>"
	print "\n---" }' >p/7.md
run timeout 200 cx-scan p
status 0
done_testing
