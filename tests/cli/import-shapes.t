#!/bin/sh
# import-shapes.t: what the tools really export, as far as it is more than the
# simplest form of it; and files that are not what they are said to be.
# shellcheck disable=SC2016
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/imported.sh"
need jq

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
# once BROKEN: all become notes, and only once; the targets of broken links.
once()
{
	run cx -C v new <notes
	status 0
	jq_of -rs "$T/out" 'map(.id) | sort | join(" ")' \
		"$(jq -rs 'map(.id) | sort | join(" ")' notes)" 'all become notes'
	run cx -C v new <notes
	status 0
	out_empty
	cx-scan v | cx-links -C v --broken >"$T/json"
	jq_of -r "$T/json" .target "${1-}" \
		'links between the notes are whole'
	run cx -C v check --rule bad-id,duplicate-id,bad-date,unknown-type,unknown-status
	status 0
}

# --- several files, in every packing

mkdir a b
jq -cn '[{uuid: "u-1", name: "One", chat_messages:
	[{sender: "human", text: "First."}]}]' >a/conversations.json
jq -cn '[{uuid: "u-2", name: "Two", chat_messages:
	[{sender: "human", text: "Second."}]}]' >b/conversations.json
vault claude a b
status 0
is "$(field .id | paste -sd ' ' -)" 'u-1 u-2' 'directories, as browsers unpack them'
if command -v zip >/dev/null; then
	(cd a && zip -q ../batch-0000.zip conversations.json)
	(cd b && zip -q ../batch-0001.zip conversations.json)
	vault claude batch-0000.zip batch-0001.zip
	status 0
	is "$(field .id | paste -sd ' ' -)" 'u-1 u-2' 'two zips, each with a file of that name'
	zip -qr folder.zip a b
	vault claude folder.zip
	status 0
	is "$(field .id | paste -sd ' ' -)" 'u-1 u-2' 'a zip with folders'
	head -c 60 a/conversations.json >conversations.json
	zip -q cut.zip conversations.json
	run cx import claude cut.zip
	status 4
	err_has 'cut.zip: conversations.json: is not JSON, or is cut short'
else
	skip 6 'zip files' 'no zip'
fi

# --- files that are something else

echo '[]' >empty.json
run cx import claude empty.json
status 3
err_has 'empty.json: no notes found'
run cx import mem0 a/conversations.json
status 3
err_has 'a/conversations.json: record 1: it is not a memory'
err_has 'a/conversations.json: no notes found'
echo '["text", 7, null]' >plain.json
run cx import claude plain.json
status 3
is "$(grep -c 'skipped plain.json: record' "$T/err")" 3 'text, numbers and null are named'
jq -rn '"[" * 10000 + "]" * 10000' >deep.json
jq -rn '"[{\"uuid\":\"u\",\"chat_messages\":[{\"sender\":\"human\",\"text\":
	\"x\"}],\"x\":" + "[" * 10000 + "]" * 10000 + "}]"' | tr -d '\n\t' >deeper.json
jq -rn '"{:blocks (" + "{:block/id \"a\" :block/page-name \"p\" :block/children ["
	* 10000 + "]}" * 10000 + ")}"' >deep.edn
for f in 'claude deep.json' 'claude deeper.json' 'logseq deep.edn'; do
	# shellcheck disable=SC2086
	run cx import $f
	status 4
	err_has "${f#* }: is nested too deep"
	is "$(grep -c '^jq:' "$T/err")" 0 'in our words'
done

for f in mem0 rss opml bookmarks; do
	run cx import $f a
	status 4
	err_is 'cx import: a: Is a directory'
done
head -c 2000 /dev/zero | tr '\0' '\377' >bytes.edn
run cx import logseq bytes.edn
status 3
err_is 'cx import: bytes.edn: no notes found'
name=$(printf 'x\033[31m.json')
echo '[]' >"$name"
run cx import chatgpt "$name"
err_is 'cx import: x?[31m.json: no notes found' 'a name does nothing to a terminal'
run cx import chatgpt /dev/null nowhere
err_is 'cx import: /dev/null: no notes found
cx import: nowhere: No such file or directory'
echo '{' >cut.json
run cx import chatgpt cut.json
status 4
is "$(wc -l <"$T/err" | tr -d ' ')" 1 'what cannot be read is not also called empty'
printf '%s' '{:blocks ({:block/id "c" :block/page-name "Signs" :block/properties {:sign \a} :block/children []})}' >sign.edn
run cx import logseq sign.edn
status 0 'a character in EDN'
mkdir nul && printf '# T\0itle\n\n[[x\0]] [[y]]\n' >nul/a.md
vault markdown nul
status 0
is "$(field '[.name, .content, .links]')" \
	'["Title","# Title\n\n[[x]] [[y]]\n",null]' 'NUL bytes go, from links, too'

