#!/bin/sh
# new-habits.t: a note of a title goes where the vault keeps such notes, under
# a name as they have, with no more front matter.
. "$(dirname "$0")/../tap.sh"
need jq
CORTEX_NOW=2026-04-15T10:11:12
export CORTEX_NOW

vault() # NAME: an empty one, and in it
{
	cd "$T/w" && mkdir "$1" && cd "$1" && : >cortex.toml
}
made() # WORD...: the path of a new note
{
	cx new "$@" </dev/null 2>"$T/err" | jq -r .path
}

# --- titles, in a directory, without front matter ---

vault zettelkasten
mkdir Zettelkasten Areas daily
for n in 'On bees' 'Why honey keeps' 'Smoke and calm' 'Queens' 'Swarm season'; do
	printf 'Text about it.\n' >"Zettelkasten/$n.md"
done
printf 'x\n' >'Areas/Garden.md'
for n in 1 2 3 4 5 6 7 8 9; do printf 'x\n' >"daily/2026-04-0$n.md"; done
cx rebuild
is "$(made 'A thing: of beauty')" 'Zettelkasten/A thing of beauty.md' \
	'a title is the name of the file, in the directory of most'
is "$(cat 'Zettelkasten/A thing of beauty.md')" '# A thing: of beauty' \
	'... and stands in the text where the file cannot have it'
printf 'See [[A thing: of beauty]].\n' >link.md
cx rebuild
is "$(cx links --json | jq -r 'select(.path == "link.md").to')" \
	'Zettelkasten/A thing of beauty.md' 'a link by the title leads there'
rm link.md
is "$(made Hives)" Zettelkasten/Hives.md 'a title of one word'
is "$(cat Zettelkasten/Hives.md)" '' '... which is all that the note has'
is "$(cx new Smokers </dev/null | jq -r .updated)" 2026-04-15 \
	'... its record has the date of now'
cx undo >"$T/out" 2>&1
is "$(cx redo 2>"$T/err" | jq -r .updated)" 2026-04-15 '... after cx redo, too'
is "$(made Hives)" 'Zettelkasten/Hives 2.md' 'and another note of that title'
is "$(made 'Café crème / 1:1')" 'Zettelkasten/Café crème 1-1.md' \
	'characters that no file has'
is "$(made --tags bee 'With tags')" 'Zettelkasten/With tags.md' 'with tags'
is "$(cat 'Zettelkasten/With tags.md')" '---
tags: [bee]
---' 'what is asked for is there, and no more'
is "$(made --type decision 'Use foil')" 'Zettelkasten/Use foil.md' \
	'a type that was asked for'
is "$(cat 'Zettelkasten/Use foil.md')" '---
type: decision
---' '... is there'
is "$(made --type user 'Likes tea')" 'user/Likes tea.md' \
	'a type with a directory of its own'
is "$(cd Areas && made 'In areas')" 'Areas/In areas.md' 'below a directory'
run cx-new --name 'For scripts' --body text
status 0
jq_of "$T/out" .path '"atoms/for_scripts.md"' 'what scripts ask for is as documented'

# --- slugs, ids, dates ---

vault zk
for n in a1b2-plan x7f2-paint-it q1w2-oven h3j4-long-name; do
	printf '# %s\n\nText.\n' "$n" >"$n.md"
done
cx rebuild
is "$(made 'Über Öfen & Co')" über-öfen-co.md 'a slug with -'
is "$(cat über-öfen-co.md)" '# Über Öfen & Co' 'a heading, as they have'
is "$(made 'Über Öfen, Co')" über-öfen-co-2.md 'a number'

vault ids
for n in 20240101120000 20240102120000 20240103120000; do
	printf -- '---\nid: %s\ntitle: T %s\n---\nText.\n' "$n" "$n" >"$n.md"
done
cx rebuild
is "$(made 'By number')" 20260415101112.md '14 digits'
is "$(sed -n 's/^title: //p' 20260415101112.md)" 'By number' \
	'the title under the key that they have'
