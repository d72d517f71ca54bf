#!/bin/sh
# messages.t: what is mistyped is named as it was typed, with what was probably
# meant, whatever program finds it out.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

CORTEX_NOW=2026-04-15
export CORTEX_NOW
cp -R "$SRC/examples/vault/." .
cx rebuild

cx help | sed -n 's/^  \([a-z][a-z-]*\)  *[^ ].*/\1/p' >"$T/commands"
ok 'cx help lists commands' [ "$(wc -l <"$T/commands")" -gt 60 ]
while read -r c; do
	for option in --no-such -Z; do
		run cx "$c" $option </dev/null
		status 2
		out_empty
		err_lines 2
		is "$(sed 1q "$T/err")" "cx $c: unknown option $option" \
			"names the command: $last"
	done
done <"$T/commands"

# What has to have an operand.
while read -r c why; do
	run cx "$c" </dev/null
	status 2
	is "$(sed 1q "$T/err")" "cx $c: $why" "says what is missing: $last"
	err_lines 2
done <<'E2'
search no words to search for
backlinks which note?
edit which note? give a path, an id or a name
archive which note? give a path, an id or a name
restore which note? give a path, an id or a name
pin which note? give a path, an id or a name
unpin which note? give a path, an id or a name
touch which note? give a path, an id or a name
move which note, and where to? give OLD and NEW
supersede no note to supersede
import no format; cx import --list prints them
agent install, remove or status?
enrich no command; give one with --with
access a command is missing: log, fold, report or rotate
complete give one of types, projects, tags or notes
file nothing to do
index give one of -o, --stage, --commit, --needed, --behind, --update and --cat
resolve which note? give a path, an id or a name
score no words to search for
select an expression is missing, such as type=decision
E2

# meant TYPED MESSAGE
meant()
{
	# shellcheck disable=SC2086 # words
	run cx $1 </dev/null
	status 2
	is "$(sed 1q "$T/err")" "cx$2" "$1"
}
meant 'srch x' ": 'srch' is not a command; did you mean search?"
meant 'serach x' ": 'serach' is not a command; did you mean search?"
meant 'lst' ": 'lst' is not a command; did you mean list?"
meant 'back' ": 'back' is not a command; did you mean backlinks or pack?"
meant 'tag' ": 'tag' is not a command; did you mean tags?"
meant 'rename a b' ": 'rename' is not a command; did you mean move?"
meant 'help serch' ": 'serch' is not a command; did you mean search?"
meant 'xyzzy' ": 'xyzzy' is not a command; cx help lists them"
meant 'search --limt 3 x' ' search: unknown option --limt; did you mean --limit?'
meant 'search --limt=3 x' ' search: unknown option --limt=3; did you mean --limit?'
meant 'list --projcet ops' \
	' list: unknown option --projcet; did you mean --project?'
meant 'archive --dif x' ' archive: unknown option --dif; did you mean --diff?'
meant 'scan --boyd' ' scan: unknown option --boyd; did you mean --body?'
meant 'score --toop 3 x' ' score: unknown option --toop; did you mean --top?'
meant 'config set' \
	' config: give a key and a value, as in: cx config set layers.hot 3'
meant 'project rename' \
	' project: give two names, as in: cx project rename OLD NEW'
meant 'project switch' ' project: give one name, as in: cx project switch NAME'
meant 'doctor all' ' doctor: unknown operand all'
run cx archive nosuch
status 3
err_is 'cx archive: nosuch: no such note in this vault'
run cx-config --nearest hots <<'E2'
warm
hot
cold
shots
hotel
E2
out_is 'hot
shots' 'those that are nearest'
run cx-config --nearest xy </dev/null
status 1
out_empty

### what a person did not expect

cx init v >/dev/null && cd v || exit 99
cx new 'A note' >/dev/null
run cx list ''
status 2
err_has 'the expression is empty'
run cx timeline nosuch
status 1
err_is 'cx timeline: no note matches --project'
run cx list --type nosuch --tag x
err_is 'cx list: no note matches --type, --tag'
cx new --tags t B >/dev/null
run cx list 'tag=x or tag=y or updatde>2020 or extra.none=1 or name=x'
status 1
err_is "cx list: no record has the member 'tag'; did you mean 'tags'?
cx list: no record has the member 'updatde'; did you mean 'updated'?
cx list: no record has the member 'none'
cx list: no note matches --where"
run cx list 'status=nosuch and not nosuch'
err_is "cx list: no record has the member 'nosuch'
cx list: no note matches --where"
run cx list 'type=nosuch'
err_is 'cx list: no note matches --where'
run cx move a_note b_note
status 3
err_is 'cx move: b_note: end the new name in .md, or in / for a directory'
for text in '' '  '; do
	echo "$text" >"$T/in"
	run cx supersede a_note <"$T/in"
	status 3
	err_is 'cx supersede: no replacement; give NEW, or the text on standard input'
done
run cx site -o /dev/null
status 4
err_is 'cx site: -o /dev/null: not a directory that can be made'
mkdir "$T/none" && cp "$(command -v env)" "$T/none/fzf"
run env PATH="$PATH:$T/none" setsid cx pick
status 4
err_is 'cx pick: there is no terminal to choose at; cx search WORD... needs none'
if has_terminal; then
	for c in pick open; do
		terminal "PATH=$T/none:$PATH cx $c 2>$T/err" </dev/null \
			>"$T/out"
		rc=$? last="cx $c"
		status 4
		err_is "cx $c: there is no terminal to choose at; cx search WORD... needs none"
	done
else
	skip 4 'where messages go to a file' 'no terminal here'
fi
ln -s a x && mkfifo p && echo '# One' >one.md
printf 'x\0one.md\0index/x.md\0' | cx-scan -0 - >"$T/out" 2>"$T/err"
err_is 'cx-scan: skipped 2 paths that the rules for notes leave out'
printf 'index/x.md\0' | cx-scan -0 - >"$T/out" 2>"$T/err"
err_is 'cx-scan: skipped 1 path that the rules for notes leave out'
run cx-scan
err_is 'cx-scan: skipped 1 symlink, 1 special file'
cd .. || exit 99

# At a terminal nobody types records.
if has_terminal; then
	for c in new show; do
		terminal "cx $c" </dev/null | tr -d '\r' >"$T/out"
		ok "cx $c at a terminal asks for what it needs" \
			grep -q "^cx $c: .*as in: cx $c" "$T/out"
	done
fi
done_testing
