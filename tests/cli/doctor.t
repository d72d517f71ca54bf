#!/bin/sh
# doctor.t: cx doctor names what is wrong with the set-up and the command that
# mends it.
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

done_testing
