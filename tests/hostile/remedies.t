#!/bin/sh
# remedies.t: commands that are printed to be pasted do what they say, whatever
# names are in them.
. "$(dirname "$0")/../tap.sh"
need git jq

# paste: every command of the last cx doctor, as a person would; programs do
# nothing here but touch(1).
mkdir "$T/stub"
for c in cd chmod cp cx df export find git printf rm rmdir mkdir mv; do
	printf '#!/bin/sh\nexit 0\n' >"$T/stub/$c"
	chmod +x "$T/stub/$c"
done
ln -s "$(command -v touch)" "$T/stub/touch"
mkdir "$T/lap" && touch "$T/lap/x"
paste_all()
{
	sed -n 's/^ \{20\}//p' "$T/out" >"$T/lines"
	while IFS= read -r line; do
		(cd "$T/lap" && PATH=$T/stub sh -c "$line") >/dev/null 2>&1 </dev/null
		not_ok "pasted: $line" [ -n "$(find "$T/lap" "$T/w" -type f \
			-name '*RAN*' 2>/dev/null)" ]
	done <"$T/lines"
	rm -f "$T/lap/RAN"
}
ln -s "$(command -v sh)" "$T/stub/sh"

esc=$(printf '\033')
nl='
'
# shellcheck disable=SC2016 # names
for name in "o';touch RAN;'" 'x;touch RAN' '$(touch RAN)' '`touch RAN`' \
	'a b&touch RAN&' '-x|touch RAN' '~;touch RAN' "a${nl}touch RAN" \
	"a${esc}[8mtouch RAN" '"touch RAN' 'x>RAN' "é'touch RAN" \
	"$(printf 'a\342\200\256touch RAN')"; do
	cd "$T/w" || exit 99
	v=$T/w/v
	rm -rf "$v" && mkdir "$v" && cd "$v" || exit 99
	mkdir -p -- "./$name/sub" && cd "./$name" || exit 99
	git init -q .
	touch cortex.toml
	jq -nr --arg n "$name" '"[gate]\n\($n | tojson) = 1"' >cortex.toml
	git config core.hooksPath "$name"
	mkdir -- "./$name"
	cd sub || exit 99
	run cx doctor
	paste_all
	cd .. || exit 99
	printf '#!/bin/sh\ntrue\n' >"./$name/pre-commit"
	run cx doctor
	paste_all
	printf '#!/bin/sh\ncx check\n' >"./$name/pre-commit"
	run cx doctor
	paste_all
	printf '[gate]\n%s = 1\n' "$(jq -nr --arg n "$name" '$n | gsub("[^a-zA-Z]"; "") | tojson')" >cortex.toml
	mkdir "shut" && mkdir -- "shut/$name" && chmod 000 "shut/$name"
	run as_user cx doctor
	paste_all
	chmod 700 "shut/$name"
	# No index yet: what makes one is said.
	cd "$T" || exit 99
	run cx -C "$v/$name" list
	sed -n 's/^.*make it with: /                    /p' "$T/err" >"$T/out"
	paste_all
done

### as in the report

mkdir "$T/w/r" && cd "$T/w/r" || exit 99
# shellcheck disable=SC2016
printf '[gate]\n"x;touch${IFS}RAN" = 1\n' >cortex.toml
run cx doctor
# shellcheck disable=SC2016
out_has "cx config unset 'gate.x;touch\${IFS}RAN'"
printf '[gate]\n"x\\u001b[8m" = 1\n' >cortex.toml
run cx doctor
out_lacks 'cx config unset' 'no command where a name has control characters'
out_has 'fix line 2 of cortex.toml'

### what a client starts is no remedy

: >cortex.toml
git init -q .
printf '%s\n' '{"mcpServers":{"cortex":{"command":"x: cx agent ;touch RAN;/cx-mcp"}}}' \
	>.mcp.json
run cx doctor
out_has 'cx agent install claude-code'
out_lacks '    cx agent ;touch'
paste_all

### a lock is what it is, wherever the vault is

mkdir -p "$T/w/another program/.cortex/lock" && cd "$T/w/another program" ||
	exit 99
touch cortex.toml
run cx doctor
out_has 'rm -rf .cortex/lock' 'a directory in the place of the lock'
done_testing
