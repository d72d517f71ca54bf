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

rm -r index
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
out_has '1 temporary file, such as ./atoms/.cx-tmp-1'
rm atoms/.cx-tmp-1

### what is wrong, and the command that doctor names for it

# says TEXT: the last run does, with a command for it, which is in mend then
says()
{
	out_has "$1"
	grep -F -e "$1" -A 1 "$T/out" | sed -n '2s/^ *//p' >"$T/mend"
	ok "and a command: $1" [ -s "$T/mend" ]
}
# breaks TEXT...: doctor says so, and what it names mends it, all in turn
breaks()
{
	run timeout 200 cx doctor
	: >"$T/mends"
	for each; do
		says "$each"
		cat "$T/mend" >>"$T/mends"
	done
	while read -r mend; do
		sh -c "$mend" >>"$T/mended" 2>&1 </dev/null
	done <"$T/mends"
	run cx doctor
	for each; do
		out_lacks "$each" "mended by one of: $(cat "$T/mends")"
	done
}
# What the settings lack, it stops at.
cp cortex.toml before.toml
echo '[layers' >>cortex.toml
run timeout 200 cx doctor
says "wrong settings  cortex.toml:$(wc -l <cortex.toml):8: "
status 1
mv before.toml cortex.toml
printf '[layers]\nhot = "x"\n' >>cortex.toml
breaks 'layers.hot: expected a whole number, not "x"'
printf 'hto = 1\n' >>cortex.toml
breaks 'unknown key layers.hto is ignored'
cp cortex.toml before.toml
rm cortex.toml && mkfifo cortex.toml
run timeout 200 cx doctor
says 'wrong settings  cortex.toml: is not a regular file'
rm cortex.toml && mv before.toml cortex.toml
cx rebuild
# One thing of each kind at a time.
: >index/meta.json
chmod -x .git/hooks/pre-commit 2>/dev/null || {
	printf '#!/bin/sh\ncx check --staged\n' >.git/hooks/pre-commit
	chmod -x .git/hooks/pre-commit
}
: >atoms/.cx-tmp-1 && touch -d '2 hours ago' atoms/.cx-tmp-1
rm -f .cortex/lock && mkfifo .cortex/lock
breaks 'wrong lock      ' 'wrong index     index/meta.json: ' \
	'wrong hooks     git does not run the pre-commit hook' \
	'wrong leftovers 1 temporary file'
rm -r index
rm .git/hooks/pre-commit
rm -rf .cortex/access && : >.cortex/access
breaks 'wrong index     there is none' \
	'hint  hooks     no pre-commit hook checks notes' \
	'wrong access    .cortex/access is not a directory'
f=$(find index/generations/ -name manifest.json | head -n 1)
chmod u+w "$f" && echo x >>"$f"
: >.git/hooks/pre-commit
printf '{}' >.cortex/move.plan
printf -- '---\nname: F\nupdated: 2999-01-01\n---\n' >atoms/future.md
run cx doctor
says 'hint  hooks     the pre-commit hook does not check notes'
says 'wrong leftovers a cx move was interrupted'
says 'hint  agents    no agent is set up'
rm .git/hooks/pre-commit .cortex/move.plan
breaks 'wrong index     index: a file is missing or has another size'
run cx doctor
says 'hint  clock     dated in the future: 1; '
rm atoms/future.md
mv .git ../kept.git
breaks 'wrong index     behind: ' 'hint  git       the vault is not in git'
rm -rf .git && mv ../kept.git .git
(
	flock 9
	cx doctor >"$T/held"
) 9>>.cortex/lock
file_has "$T/held" 'hint  lock      another program writes' 'a lock that is held'
cx agent install claude-code >/dev/null
run cx doctor
out_has 'ok    agents    claude-code'
sed -i 's|"command": *"[^"]*cx-mcp"|"command": "/nonexistent/cx-mcp"|' \
	"$HOME/.claude.json"
cx capture 'A deploy on a Friday took the booking service down for an hour.' \
	>/dev/null
breaks 'wrong agents    claude-code' 'hint  inbox     1 capture waits'
cx agent remove claude-code >/dev/null
mkdir "$T/stub" && printf '#!/bin/sh\necho\necho a 9 9 12 100%% /\n' >"$T/stub/df"
chmod +x "$T/stub/df"
run env PATH="$T/stub:$PATH" LC_ALL=C cx doctor
out_has 'wrong disk      only 12 KiB are free'
out_has 'hint  locale    '
if command -v setpriv >/dev/null || [ "$(id -u)" -ne 0 ]; then
	mkdir atoms/shut && chmod 000 atoms/shut
	run as_user cx doctor
	out_has 'wrong vault     ./atoms/shut cannot be read'
	out_has '    chmod u+rwx ./atoms/shut'
	rmdir atoms/shut
	chmod u-w .
	run as_user cx doctor
	out_has 'wrong vault     it cannot be written'
	out_has '    chmod u+w .'
	chmod u+w .
else
	skip 4 'what cannot be read or written' 'no setpriv here'
fi
cx rebuild
run cx doctor
status 0 'all is mended'
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

### from a directory of the vault, too, the commands mend

cx rebuild
put .git/hooks/pre-commit <<'E2'
#!/bin/sh
cx check --staged
E2
chmod -x .git/hooks/pre-commit
mkdir -p "a b/c" && cd "a b/c" || exit 99
run cx doctor
status 1
ok 'the hook is named' grep -q '^wrong hooks ' "$T/out"
sh -c "$(sed -n "s/^ \{20\}\(cd .*\|chmod +x .*\)/\1/p" "$T/out")"
run cx doctor
status 0 'done as it stands there'
not_ok '... and no more than that' [ -e .git ]
cd ../.. || exit 99
run cx doctor
out_lacks 'root of the vault'
touch -d '3 hours ago' .cx-tmp-x
run cx doctor
out_has '1 temporary file, such as ./.cx-tmp-x'
rm .cx-tmp-x
git config core.fsmonitor "touch $T/ran; false"
run cx doctor
not_ok "nothing of the repository's configuration is run" [ -e "$T/ran" ]

### notes in git that were made a vault: there is no inbox yet

mkdir -p "$T/repo/pages" && cd "$T/repo" || exit 99
git init -q .
echo '# A page' >pages/a.md
touch cortex.toml
cx rebuild
run cx doctor
out_has 'ok    git       index, layers and inbox are ignored'

### notes that do not say what their authors meant are counted

printf -- '---\nid: c\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n' >pages/c.md
printf -- '---\nid: u\nname: [x\ncode: not-read\n---\nb\n' >pages/u.md
printf -- '---\ncode: not-read\n---\nb\n' >pages/v.md
cx rebuild 2>/dev/null
run cx doctor
status 1
out_has 'wrong notes     1 in conflict'
out_has 'wrong notes     1 with front matter that is not understood'
done_testing
