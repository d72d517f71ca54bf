#!/bin/sh
# import.t: notes of other tools become notes here, with their ids, dates and
# links, and only once.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/imported.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
cp -R "$SRC/tests/import" in
find in -exec touch -d 2025-06-01T12:00:00Z {} +

# added LINKS: all become notes, once; what is broken then are LINKS.
added()
{
	run cx -C v new <notes
	status 0
	jq_of -rs "$T/out" 'map(.id) | sort | join(" ")' \
		"$(jq -rs 'map(.id) | sort | join(" ")' notes)" 'all become notes'
	find v -name '*.md' -exec cksum {} + | sort >before
	run cx -C v new <notes
	status 0
	out_empty
	n=$(wc -l <notes)
	err_has "skipped $n of $n records"
	find v -name '*.md' -exec cksum {} + | sort >after
	same before after 'a second import changes nothing'
	cx-scan v | cx-links -C v --broken >"$T/json"
	jq_of -r "$T/json" .target "${1-}" \
		'links between the notes are whole'
	is "$(cx-scan v | cx-links -C v --ambiguous)" '' 'and lead to one'
	run cx -C v check --rule bad-id,duplicate-id,bad-date,unknown-type,unknown-status
	status 0
}

# --- the command

run cx import --list
status 0
err_empty
is "$(cut -d' ' -f1 "$T/out" | tr '\n' ' ')" "$(cd "$SRC/pipelines/import.d" &&
	printf '%s ' *.jq | sed 's/\.jq//g')" 'a format is a file'
cp "$T/out" list
run cx import --help
ok 'and in --help' grep -q '^  chatgpt  *ChatGPT' "$T/out"
for a in '' nope ../import zk '--what zk in/zk' '--type' '--list x'; do
	# shellcheck disable=SC2086
	run cx import $a
	status 2
	out_empty
done
run cx import obsidian in
status 2
err_has 'read where they are' 'what needs no import is no unknown format'
run cx import zk missing in/zk
status 4
err_has 'missing: No such file'
is "$(wc -l <"$T/out")" 4 'the other file is read'

# --- chatgpt

vault chatgpt in/chatgpt.json
status 0
err_empty
is "$(field '[.id,.name,.type,.status,.created,.updated]')" \
	'["6f1c2a34-0000-4000-8000-00000000000a","Backups: which tool?","thread",null,"2024-05-01T10:00:00Z","2024-05-01T11:00:00Z"]
["6f1c2a34-0000-4000-8000-00000000000b","Remind me of the port.","thread","archived","2024-05-01T21:46:40Z","2024-05-01T21:46:40Z"]' \
	'chatgpt: a note for each conversation in which something was said'
put expected <<'E'
## User

Which tool should I use for backups?

## Assistant

Use `restic`:

```sh
restic backup ~/notes
```

## Assistant

````python
print('```')
````

## Tool