# --- chatgpt: links, documents, files and pictures; not what goes to tools

put chatgpt.json <<'END'
[{"title":"Tides","id":"c-1","create_time":1714557600.5,"current_node":"n7","mapping":{
"n0":{"id":"n0","message":null,"parent":null,"children":["n1"]},
"n1":{"id":"n1","parent":"n0","message":{"author":{"role":"user"},"recipient":"all","content":{"content_type":"text","parts":["When is high tide?"]},"metadata":{"attachments":[{"id":"file-1","name":"table.pdf","mime_type":"application/pdf"}]}}},
"n2":{"id":"n2","parent":"n1","message":{"author":{"role":"assistant"},"recipient":"web","content":{"content_type":"code","language":"unknown","text":"search(\"tide\")"},"metadata":{}}},
"n3":{"id":"n3","parent":"n2","message":{"author":{"role":"tool","name":"web"},"content":{"content_type":"sonic_webpage","url":"https://example.org/","text":"all of the page"},"metadata":{}}},
"n4":{"id":"n4","parent":"n3","message":{"author":{"role":"assistant"},"recipient":"all","content":{"content_type":"text","parts":["At six. \ue200cite\ue202turn0search0\ue201 And at \ue200cite\ue202turn0search1\ue201 noon.\ue200cite\ue202turn9\ue201"]},"metadata":{"content_references":[{"matched_text":"\ue200cite\ue202turn0search0\ue201","type":"grouped_webpages","alt":"([Tables](https://example.org/tables))","items":[]},{"matched_text":"\ue200cite\ue202turn0search1\ue201","type":"grouped_webpages","items":[{"title":"The [new] page","url":"https://example.org/new"}]},{"matched_text":" ","type":"sources_footnote"}]}}},
"n4b":{"id":"n4b","parent":"n4","message":{"author":{"role":"assistant"},"recipient":"python","content":{"content_type":"code","text":"print(1)"},"metadata":{}}},
"n5":{"id":"n5","parent":"n4b","message":{"author":{"role":"assistant"},"recipient":"canmore.create_textdoc","content":{"content_type":"code","text":"{\"name\":\"plan\",\"type\":\"document\",\"content\":\"# Plan\\n\\nSail at six.\"}"},"metadata":{}}},
"n6":{"id":"n6","parent":"n5","message":{"author":{"role":"assistant"},"recipient":"canmore.update_textdoc","content":{"content_type":"code","text":"{\"updates\":[{\"pattern\":\".*\",\"multiple\":false,\"replacement\":\"# Plan\\n\\nSail at noon.\"}]}"},"metadata":{}}},
"n7":{"id":"n7","parent":"n6","message":{"author":{"role":"tool","name":"dalle.text2im"},"content":{"content_type":"multimodal_text","parts":[{"content_type":"image_asset_pointer","asset_pointer":"sediment://file_0"}]},"metadata":{}}}
}}]
END
vault chatgpt chatgpt.json
status 0
err_empty
put expected <<'END'
## User

When is high tide?

File table.pdf

## Assistant

