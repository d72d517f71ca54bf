#!/bin/sh
# dialects.t: what other tools write into notes, as their manuals define it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq git

CORTEX_NOW=2026-04-15
export CORTEX_NOW

### Dendron: [[text|target]] where dendron.yml is

mkdir -p ws/vault && cd ws || exit 99
put vault/a.md <<'END'
# A

See [[the second|b.c]], [[b.c#steps]], [[Steps|dendron://vault/b.c#steps]],
[[here|#below]], [[gone|nowhere]], ![[b.c#steps]] and `b.c.md`.

| x |
|---|
| [[in a table\|b.c]] |

## Below
END
put vault/b.c.md <<'END'
## Steps
END
touch vault/cortex.toml
run cx -C vault scan
jq_is 'select(.path == "a.md") | .links_out' \
	'["the second","b.c","Steps","here","gone","b.c","in a table","b.c.md"]' \
	'elsewhere the target comes first'
touch dendron.yml
run cx -C vault scan
jq_is 'select(.path == "a.md") | .links_out' \
	'["b.c","b.c","b.c","nowhere","b.c","b.c","b.c.md"]' \
	'with dendron.yml above it comes last, without its vault'
run cx -C vault config --origin
jq_is .links.text_first '{"value":true,"origin":"dendron.yml"}' \
	'the configuration says why'
run cx -C vault rebuild
run cx -C vault links --broken
jq_is '[.path, .target]' '["a.md","nowhere"]' 'one link is broken'
run cx -C vault check --format lines
is "$(grep -o 'a.md:.*broken-link\|missing-.*' "$T/out" | cut -d : -f 1,2)" \
	a.md:4 'which is all that cx check finds of links'
put vault/web.md <<'END'
See [[a page|https://example.org/x]] and [[text](https://example.org)]], [[b.c]].

The result of f([[1,2],[3]], [4]) is empty.
END
run cx -C vault scan
jq_is 'select(.path == "web.md") | .links_out' '["b.c"]' 'addresses and lists are no notes'
rm vault/web.md
cp -R vault before
run cx -C vault move b.c.md d.md
status 0
is "$(sed -n '3,4p;8p' vault/a.md)" "$(cat <<'END'
See [[the second|d]], [[d#steps]], [[Steps|dendron://vault/d#steps]],
[[here|#below]], [[gone|nowhere]], ![[d#steps]] and `d.md`.
| [[in a table\|d]] |
END
)" 'a move changes the targets and nothing else'
run cx -C vault undo
rm -rf vault/.cortex before/.cortex
same before/a.md vault/a.md 'and undo takes that back'
run cx -C vault move --heading b.c.md Steps 'First steps'
status 0
is "$(grep -c 'b.c#First steps' vault/a.md)" 2 'anchors behind the target'
run cx -C vault undo
echo '[links]' >vault/cortex.toml
echo 'text_first = false' >>vault/cortex.toml
run cx -C vault rebuild
status 0
run cx -C vault links --broken
jq_is .target '"the second"
"Steps"
"here"
"gone"
"in a table"' 'cortex.toml decides, if it says something'
: >vault/cortex.toml
mkdir vault/.git
run cx -C vault config --get links.text_first
out_is false 'dendron.yml above the repository is somebody else'\''s'
rmdir vault/.git
rm dendron.yml
run cx -C vault config --get links.text_first
out_is false 'without it, links are as elsewhere'
cd ..

### fields: page properties of Logseq, inline fields of Dataview

mkdir -p fields/pages && cd fields || exit 99
touch cortex.toml
put pages/plan___2026.md <<'END'
title:: The plan
type:: [[decision]]
tags:: work, [[big thing]], #now
alias:: Plan B, [[Roadmap]]
due:: 2026-12-01
links:: [[other]]
empty::

- first block, see [[plan/2026]]
  type:: not of the page
END
put dataview.md <<'END'
---
status: done
tags: [a]
---

# Dataview

Status:: open
Last-Reviewed:: 2021-08-17
created:: 2021-08-01

due:: 2030-01-01 is below the head
END
put none.md <<'END'
std::vector is text, and so is
type:: this
END
put code.md <<'END'
```
type:: code
```
END
run cx scan
jq_is 'select(.name == "The plan")
	| [.type, .tags, .links_out, .extra.alias, .extra.due, .lines]' \
	'["decision",["work","big thing","now"],["decision","big thing","Roadmap","other","plan/2026"],"Plan B, Roadmap","2026-12-01",11]' \
	'what Logseq says of a page is its metadata'
jq_is 'select(.path == "dataview.md") | [.name, .status, .created, .tags, .extra]' \
	'["Dataview","done","2021-08-01",["a"],{"last-reviewed":"2021-08-17"}]' \
	'front matter goes before fields, and the title may stand before them'
jq_is 'select(.path == "none.md" or .path == "code.md") | [.type, .extra]' \
	'["unknown",{}]
["unknown",{}]' 'a field has a key and a blank, and stands at the head'
run cx rebuild
status 0
err_empty
run cx search --where 'type=decision'
status 0
out_has 'pages/plan___2026.md' 'filters know them'
put from.md <<'END'
[[plan/2026]] [[Roadmap]] ((6436a09b-4f3e-4a0e-8f0e-2f1d6d0c9f3a))
[block](((6436a09b-4f3e-4a0e-8f0e-2f1d6d0c9f3a))) [page]([[plan/2026]])
END
run cx scan
jq_is 'select(.path == "from.md") | .links_out' \
	'["plan/2026","Roadmap","plan/2026"]' 'a page with a label, not a block'
run cx rebuild
run cx backlinks pages/plan___2026.md
out_has from.md 'a___b.md is the page a/b'
run cx check --rule broken-link --all
is "$(grep -c '^from.md' "$T/out")" 0 'and nothing of it is a broken link'
cp from.md "$T/from"
echo x >pages/std%3A%3Aref.md
echo '[[std::ref]] [[Std::Ref|it]]' >percent.md
run cx rebuild
run cx backlinks pages/std%3A%3Aref.md
out_has percent.md 'a%3Ab.md is the page a:b'
run cx move pages/std%3A%3Aref.md pages/std%3A%3Acref.md
status 0
is "$(cat percent.md)" '[[std::cref]] [[std::cref|it]]' 'and stays one'
run cx move pages/plan___2026.md pages/plan___2027.md
status 0
ok 'an alias stays' grep -q ' \[\[Roadmap\]\] ' from.md
run cx scan
run cx rebuild
run cx links --broken
jq_is 'select(.path == "from.md") | .target' '' 'a move keeps these links'
ok 'as Logseq writes them' grep -q '^\[\[plan/2027\]\]' from.md
run cx undo
same "$T/from" from.md 'and undo takes it back'
put new.md <<'END'
[[Dec 1st, 2025]] [[a/TICKET.md]] [a](Enhancement.md) ![p](assets/p.png)
END
run cx check --rule broken-link --format lines new.md
is "$(grep -c '^new.md' "$T/out")" 4 'elsewhere all of these are broken'
put logseq/config.edn <<'END'
{:meta/version 1}
END
run cx check --rule broken-link --format lines new.md
is "$(grep '^new.md' "$T/out" | cut -d : -f 3)" '35
55' 'a page of Logseq needs no file; a path does'
cd ..

### Dendron: milliseconds since 1970

mkdir days && cd days || exit 99
touch cortex.toml
put a.md <<'END'
---
updated: 1653409628830
created: '1639113925844'
---
END
put b.md <<'END'
---
created: 16391139258
---
END
run cx scan
jq_is '[.created, .updated]' '["2021-12-10T05:25:25","2022-05-24T16:27:08"]
["16391139258","16391139258"]' 'are a date'
run cx check --rule bad-date --format lines
is "$(cut -d : -f 1 "$T/out" | sort -u)" b.md 'and no finding'
echo '![[d#steps,1:]] ![[d#steps,1:#*]] ![[d#gone,1:]]' >c.md
echo '## Steps' >d.md
run cx check --rule missing-heading --format lines
is "$(cut -d ' ' -f 1 "$T/out" | grep '^c')" c.md:1:35: 'a range may end nowhere'
cd ..

### Hugo: one site in several languages

mkdir -p hugo/content/en hugo/content/de && cd hugo || exit 99
touch cortex.toml
echo '[pods](/pod/) [gone](/gone/) [x](/elsewhere/2015/x/)' | tee content/en/a.md >content/de/a.md
printf -- '---\naliases: [../x/moved/, Docs]\nslug: short\n---\n' >content/de/old.md
echo '[y](/a/x/moved/) [s](/content/short/x.png) [n](/content/other/)' \
	>content/en/z.md
echo '[f](/x/moved/y.md) [d](/content/Docs/) [e](/de/Docs/)' >>content/en/z.md
mkdir -p content/de/set
printf -- '---\naliases: install\n---\n' >content/de/set/_index.md
echo '[a](/de/install/) [b](/de/set/install)' >>content/en/z.md
echo pod | tee content/en/pod.md >content/de/pod.md
run cx check --rule broken-link,ambiguous-link --format lines
is "$(grep -o '^content[^ ]*' "$T/out")" 'content/de/a.md:1:15:
content/en/a.md:1:15:
content/en/z.md:1:44:
content/en/z.md:2:1:
content/en/z.md:2:20:
content/en/z.md:3:19:' 'where the root of a site is, the site knows'
echo '[a](content/de/pod.html) [y](y.html)' >b.md
run cx check --rule broken-link --format lines b.md
is "$(grep -o '^b.md[^ ]*' "$T/out")" b.md:1:26: 'pod.html is made of pod.md'
cd ..

### GitHub: a link whose text is in brackets

mkdir git && cd git || exit 99
touch cortex.toml
put c.md <<'END'
![[*.png|right]] is how a [link](example.com/x) looks, [[x/<name>/y]] too.
Also [[<plugin>|Plugin]] and [[internal links]], [[Some document]],
[[placeholder/link]] and `inlineMath:` [["\\\\(", "\\\\)"]].
END
put a.md <<'END'
By [[1]](#resources), [[2]](https://example.org/a), [[3]](./b.md "t").
[[n]](see there) [[n]](2020) [[n]] (b) [[n]](./no end

## Resources
END
echo b | tee b.md >n.md
run cx scan
jq_is 'select(.path == "a.md") | .links_out' '["./b.md","n","n","n","n"]' \
	'is no wikilink'
run cx check --rule broken-link --format lines
is "$(grep -c '^[ac]' "$T/out")" 0 'nor broken, as examples are not'
cd ..

### templates

mkdir filled && cd filled || exit 99
touch cortex.toml
printf -- '---\ntitle: <%% tp.file.title %%>\n<%%* if (x) { %%>\ntags: [a: b\n---\n' >t.md
printf -- '---\nname: {{title}}\n{{more}}\n---\n' >u.md
printf -- '---\nname: a\n<more\n---\n{{x}} <%%y%%>\n' >v.md
run cx check --rule yaml-invalid,not-read --format lines
is "$(grep -o '^[tuv].md' "$T/out" | sort -u)" v.md \
	'front matter is YAML once it is filled in'
cd ..

### comments that are not shown

mkdir hidden && cd hidden || exit 99
touch cortex.toml
put a.md <<'END'
# A

%% ![[b#Sponsor]] [[gone]] %%
x %%y%% [[b#Sponsor]] [[gone]] 100%%
{% comment %}[m](#TODO) {% endcomment %}past [n](#TODO)

%%
[[gone]] ![[b#Sponsor]]
more [[gone two]] %%
[[gone three]]

~~~
%%
~~~

[[gone four]]

%% begun here
[[gone five]]
%%

{% comment %}
- [o](#TODO) [[gone six]]
{%- endcomment %} [[gone seven]]

%% [[b#Open]]
END
echo b >b.md
run cx check --rule missing-heading,broken-link --format lines
is "$(cut -d ' ' -f 1 "$T/out" | grep '^a')" 'a.md:4:9:
a.md:4:23:
a.md:5:46:
a.md:10:1:
a.md:16:1:
a.md:24:19:
a.md:26:4:' 'nothing is said of links in them'
cd ..

### Logseq: which page a link means

mkdir pages && cd pages || exit 99
touch cortex.toml
mkdir -p pages journals logseq
echo '{:meta/version 1}' >logseq/config.edn
echo '[[Filed]] [[A/Claude.md]] [[B/Claude]]' >from.md
echo '- # [[Filed]]' | tee journals/2026_01_01.md >journals/2026_01_02.md
echo '# [[Filed]]' | tee journals/2026_01_03.md >journals/2026_01_04.md
echo 'alias:: Filed' >pages/To___File.md
echo x | tee pages/CLAUDE.md journals/CLAUDE.md >pages/A___Claude.md.md
run cx scan
jq_is 'select(.path == "journals/2026_01_03.md") | .name' '"2026_01_03"' \
	'a heading that is a link to a note is not a name'
run cx check --rule ambiguous-link,broken-link --format lines
is "$(grep -c '^from' "$T/out")" 0 'neither it nor a last part makes a doubt'
echo 'A [[#green]]==word==, [[#include]] and [here](#gone)' >tagged.md
run cx check --rule missing-heading --format lines
out_has "no heading 'gone'" 'a heading is looked for'
is "$(grep -c 'green\|include' "$T/out")" 0 '[[#x]] is the page of a tag'
rm tagged.md
run cx rebuild
run cx backlinks pages/A___Claude.md.md
out_has from.md 'a/b is the page a___b.md before it is any b.md'
mkdir A && echo x | tee A/Claude.md.md >A/b.md
echo '[[A/Claude.md]] [[A/b]]' >from.md
echo x >pages/A___b.md
cx scan >"$T/records"
run cx-links "$T/records"
jq_is 'select(.path == "from.md") | .to' '"A/Claude.md.md"
"A/b.md"' 'but not before A/b.md itself'
cd ..

### Dendron: a vault without its workspace

mkdir dendron && cd dendron || exit 99
git init -q .
touch cortex.toml root.schema.yml
echo '[[The text|a.b]]' >root.md
echo b >a.b.md
run cx check --rule broken-link --format lines
is "$(grep -c '^root' "$T/out")" 0 'root.schema.yml tells that the text is first'
cd ..

### links out of the vault

mkdir out && cd out || exit 99
git init -q .
mkdir -p d
touch cortex.toml
echo '[a](../../x/a.py) [b](../b.py) [c](../d/../../e.md)' >d/n.md
run cx check --rule broken-link --format lines
is "$(grep -o '^d[^ ]*' "$T/out")" d/n.md:1:19: 'nobody can say what is there'
run cx rebuild
run cx links --broken
jq_is .target '"../b.py"' 'cx links agrees'
cd ..

### sites: what their programs make

mkdir quartz && cd quartz || exit 99
touch cortex.toml
echo '[[tags/a/b|all of b]] [[tag/a]]' >n.md
run cx check --rule broken-link --format lines
is "$(grep -c tags/a "$T/out")" 1 'a name with a directory'
touch quartz.config.ts
run cx check --rule broken-link --format lines
is "$(grep -o 'called [^;]*' "$T/out")" "called 'tag/a'" 'Quartz has pages of tags'
cd ..

mkdir -p site/content/_common site/layouts/_markup && cd site || exit 99
touch cortex.toml layouts/_markup/render-link.html
cat >content/a.md <<'END'
A [map](g) of [gone](gone/x), [terms](#maxage), [again](#names-1), [third](#names-2), [no](#names-3), [f](#fn:2) [g](#user-content-fn-2) [r](#fnref:2) [n](#fn:3).
[fence](b.md#behind) [set](b.md#config.dir) [opt](b.md#+x.opt) [no](b.md#config) [inc](c.md#there)
[[b#be hind]] [open](#set-up) [Methods](/methods/Page/)

{{< code file=x >}}
[[menus.main]]
name = 'About'
[[redirects]] # the last
from = '/x'
  [[indented]]
  from = '/y'

[[menus.main]]
[menus.main.params]
{{< /code >}}

[[gone]]
[[gone2]]

## Names

`maxAge`
: How long[^2]

Names
: Who

Names
: Whom

[^2]: Seconds.
END
cat >content/b.md <<'END'
#### <!-- md:setting config.dir -->

<!-- md:option x.opt -->

3. One:

   ```sh
    x
    ```

### Behind

### Be hind
END
echo '{{% include "_common/c.md" %}}' >content/c.md
echo '[there](#elsewhere)' >content/_common/c.md
mkdir -p content/Methods content/x
echo m >content/Methods/page.md
echo p >content/x/Page.md
run cx check --rule broken-link,missing-heading,ambiguous-link --format lines
is "$(grep -o '^content[^ ]*' "$T/out")" 'content/a.md:1:15:
content/a.md:1:87:
content/a.md:1:152:
content/a.md:2:64:
content/a.md:3:15:
content/a.md:17:1:
content/a.md:18:1:' 'is not missed; the rest is'
run cx rebuild
run cx backlinks content/Methods/page.md
out_has content/a.md 'a path without regard to case comes before a last part'
cd ..

### tasks with a day

mkdir tasks && cd tasks || exit 99
touch cortex.toml
run cx tasks
status 1
err_has 'no note has a dated task'
put a.md <<'END'
---
project: api
---
# Tasks

- [ ] #task Write it 📅 2026-12-01 ⏳ 2026-11-20
- [x] done 📅 2026-12-02
- [ ] no day
> 1. [ ] quoted [due:: 2026-12-03]
* [ ] words due: 2026-12-04 and more
- [-] cancelled 📅 2026-12-05

~~~
- [ ] code 📅 2026-12-06
~~~
END
put b.md <<'END'
- TODO call Ann
  DEADLINE: <2026-12-07 Mon>
- LATER read
  SCHEDULED: <2026-12-08 Tue 09:00 .+1d>
- DONE sent
- TODO nothing known
END
run cx tasks
status 0
err_empty
jq_is '[.path, .line, .project, .title, .due, .scheduled, .status]' \
'["a.md",6,"api","#task Write it","2026-12-01","2026-11-20","open"]
["a.md",9,"api","quoted","2026-12-03",null,"open"]
["a.md",10,"api","words and more","2026-12-04",null,"open"]
["b.md",1,null,"call Ann","2026-12-07",null,"open"]
["b.md",3,null,"read",null,"2026-12-08","open"]' 'open tasks of notes that have a day'
run cx tasks --project api
jq_of -rs "$T/out" 'map(.path) | unique[]' a.md 'of one project'
put c.md <<'END'
- TODO first
  SCHEDULED: <2026-12-09 Wed>
- DONE second
  DEADLINE: <2026-12-10 Thu>
- TODO third
  SCHEDULED: <2026-02-30 Mon>
	- a thought
	  DEADLINE: <2026-12-11 Fri>
- [/] begun 📅️ 2026-12-12
- [ ] to start 🛫 2026-12-13
- [ ] so, too (start:: 2026-12-14)
- [ ] never 📅 2026-02-30
END
run cx tasks
jq_is 'select(.path == "c.md") | [.line, .title, .due, .scheduled, .start]' \
'[1,"first",null,"2026-12-09",null]
[9,"begun","2026-12-12",null,null]
[10,"to start",null,null,"2026-12-13"]
[11,"so, too",null,null,"2026-12-14"]' 'a mark is of its own item, and a day of the calendar'
cd ..
done_testing