````
```
````

## User

[image]
E
field .content | sed -n 1,27p >body
same body expected 'the branch on display, with code'
added
run cx -C v import --type reference chatgpt in/chatgpt.json
jq_of -rs "$T/out" 'map(.type) | unique[]' reference '--type'
printf '%s%b%s' '[{"title":"Cited","id":"c","current_node":"a","mapping":{
 "a":{"id":"a","message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["Open at six.' \
	' \0356\0210\0200cite\0356\0210\0202turn0search0\0356\0210\0201' \
	' Bring a coat."]}}}}}]' >cited.json
vault chatgpt cited.json
status 0
is "$(field .content)" '## Assistant

Open at six. Bring a coat.' 'chatgpt: marks of citations, which its page draws, go'
echo '{"memories":[{"id":"m-1","content":"Likes tea.","updated_at":"2025-01-01T00:00:00Z"}],"memory_num_tokens":3}' >memories.json
vault chatgpt memories.json
status 0
is "$(field '[.id,.created,.content]')" '["m-1","2025-01-01T00:00:00Z","Likes tea."]' 'chatgpt: memories'

# --- claude

vault claude in/claude.json in/claude-memories.json
status 0
err_empty
is "$(field '[.id,.name,.type,.created]')" \
	'["0b7d9a10-1111-4222-8333-000000000001","Naming a harbour","thread","2025-03-04T22:30:00Z"]
["claude-memory-acc-1","Memory of Claude","user",null]
["claude-memory-0b7d9a10-1111-4222-8333-00000000000f","Memory of Claude, project 0b7d9a10-1111-4222-8333-00000000000f","project",null]' \
	'claude: conversations and memories'
is "$(field .content)" '## User

Suggest a name for a harbour.

Attachment map.txt:

```
north: reef
```

File photo.png

## Assistant

Reefgate.

sign.py

```python
print("Reefgate")
```

**Work**

Keeps the lights of three harbours.
The lamp is changed in May.' 'what was said, attached and made; no thoughts'
added

put projects.json <<'E'
[{"uuid":"p-1","name":"Harbour","description":"Three lights","is_private":true,
 "is_starter_project":false,"prompt_template":"Answer as a keeper.",
 "created_at":"2025-03-01T08:00:00.123456+00:00","updated_at":"2025-03-02T08:00:00+00:00",
 "creator":{"uuid":"u-1","full_name":"Ann"},
 "docs":[{"uuid":"d-1","filename":"tides.md","content":"High at six.","created_at":"2025-03-01T09:00:00+00:00"},
 {"uuid":"d-2","filename":"empty.txt","content":"","created_at":"2025-03-01T09:00:00+00:00"}]},
 {"uuid":"p-2","name":"How to use Claude","description":"An example","is_starter_project":true,
 "prompt_template":"","docs":[{"uuid":"d-3","filename":"guide.md","content":"x"}]},
 {"uuid":"p-3","name":"Nothing yet","description":"","prompt_template":"","docs":[]}]
E
vault claude projects.json
status 0
err_empty
is "$(field '[.id,.name,.type,.created[:10],.content,.extra.claude_project]')" \
	'["p-1","Harbour","project","2025-03-01","Three lights\n\nAnswer as a keeper.",null]
["d-1","tides.md","reference","2025-03-01","High at six.","Harbour"]' \
	'claude: projects and what they know, but the one that comes with it'
added
if command -v zip >/dev/null; then
	cp in/claude.json conversations.json
	zip -q claude.zip conversations.json projects.json
	run cx import claude claude.zip
	status 0
	is "$(jq -r .id "$T/out" | sort | paste -sd ' ' -)" \
		'0b7d9a10-1111-4222-8333-000000000001 d-1 p-1' 'both in the zip'
else
	skip 2 'both in the zip' 'no zip'
fi

# --- mem0

vault mem0 in/mem0.json
status 0
err_empty
is "$(field '[.id,.type,.created,.content,.tags,.extra]')" \
	'["3c90c3cc-0d44-4b50-8888-8dd25736052a","insight","2025-02-01T23:30:00-07:00","Prefers the night shift at the harbour",["work"],{"user":"keeper","mem0_type":"preference","mem0_n":2,"mem0_deep":"{\"a\":1}","source":"mem0"}]
["3c90c3cc-0d44-4b50-8888-8dd25736052b","insight",null,"Allergic to shellfish",[],{"source_created":"2025-02-30T00:00:00Z","source":"mem0"}]' \
	'mem0: the zone of a date stays; what is not a date is kept as text'
jq -c .results in/mem0.json | cx import mem0 - >array
same array notes 'an array, on standard input'
added

# --- claude-code

vault claude-code in/memory
status 0
err_has 'redacted secrets in 1 record'
is "$(field '[.id,.name,.type,.created]')" \
	'["claude-code-in-feedback_tests","Tests first","feedback","2025-06-01"]
["claude-code-in-index-of-memory","Memory","context","2025-06-01"]
["claude-code-in-user_role","user-role","user","2025-06-01"]' \
	'claude-code: types are the same, and MEMORY.md is a note'
is "$(field .content | grep AKIA)" '' 'without secrets'
run cx import --no-redact claude-code in/memory
ok 'unless told to keep them' grep -q AKIAIOSF "$T/out"
added
mkdir -p in/app && printf '# Rules of the app\n\nUse tabs.\n' >in/app/CLAUDE.md
vault claude-code in/app/CLAUDE.md in/memory/MEMORY.md
status 0
is "$(field '[.id,.name,.type]')" '["claude-code-app-CLAUDE","Rules of the app","rule"]
["claude-code-in-index-of-memory","Memory","context"]' 'and CLAUDE.md'

# --- basic-memory

vault basic-memory in/basic-memory
status 0
err_empty
is "$(field '[.id,.name,.created,.extra.aliases,.extra.source_type,.extra.source_status]')" \
	'["kitchen.coffee-brewing","Coffee Brewing","2025-01-15T09:30:00+01:00",["kitchen/coffee-brewing"],"note",null]
["kitchen.grinding-beans","Grinding Beans","2025-06-01",["kitchen/grinding-beans"],"Recipe","tried"]' \
	'basic-memory: the permalink is the id; other types are kept'
is "$(field .content | grep -F '[[')" '- depends_on [[kitchen.grinding-beans|Grinding]]
- relates_to [[Grinding Beans]]
- see [[kitchen/grinding-beans]]
- used_in [[Coffee Brewing]]' 'relations by path, title and permalink'
added

# --- nb

vault nb in/nb
status 0
err_empty
is "$(field '[.name,.created,.tags,.trust,.extra.url]')" \
	'["Sourdough","2024-03-01",["bread"],null,null]
["Flour guide (example.org)","2025-06-01",["bread","flour","bookmark"],"external","https://example.org/flour"]
["Shopping","2025-06-01",["todo"],null,null]' 'nb: notes, bookmarks, todos'
is "$(field .content | grep -Fo '[[nb-'  | wc -l | tr -d ' ')" 3 'selectors: numbers and files, also of a notebook'
added

# --- zk, and what all Markdown has in common

vault zk in/zk
status 0
err_empty
is "$(field '[.name,.created,.tags,.extra.aliases]')" \
	'["How tides work","2023-02-03T08:15:00+01:00",["sea","moon"],["ebb and flow"]]
["The orbit of the moon","2023-02-01",["moon"],null]
["Noon","2024-01-02",[],null]
["Über alles","2025-06-01",[],null]' 'zk: front matter'
jq_of -r notes 'select(.name == "How tides work").content' '
The moon pulls, see [[zk-zk-9xk2-orbit|its orbit]] and [[zk-zk-9xk2-orbit|9xk2]] and [[How tides work]].

```
[not](9xk2-orbit) a [[link]]
```

| what | where |
|---|---|
| orbit | [[zk-zk-log.2024-01-02-noon-fwo7uyc558\|at `noon`]] and `[[9xk2-orbit]]` |

[Web](https://example.org/9xk2-orbit) ![Chart](chart.png)' 'links to notes lead to ids, and nothing else changes'
added ./chart.png
run sh -c 'cx -C v import zk in/zk | cx -C v gate --rejects rejects | cx -C v new'
status 0
out_empty
is "$(jq -r '[.name, .error] | join(" ")' rejects | sort)" \
	'How tides work QUALITY_GATE_FAILED
Noon QUALITY_GATE_FAILED
The orbit of the moon QUALITY_GATE_FAILED
Über alles CONTENT_TOO_SHORT' 'through the gate, which wants no textbook'

# --- rss, bookmarks, apple-notes, notion in HTML: what xsltproc reads

if command -v xsltproc >/dev/null; then
vault rss in/feed.rss in/feed.atom
status 0
err_empty
is "$(field '[.name,.created,.trust,.tags,.extra.source_created]')" \
	'["Lamps are changed","2025-03-04T22:30:00-05:00","external",["Sea","light houses"],null]
["No text",null,"external",[],"Wed, 31 Feb 2025 10:00 GMT"]
["Only a \"text\"","1999-03-05T09:00:00-05:00","external",[],null]
["One & two","2025-01-02T03:04:05+01:00","external",["tides"],null]
["Plain","2025-01-04T00:00:00Z","external",[],null]' 'rss: RSS and Atom'
is "$(field 'select(.name | test("Lamps|One|Plain")).content')" '<https://example.org/lamps>

In **May**. [Older](https://example.org/old)

- north
- south

<https://example.org/one>

This is *XHTML*.

a < b' 'HTML in a text, XHTML and text'
added

vault bookmarks in/bookmarks.html
status 0
err_empty
is "$(field '[.name,.created,.tags,.extra.url]')" \
	'["Example & harbour","2024-05-01T10:00:00Z",["light","sea","toolbar"],"https://example.org/"]
["Ropes","2024-05-01T10:00:00Z",["toolbar","tools & ropes"],"https://example.org/ropes?a=1&b=2"]
["After",null,["toolbar"],"https://example.org/after"]' 'bookmarks: folders are tags, an address is one note'
is "$(field .content | tail -n +3 | head -n 1)" 'A page about a harbour' 'with its description'
added

# Items that nobody closes; libxml2 goes 256 deep, and stops without a word.
{
	echo '<DL><p>'
	seq -f '<DT><A HREF="https://example.org/%.0f">Page</A>' 600
	echo '</DL>'
} >flat.html
run cx import bookmarks flat.html
status 0
is "$(wc -l <"$T/out")" 600 'all bookmarks of a long list'
mkdir deep
jq -rn '"<div>" * 1000 + "deep"' >deep/a.html
run cx import apple-notes deep
status 3
err_has 'a.html cannot be read'

vault apple-notes in/apple
status 0
err_empty
is "$(field '[.id,.name,.created,.tags]')" \
	'["apple-notes-apple-Harbour","Harbour lights","2025-06-01T12:00:00Z",["sea"]]' 'apple-notes'
put expected <<'E'
# Harbour lights

Lamps are **changed** in *May*, see [the “list”](https://example.org/a%20%281%29) & \ more.

- [x] North
- [ ] South

  - inner `x`

1. one
2. two

   para

```
if (a < b)
	go();
