#!/bin/sh
# doctor.t: cx doctor names what is wrong with the set-up and the command that
# mends it; cx config set changes one line of cortex.toml.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git

cx init . >/dev/null
git init -q .
cx new 'A note' >/dev/null

### doctor

run cx doctor
status 1
out_has 'wrong index     there is none'
out_has 'cx rebuild'
cx rebuild
run cx doctor
status 0 'a new vault has nothing wrong'
out_has 'ok    git       index, layers and inbox are ignored'
out_has 'ok    leftovers none'
find . -name .gitignore -delete
: >.git/info/exclude
run cx doctor
status 1
out_has '.gitignore lacks index/'
sh -c "$(sed -n "s/^ *\(printf .*gitignore\)$/\1/p" "$T/out")"
run cx doctor
status 0 'the command mends it'
git add -f index/meta.json
run cx doctor
status 1
out_has 'index/meta.json is in git'
eval "$(sed -n 's/^ *\(git rm .*\)$/\1/p' "$T/out")"
run cx doctor
status 0 'the command mends it, too'
cx new 'Another' >/dev/null
run cx doctor
status 1
out_has 'wrong index     behind: '
cx rebuild
cp cortex.toml before.toml
printf '[nosuch]\nhot = "x"\n' >>cortex.toml
run cx doctor
status 1
out_has 'wrong settings  '
out_has nosuch
mv before.toml cortex.toml
cx rebuild
: >atoms/.cx-tmp-1 && touch -d '2 hours ago' atoms/.cx-tmp-1
run cx doctor
status 1
out_has '1 temporary files, such as ./atoms/.cx-tmp-1'
rm atoms/.cx-tmp-1
mkdir -p inbox/failed && : >inbox/failed/evt-1.md
run cx doctor
status 1
out_has '1 captured texts did not become notes'
rm -r inbox/failed
mkdir -p _moc/collectors.d && printf '#!/bin/sh\n' >_moc/collectors.d/x &&
	chmod +x _moc/collectors.d/x
run cx doctor
status 0 'collectors that wait for cx trust are a hint'
out_has 'hint  trust'
run cx doctor x
status 2
git config core.fsmonitor "touch $T/ran; false"
run cx doctor
not_ok "nothing of the repository's configuration is run" [ -e "$T/ran" ]

### config set

cp cortex.toml before.toml
run cx config set layers.hot 5
status 0
is "$(diff before.toml cortex.toml)" "$(printf '%s\n' \
	"$(grep -n '^#\[layers\]' before.toml | cut -d : -f 1),$(grep -n '^#hot = 2' before.toml | cut -d : -f 1)c$(grep -n '^\[layers\]' cortex.toml | cut -d : -f 1),$(grep -n '^hot = 5' cortex.toml | cut -d : -f 1)" \
	'< #[layers]' '< #hot = 2' --- '> [layers]' '> hot = 5')" \
	'the lines that were comments become the setting; all others stay'
is "$(cx config --get layers.hot)" 5 'and it counts'
cp cortex.toml before.toml
run cx config set layers.hot 5
out_is 'nothing changed'
run cx config set layers.warm 9
is "$(diff before.toml cortex.toml | grep -c '^[<>]')" 2 'one line'
run cx config set scopes.mine 'project=api and status=open'
status 0
is "$(cx config --get scopes.mine)" 'project=api and status=open' \
	'a text needs no quotes'
run cx config set projects.names '["a", "b"]'
is "$(cx config --get projects.names | jq -c .)" '["a","b"]' 'a list'
run cx config set types.idea.dir ideas
is "$(cx config | jq -r .types.idea.dir)" ideas 'a table of its own'
put cortex.toml <<'E2'
# mine
[layers]   # how old
warm = 30  # a month
hot = 3 # three "days"

[gate]
phrases = [
	"hot = 1",
]
E2
run cx config set layers.hot 4
is "$(sed -n 2,4p cortex.toml)" '[layers]   # how old
warm = 30  # a month
hot = 4' 'order stays'
run cx config set layers.warm 31
is "$(sed -n 3p cortex.toml)" 'warm = 31  # a month' 'and so do comments'
cp cortex.toml before.toml
for bad in 'layers.hot abc' 'nosuch.key 1' 'layers 1' 'layers.nosuch 1' \
	'layers.hot' 'gate.phrases x' 'a.b.c.d 1' 'layers.hot 1 2'; do
	# shellcheck disable=SC2086
	run cx config set $bad
	status 2 "cx config set $bad"
done
run cx config set layers.hot "1
[gate]"
status 2 'a value is one line'
same cortex.toml before.toml 'nothing of that has changed the file'
rm cortex.toml
mkdir -p .cortex/access
run cx config set layers.hot 7
is "$(cat cortex.toml)" '[layers]
hot = 7' 'a file is made where there is none'
ln -sf "$T/outside" cortex.toml && echo kept >"$T/outside"
run cx -C . config set layers.hot 8
is "$(cat "$T/outside")" kept 'no link is followed'
done_testing