At six. ([Tables](https://example.org/tables)) And at [The new page](https://example.org/new) noon.

## Assistant

```
print(1)
```

## Assistant

plan

# Plan

Sail at six.

## Assistant

Canvas

# Plan

Sail at noon.

## Tool

[image]

END
field .content >body
same body expected 'links, files, documents, pictures; no searches, no pages found'
jq -c '{conversations: .}' chatgpt.json | cx import chatgpt - >object
same object notes 'the list in an object is the same'
once

# --- claude: the branch on display, sources, files, memory, projects, designs

put claude.json <<'END'
[{"uuid":"c-1","name":"Ropes","created_at":"2026-01-02T10:00:00Z","updated_at":"2026-01-02T11:00:00Z","chat_messages":[
 {"uuid":"m1","sender":"human","text":"","parent_message_uuid":"00000000-0000-4000-8000-000000000000","content":[{"type":"voice_note","title":"Note","text":"Which rope?"}]},
 {"uuid":"m2","sender":"assistant","text":"Old answer.","parent_message_uuid":"m1","content":[]},
 {"uuid":"m3","sender":"human","text":"A question after the old answer.","parent_message_uuid":"m2","content":[]},
 {"uuid":"m4","sender":"assistant","text":"","parent_message_uuid":"m1","content":[
  {"type":"thinking","thinking":"hm"},
  {"type":"tool_use","name":"create_file","input":{"path":"/out/rope.md","description":"d","file_text":"# Hemp"}},
  {"type":"tool_result","content":[{"type":"text","text":"written"}]},
  {"type":"text","text":"Hemp.","citations":[{"uuid":"x","title":"Rope [2nd]","url":"https://example.org/rope","start_index":0,"end_index":4},{"url":"https://example.org/rope","title":"Rope [2nd]"}]}]}]},
 {"uuid":"c-2","name":"No parents","created_at":"2026-01-02T10:00:00Z","chat_messages":[
 {"uuid":"a","sender":"human","text":"One."},{"uuid":"b","sender":"assistant","text":"Two."}]}]
END
vault claude claude.json
status 0
err_empty
put expected <<'END'
## User

Which rope?

## Assistant

/out/rope.md

```
# Hemp
```

Hemp.

- [Rope 2nd](<https://example.org/rope>)

## User

One.

## Assistant

Two.

END
field .content >body
same body expected 'the last branch, with what was written and its sources'
once
mkdir -p new/projects new/memories new/design_chats
cp claude.json new/conversations.json
echo '[{"uuid":"u","full_name":"Ann"}]' >new/users.json
jq -cn '{uuid: "p-1", name: "Garden", description: "Beds",
	prompt_template: "", is_starter_project: false, docs: [{uuid: "d-1",
	filename: "beds.md", content: "Two beds."}]}' >new/projects/p-1.json
jq -cn '{conversations_memory: "Grows beans.",
	project_memories: {"p-1": "Track beds.", "p-2": " "},
	memory_files: [{path: "/areas/../../up.md", content: "Likes it short.",
	updated_at: "2026-09-11T08:28:30Z"}], account_uuid: "acc"}' >new/memories/acc.json
jq -cn '{uuid: "g-1", title: "Gate", project: {name: "Garden"}, messages: [
	{uuid: "1", role: "user", content: {content: "Draw a gate.",
		attachments: [{name: "gate.txt", content: "wood"}]}},
	{uuid: "2", role: "assistant", content: {contentBlocks: [
		{type: "thinking", text: "hm"}, {type: "text", text: "Done."}]}}]}' \
	>new/design_chats/g-1.json
vault claude new
status 0
err_empty
is "$(field '[.id,.name,.type,.content]' | grep -v '^."c-')" \
	'["g-1","Garden: Gate","thread","## User\n\nDraw a gate.\n\nAttachment gate.txt:\n\n```\nwood\n```\n\n## Assistant\n\nDone.\n"]
["claude-memory-acc","Memory of Claude","user","Grows beans."]
["claude-memory-p-1","Memory of Claude, project p-1","project","Track beds."]
["claude-memory-acc.areas.up","up","insight","Likes it short."]
["p-1","Garden","project","Beds"]
["d-1","beds.md","reference","Two beds."]' 'a file each for projects, memories and designs'
once

# --- claude-code: directories below, several, hidden ones; metadata

mkdir -p p/memory/a p/memory/b q/memory .claude/rules
put p/memory/MEMORY.md <<'END'
- [One](a/note.md) - the first
- [Two](b/note.md)
END
put p/memory/a/note.md <<'END'
---
name: first-note
description: "The first"
metadata:
  node_type: memory
  type: feedback
  originSessionId: 5da15695-411e
  modified: 2026-01-03T00:00:00.000Z
---

See [[second-note]].
END
printf -- '---\nname: second-note\ntype: user\n---\nText.\n' >p/memory/b/note.md
echo '# Other' >q/memory/note.md
printf -- '---\npaths: ["src/**"]\n---\n# Sources\n' >.claude/rules/src.md
find p q .claude -exec touch -d 2026-01-01T12:00:00Z {} +
vault claude-code p/memory q/memory .claude
status 0
err_empty
is "$(field '[.id,.name,.type,.updated,.extra.originSessionId,.extra.metadata]')" \
	'["claude-code-p-a.note","first-note","feedback","2026-01-03T00:00:00Z","5da15695-411e",null]