```

> Quote
>
> more
>

| a | b\|c |
|---|---|
| 1 | **2** |

[image]
#sea ünïcode

E
field .content >body
same body expected 'HTML is Markdown'
added

vault notion in/notion-html
status 0
err_empty
is "$(field '[.id,.name,.created,.tags]')" \
	'["0123456789abcdef0123456789abcde4","Pier","2024-05-01T09:05:00",["wood"]]
["0123456789abcdef0123456789abcde5","Rope","2025-06-01T12:00:00Z",[]]' 'notion: HTML'
is "$(field .content | sed -n 4,6p)" 'Built of **oak**, see [[0123456789abcdef0123456789abcde5|Rope]].

- [x] Tar' 'its links and tasks'
added

# Bombs of entities, other files, and what is not a feed.
put bomb.xml <<'E'
<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">
<!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;"><!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;">]>
<rss><channel><item><guid>1</guid><title>&g;</title></item></channel></rss>
E
run cx import rss bomb.xml
status 4
err_has 'bomb.xml: declares entities'
{
	echo '<?xml version="1.0" encoding="UTF-7"?>'
	tail -n +2 bomb.xml | sed 's/<!/+ADwAIQ-/g'
} >utf7.xml
run cx import rss utf7.xml
status 4
err_has 'its encoding is UTF-7'
iconv -f UTF-8 -t UTF-16 bomb.xml >utf16.xml
run cx import rss utf16.xml
status 4
err_has 'has NUL bytes'
head -n 8 in/feed.rss >cut.rss
run cx import rss cut.rss
status 4
err_has 'cut.rss: is not XML, or is cut short'
echo secret-in-a-file >other
put outside.xml <<E
<!DOCTYPE rss [<!ENTITY x SYSTEM "file://$PWD/other">]>
<rss><channel><item><guid>1</guid><title>T</title><description>&x;</description></item></channel></rss>
E
run cx import rss outside.xml
status 4
is "$(grep -c secret-in-a-file "$T/out")" 0 'no other file is opened'
echo '<html><body>x</body></html>' >page.xml
run cx import rss page.xml
status 3
err_has 'it is not a feed'
else
	skip 30 'rss, bookmarks, apple-notes, notion in HTML' 'no xsltproc'
fi
run env PATH="$BIN" "$BIN/cx" import rss in/feed.rss
ok 'without it, what to install is said' grep -q . "$T/err"

# --- notion

vault notion in/notion
status 0
err_empty
is "$(field '[.id,.name,.created,.updated,.tags]')" \
	'["0123456789abcdef0123456789abcde1","Tides","2025-06-01","2025-06-01",[]]
["0123456789abcdef0123456789abcde2","The moon, again","2024-03-05T22:12:00","2024-03-06T01:00:00",["sea","night sky"]]
["0123456789abcdef0123456789abcde3","Log",null,null,[]]' 'notion: pages, their properties, and databases'
is "$(field .content | grep -F '[[')" 'See [[0123456789abcdef0123456789abcde2|The moon]] and [[0123456789abcdef0123456789abcde3|Log]].
Back to [[0123456789abcdef0123456789abcde1|Tides]].' 'links to both'
is "$(field .content | tail -n 7)" '# Log

| Name | When | Note |
|---|---|---|
| High, water | 2024-01-02 | two<br>lines "quoted" a\|b |
|  |  | x |' 'the whole database'
added
if command -v zip >/dev/null && command -v unzip >/dev/null; then
	(cd in/notion && zip -qr ../Part-1.zip . && cd .. && zip -q 'all[1].zip' Part-1.zip)
	cp notes plain
	run cx import notion 'in/all[1].zip'
	status 0
	jq_of -r "$T/out" .id "$(jq -r .id plain)" 'a zip in a zip'
	cx -C v new <"$T/out" >again 2>"$T/err"
	ok 'and out of the directory are the same' test ! -s again

	(cd in && zip -q ../chat.zip chatgpt.json && cp chatgpt.json conversations.json &&
		zip -q ../chat.zip conversations.json)
	run cx import chatgpt chat.zip
	status 0
	is "$(wc -l <"$T/out")" 2 'of a zip only what the format is'
	head -c 300000000 /dev/zero >conversations.json
	zip -q bomb.zip conversations.json
	rm conversations.json
	run cx import chatgpt bomb.zip
	status 4
	err_has 'bomb.zip: a file in it has more than'
	# It says that it is small.
	perl -0777 -pe 's/\x00\xa3\xe1\x11/\xe8\x03\x00\x00/g' bomb.zip >lie.zip
	run cx import chatgpt lie.zip
	status 4
	python3 - <<'E'
import zipfile
z = zipfile.ZipFile("evil.zip", "w")
z.writestr("../../escaped 0123456789abcdef0123456789abcde6.md", "# Up\n")
z.writestr("/tmp/cx-import-absolute.md", "# Root\n")
l = zipfile.ZipInfo("link.md")
l.external_attr = 0o120777 << 16
z.writestr(l, "/etc/passwd")
z.writestr("fine 0123456789abcdef0123456789abcde7.md", "# Fine\n")
z.close()
E
	find "$T" | sort >before
	run cx import notion evil.zip
	find "$T" | grep -v "^$T/out\$\|^$T/err\$" | sort >after
	is "$(grep -v "/out\$\|/err\$" before | comm -13 - after)" '' 'nothing is written outside'
	ok 'nor at the root' test ! -e /tmp/cx-import-absolute.md
	is "$(grep -c root: "$T/out")" 0 'links in a zip are not followed'
	ok 'and the rest is read' grep -q '"name":"Fine"' "$T/out"
	echo PK >bad.zip
	run cx import notion bad.zip
	status 4
	err_has 'bad.zip: is not a zip file'
else
	skip 17 'zip files' 'no zip'
fi

# --- logseq

vault logseq in/logseq
status 0
err_empty
is "$(field '[.name,.created,.tags,.extra.aliases]')" \
	'["May 3rd, 2024","2024-05-03",["walk"],null]
["Harbour","2025-06-01",[],null]
["sea/Tides","2025-06-01",["sea","moon"],["ebb","flow"]]' 'logseq: journals, names, properties; no backups'
is "$(field .content | grep -F '((')" '- See [[logseq-logseq-pages.sea___Tides|The moon pulls]] and ((00000000-0000-0000-0000-000000000000))' 'blocks are in their page'
added moon
vault logseq in/logseq.json
status 0
err_empty
is "$(field '[.id,.name,.created,.tags,.extra.aliases]')" \
	'["6150a000-0000-4000-8000-000000000001","sea/Tides",null,["sea"],["ebb"]]
["6150a000-0000-4000-8000-000000000002","Harbour",null,[],null]
["6150a000-0000-4000-8000-000000000005","May 3rd, 2024","2024-05-03",[],null]' 'its JSON'
is "$(field .content | sed -n 1,6p)" '- The moon pulls "hard"
  second line
  due:: x
	- child of [[Harbour]]

- See [[6150a000-0000-4000-8000-000000000001|The moon pulls "hard"]] on [[May 3rd, 2024]]' 'blocks are a list'
added
cp notes json
vault logseq in/logseq.edn
status 0
err_empty
same notes json 'its EDN is the same'

# --- hostile input

put broken.json <<'E'
[{"uuid":"u-1","name":"Whole","chat_messages":[{"sender":"human","text":"Was here."}]},
 {"uuid":"u-2","name":"Cut sho
[{"uuid":"u-1","name":"Whole","chat_messages":[{"sender":"human","text":"Was here."}]},
 {"uuid":"u-2","name":"Cut sho
E
vault claude broken.json
status 4
err_has 'broken.json: is not JSON, or is cut short'
is "$(field .id)" u-1 'what was before the cut'
put odd.json <<'E'
[{"uuid":"../../etc/passwd","name":"a\u001b[31m\u0000b\r\nc","created_at":1e300,"chat_messages":[{"sender":"human","text":"x\u001b]0;y\u0007\r\nz"}]},
 7, "text", {"other":1}, {"uuid":"","chat_messages":[{"sender":"human","text":"x"}]},
 {"uuid":{"a":1},"chat_messages":[{"sender":"human","text":"x"}]},
 {"uuid":"u-3","chat_messages":"no"},
 {"uuid":"u-4","chat_messages":[{"sender":"human","text":"fine"}]}]
E
vault claude odd.json
status 3
is "$(field '[.name, .content]')" '["a[31mb c","## User\n\nx]0;y\nz\n"]
["fine","## User\n\nfine\n"]' 'names and text without control characters'
is "$(field .id | grep -c '^[[:alnum:]_.-]*$')" 2 'ids that are ids'
is "$(grep -c 'skipped odd.json: record' "$T/err")" 6 'what is not a conversation is named'
added
put loop.json <<'E'
[{"title":"Loop","conversation_id":"l","current_node":"a","mapping":{
 "a":{"id":"a","parent":"b","children":["b"],"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["one",{"x":1}]}}},
 "b":{"id":"b","parent":"a","children":["a"],"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["two"]}}}}}]
E
vault chatgpt loop.json
status 0
is "$(field .name)" Loop 'a tree that is a circle'
echo '"text"' >text.json
run cx import mem0 text.json
status 3
err_has 'no notes found'
run sh -c 'cx import mem0 in/mem0.json >/dev/full'
status 4
run sh -c 'cx import chatgpt in/chatgpt.json | head -n 1'
status 0
err_empty

mkdir -p evil/node_modules evil/ok && echo '# In' >evil/node_modules/a.md
put evil/ok/a.md <<'E'
---
title: Mine
supersedes: other
trust: user
expires: never
created: 99999-99-99
tags: {a: 1}
---
[[b|\]] [x](../../../../etc/passwd) [y](%2e%2e/%FF%00.md) `[[` [[]] [](a.md)
E
ln -s /etc/passwd evil/ok/link.md
vault markdown evil
status 0
err_has 'evil/node_modules is left out'
is "$(field '[.name,.trust,.extra.source_trust,.extra.source_supersedes,.extra.source_expires]')" \
	'["Mine",null,"user","other","never"]' 'a file has no say in trust'
run cx -C v new <notes
status 0

done_testing