is "$(grep -c . 20260415101112.md)" 4 'and their keys only'

vault prefixed
for n in '202401011200 One note' '202401021200 Another note' '202401031200 Three'; do
	printf 'Text.\n' >"$n.md"
done
cx rebuild
is "$(made 'By minute')" '202604151011 By minute.md' 'digits before a title'

vault jekyll
mkdir _posts
for n in 2024-01-01-one-post 2024-01-02-another 2024-01-03-a-third; do
	printf -- '---\nlayout: post\ntitle: "A %s"\ndate: 2024-01-01\n---\nText.\n' \
		"$n" >"_posts/$n.md"
done
cx rebuild
is "$(made 'My new post')" _posts/2026-04-15-my-new-post.md 'posts of Jekyll'
is "$(cat _posts/2026-04-15-my-new-post.md)" '---
title: My new post
date: 2026-04-15
---' 'their front matter'

vault hugo
mkdir -p content/posts
for n in the-bee the-wasp the-fly the-ant; do
	printf '+++\ntitle = "%s"\ndate = 2024-01-01\ntags = ["x"]\n+++\n\nText.\n' \
		"$n" >"content/posts/$n.md"
done
printf '# About\n' >content/about.md
cx rebuild
is "$(made 'The Hornet')" content/posts/the-hornet.md 'posts of Hugo'
is "$(sed -n 's/:.*//p' content/posts/the-hornet.md | tr '\n' ' ')" \
	'title date tags ' 'the keys of their TOML'

# --- notes with types ---

vault typed
mkdir -p log/decisions people
for n in one two three four; do
	printf -- '---\ntype: decision\n---\n# Decide %s\n' "$n" >"log/decisions/decide-$n.md"
	printf -- '---\ntype: person\n---\n# Jo %s\n' "$n" >"people/Jo $n.md"
done
cx rebuild
is "$(made --type decision 'Use tin')" log/decisions/use-tin.md \
	'with a type: named as others of it'

# --- settings ---

vault obsidian
mkdir .obsidian Zettel
for n in 'On bees' 'Why honey keeps' 'Smoke and calm'; do
	printf 'Text.\n' >"Zettel/$n.md"
done
cx rebuild
printf '{"newFileLocation":"folder","newFileFolderPath":"In box"}' \
	>.obsidian/app.json
is "$(made 'One more')" 'In box/One more.md' "Obsidian's folder"
printf '{"newFileLocation":"root"}' >.obsidian/app.json
is "$(made 'Two more')" 'Two more.md' "Obsidian's root"
printf '{"newFileLocation":' >.obsidian/app.json
is "$(made 'Three more')" 'Zettel/Three more.md' 'a damaged file says nothing'
ok '... and is named' grep -q '.obsidian/app.json' "$T/err"
mkdir Templates
printf -- '---\ncreated: {{date}}\nkind: note\n---\n## {{title}}\n\nWhy?\n' \
	>Templates/Note.md
cat >cortex.toml <<'E'
[new]
directory = "New"
name = "{{date:YYYYMMDD}}-{{slug:-}}"
template = "Templates/Note"
E
is "$(made --tags a,b 'Four more')" New/20260415-four-more.md '[new] overrides'
is "$(cat New/20260415-four-more.md)" '---
created: 2026-04-15
kind: note
tags: [a, b]
---
## Four more

Why?' 'and its template, with what is asked for'
printf '[new]\ntemplate = "Templates/None"\n' >cortex.toml
run cx new 'Five more'
status 2
err_has 'Templates/None.md, [new] template'
printf '[new]\nname = "{{slug}}"\n' >cortex.toml
is "$(made 'CON')" Zettel/con_.md 'a name that Windows keeps for itself'

# --- nothing to follow ---

vault empty
is "$(made 'Deploy freeze')" atoms/deploy_freeze.md 'in an empty vault'
ok '... with all members' grep -q '^id: 20260415_deploy_freeze' \
	atoms/deploy_freeze.md
done_testing