["claude-code-p-b.note","second-note","user","2026-01-01",null,null]
["claude-code-p-index-of-memory","MEMORY","context","2026-01-01",null,null]
["claude-code-q-note","Other","insight","2026-01-01",null,null]
["claude-code-.claude-rules.src","Sources","rule","2026-01-01",null,null]' \
	'files of one name are all there, and metadata is read'
is "$(field 'select(.type == "context").content' | head -n 1)" \
	'- [[claude-code-p-a.note|One]] - the first' 'MEMORY.md leads to them'
once

# --- mem0: the answer where there is a graph

jq -cn '{results: [{id: "m-1", memory: "Likes tea.", categories: null,
	metadata: null, created_at: "2025-01-01T00:00:00Z", updated_at: null}],
	relations: [{source: "ann", relationship: "likes", target: "tea"}]}' >mem0.json
vault mem0 mem0.json
status 0
err_empty
is "$(field '[.id,.created]')" '["m-1","2025-01-01T00:00:00Z"]' 'mem0: relations are not memories'

# --- nb: numbers and titles in folders; notes that are not Markdown

mkdir -p nb/'Sample Folder'
printf 'one.md\nSample Folder\n' >nb/.index
printf 'x.md\nDeep.md\n' >'nb/Sample Folder/.index'
echo '# X' >'nb/Sample Folder/x.md'
echo '# Deep Title' >'nb/Sample Folder/Deep.md'
printf '# One\n\n[[Sample Folder/2]] [[home:Sample Folder/Deep Title]] [[1]]\n' >nb/one.md
echo '* Org' >nb/notes.org
echo x >nb/secret.md.enc
vault nb nb
status 0
err_has 'files that are not Markdown (*.md) are left out: 2, such as nb/notes.org'
deep=$(field 'select(.name == "Deep Title").id')
is "$(field 'select(.name == "One").content' | tail -n 2)" \
	"[[$deep|Sample Folder/2]] [[$deep|home:Sample Folder/Deep Title]] [[nb-nb-one|1]]" \
	'nb: numbers and titles in a folder'
once

# --- zk

mkdir zk
printf -- '---\ntitle: A\ntags: [x]\nkeywords: [y, z]\n---\n![b](b.png) ![c](c.png)\n' >zk/a.md
echo x >zk/b.png
vault zk zk
status 0
err_has 'files that notes link to are not copied: 1, such as "./b.png"'
is "$(field .tags)" '["x","y","z"]' 'zk: keywords are tags'

# --- logseq: blocks without content, times, and a graph in a database

put later.json <<'END'
{"version":1,"blocks":[{"id":"6150a000-0000-4000-8000-000000000001","page-name":"Sea","created-at":1714557600000,"updated-at":1714561200000,"properties":{"reading-deadline":"soon"},
 "children":[{"id":"6150a000-0000-4000-8000-000000000002","page-name":"The moon pulls","properties":{},"children":[]}]}]}
END
vault logseq later.json
status 0
err_empty
is "$(field '[.id,.name,.created,.updated,.content,.extra["logseq_reading-deadline"]]')" \
	'["6150a000-0000-4000-8000-000000000001","Sea","2024-05-01T10:00:00Z","2024-05-01T11:00:00Z","- The moon pulls\n","soon"]' \
	'logseq: text and times as later versions have them'
put db.edn <<'END'
{:classes {:user.class/Movie-Ab3dE_-9 {:block/title "Movie"}},
 :pages-and-blocks
 [{:page {:block/title "One" :block/uuid #uuid "66a00000-0000-4000-8000-000000000001" :build/keep-uuid? true :build/tags #{:user.class/Movie-Ab3dE_-9}}
   :blocks [{:block/title "see [[66a00000-0000-4000-8000-000000000002]] \"q\"\nsecond"
             :build/properties {:user.property/seen-abcd1234 [:build/page {:block/title "Two"}]}
             :build/children [{:block/title "child" :block/uuid #uuid "66a00000-0000-4000-8000-000000000003"}]}]}
  {:page {:block/title "Two" :block/uuid #uuid "66a00000-0000-4000-8000-000000000002"}
   :blocks [{:block/title "back to [[66a00000-0000-4000-8000-000000000003]]"}]}
  {:page {:build/journal 20250220} :blocks [{:block/title "Rain, nil and 1/2"}]}]}
END
vault logseq db.edn
status 0
err_empty
is "$(field '[.id,.name,.created,.tags,.content]')" \
	'["66a00000-0000-4000-8000-000000000001","One",null,["Movie"],"- see [[66a00000-0000-4000-8000-000000000002|Two]] \"q\"\n  second\n  seen:: [[Two]]\n\t- child\n"]
["66a00000-0000-4000-8000-000000000002","Two",null,[],"- back to [[66a00000-0000-4000-8000-000000000001|child]]\n"]
["logseq-Feb-20th-2025-hlctewk687","Feb 20th, 2025","2025-02-20",[],"- Rain, nil and 1/2\n"]' \
	'a graph in a database'
once
mkdir -p graph/pages && echo '* Org' >graph/pages/a.org && echo '- x' >graph/pages/b.md
vault logseq graph
status 0
err_has 'left out: 1, such as graph/pages/a.org'

# --- notion: properties of all kinds, relations, pages on the web

one=1590080aa5a3802488c2e857dea7aa70
two=1590080aa5a3802488c2e857dea7aa71
far='https://www.notion.so/Far-1590080aa5a3802488c2e857dea7aa79?pvs=21'
mkdir -p notion/Places
put "notion/Trip $one.md" <<END
# Trip

Created: March 1, 2024 10:12 PM
Places: Sea (Places/Sea%20$two.md), Far ($far)
Best: Sea (https://www.notion.so/Sea-$two?pvs=21)

See [the sea](https://www.notion.so/Sea-$two?pvs=21) and
[far]($far). Rest (see above).
END
printf '# Sea\n\nBlue.\n' >"notion/Places/Sea $two.md"
printf '\357\273\277Name,Best\nTrip,Sea (https://www.notion.so/Sea-%s?pvs=21)\n' \
	$two >"notion/Table 1590080aa5a3802488c2e857dea7aa72.csv"
vault notion notion
status 0
err_empty
is "$(field 'select(.name == "Trip") | .created, .content')" "2024-03-01T22:12:00
# Trip

Created: March 1, 2024 10:12 PM
Places: [[$two|Sea]], Far ($far)
Best: [[$two|Sea]]

See [[$two|the sea]] and
[far]($far). Rest (see above)." 'notion: relations are links; pages that are not here stay on the web'
is "$(field 'select(.name == "Table").content' | tail -n 2)" \
	"| Trip | [[$two\\|Sea]] |" 'in a database, too'
once
if command -v xsltproc >/dev/null; then
mkdir -p html
put "html/Machine.html" <<END
<html><head><title>Machine</title></head><body><article id="1590080a-a5a3-8024-88c2-e857dea7aa7e" class="page sans"><header><h1 class="page-title">Machine</h1><table class="properties"><tbody><tr class="property-row property-row-created_time"><th><span class="icon"></span>Created</th><td><time>@March 1, 2024 10:12 PM</time></td></tr><tr class="property-row property-row-multi_select"><th>Tags</th><td><span class="selected-value">home office</span><span class="selected-value">coffee</span></td></tr><tr><th>Serviced</th><td><div class="checkbox checkbox-on"></div></td></tr><tr><th>Sold</th><td><div class="checkbox checkbox-off"></div></td></tr><tr><th>Place</th><td><a href="Sea%20$two.html">Sea</a></td></tr></tbody></table></header><div class="page-body"><p>Mass: <span class="katex"><span class="katex-mathml"><math><semantics><mi>E</mi><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html">E=mc2</span></span></p></div></article></body></html>
END
echo '<html><body><h1>Sea</h1><div class="page-body"><p>Blue.</p></div></body></html>' >"html/Sea $two.html"
echo '<html><head><title>Export</title></head><body><a href="Machine.html">x</a></body></html>' >html/index.html
vault notion html
status 0
err_empty
is "$(field 'select(.name == "Machine") | [.id, .created], .tags, .content')" "[\"1590080aa5a3802488c2e857dea7aa7e\",\"2024-03-01T22:12:00\"]
[\"home office\",\"coffee\"]
- Created: @March 1, 2024 10:12 PM
- Tags: home office, coffee
- Serviced: Yes
- Sold: No
- Place: [[$two|Sea]]

Mass: \$E=mc^2\$" 'HTML: names, boxes, dates and relations of a page, and formulas'
is "$(wc -l <notes | tr -d ' ')" 2 'its list of files is not a note'
once

# --- opml, bookmarks of Pocket, and what a feed encloses

put feeds.opml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>My feeds</title></head><body>
 <outline text="Sea &amp; light" title="Sea">
  <outline type="rss" text="&lt;b&gt;Harbour&lt;/b&gt; news" xmlUrl="https://example.org/feed.xml" htmlUrl="https://example.org/" category="/Press/Daily,tides" created="Tue, 05 Mar 2024 10:00:00 GMT" description="All of it"/>
 </outline>
 <outline text="" title="Plain" type="rss" xmlUrl="https://example.org/plain.xml"/>
 <outline type="link" text="A page" url="https://example.org/page"/>
</body></opml>
END
vault opml feeds.opml
status 0
err_empty
is "$(field '[.name,.trust,.created,.tags,.extra.url,.extra.site]')" \
	'["Harbour news","external","2024-03-05T10:00:00Z",["daily","press","sea & light","tides"],"https://example.org/feed.xml","https://example.org/"]
["Plain","external",null,[],"https://example.org/plain.xml",null]
["A page","external",null,[],"https://example.org/page",null]' 'opml: feeds and links'
once
put script.opml <<'END'
<opml version="2.0"><body><outline text="a" xmlUrl="JavaScript:alert(1)"/>
<outline text="list"><outline text="b" htmlUrl="javascript:alert(1)"/></outline>
<outline text="c" url="https://example.org/c"/></body></opml>
END
run cx import opml script.opml
status 0 'a program is not an address'
out_lacks ascript: 'a program is not an address'
out_has https://example.org/c 'a program is not an address'
put outline.opml <<'END'
<opml version="1.0"><head><title>Plan</title><dateCreated>Tue, 05 Mar 2024 10:00:00 GMT</dateCreated><dateModified>Wed, 06 Mar 2024 10:00:00 GMT</dateModified></head><body>
<outline text="Sail" _note="at six&#10;or noon"><outline text="Pack &lt;b&gt;rope&lt;/b&gt;" _complete="true"/><outline text="Ask [[Ann]]"/></outline>
<outline text="See &lt;a href=&quot;https://example.org/a&quot;&gt;this&lt;/a&gt;"/>
</body></opml>
END
vault opml outline.opml
status 0
err_empty
is "$(field '[.name,.created,.updated]')" '["Plan","2024-03-05T10:00:00Z","2024-03-06T10:00:00Z"]' 'an outline is a note'
is "$(field .content)" '- Sail
  at six
  or noon
  - [x] Pack **rope**
  - Ask [[Ann]]
- See [this](https://example.org/a)' 'with its items as a list'
once Ann
head -n 4 feeds.opml >cut.opml
run cx import opml cut.opml
status 4
err_has 'cut.opml: is not XML, or is cut short'
printf '<!DOCTYPE opml [<!ENTITY a "b">]>\n<opml><body><outline text="&a;"/></body></opml>\n' >bomb.opml
run cx import opml bomb.opml
status 4
err_has 'bomb.opml: declares entities'
echo '<html><body/></html>' >page.opml
run cx import opml page.opml
status 3
err_has 'it is not an outline in OPML'

put pocket.html <<'END'
<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
<li><a href="https://example.org/a" time_added="1714557600" tags="Sea,light">A</a></li>
<li><a href="https://example.org/b" time_added="1714557601" tags="">B</a></li>
</ul></body></html>
END
vault bookmarks pocket.html
status 0
is "$(field '[.name,.created,.tags]')" '["A","2024-05-01T10:00:00Z",["light","sea"]]
["B","2024-05-01T10:00:01Z",[]]' 'bookmarks: Pocket'
put cast.rss <<'END'
<rss version="2.0"><channel><title>Cast</title><item><guid isPermaLink="false">e1</guid><title>One</title><enclosure url="https://example.org/1.mp3" length="1" type="audio/mpeg"/><description>Talk.</description></item></channel></rss>
END
vault rss cast.rss
status 0
is "$(field '.extra.enclosure, .content')" 'https://example.org/1.mp3
<https://example.org/1.mp3>

Talk.' 'rss: what an item encloses'
else
	skip 40 'HTML and XML' 'no xsltproc'
fi

done_testing
