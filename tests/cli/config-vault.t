#!/bin/sh
# cx-config: which cortex.toml counts and which directory is the vault.
. "$(dirname "$0")/../tap.sh"

W=$(pwd -P)
run cx-config
jq_is .vault.path '""'
run cx-config --vault
status 2
out_empty
err_has "no vault: "
err_has "cx init" "the message names the next step"

# Markers, from inside.
mkdir -p v/a/b other named ~/.cortex
: >v/cortex.toml
cd v/a/b || exit 99
run cx-config --vault
out_is "$W/v"
mkdir "$W/v/a/.cortex"
run cx-config --vault
out_is "$W/v/a" "the nearest wins"
run cx-config --origin
jq_is .vault.path "{\"value\":\"$W/v/a\",\"origin\":\"parent\"}"
rmdir "$W/v/a/.cortex"

# Outside: ~/.cortex; the home directory itself is not a vault because of it.
cd "$W/other" || exit 99
run cx-config --vault
out_is "$(cd ~ && pwd -P)/.cortex"
run cx-config --origin
jq_is .vault.path.origin '"~/.cortex"'
mkdir ~/notes
cd ~/notes || exit 99
run cx-config --vault
out_is "$(cd ~ && pwd -P)/.cortex" "a parent's .cortex that is ~/.cortex"

# -C before $CORTEX_VAULT before [vault] path before parents.
cd "$W/v" || exit 99
printf '[vault]\npath = "../named"\n[layers]\nhot = 5\n' >cortex.toml
: >../named/cortex.toml
cx trust >"$T/out" 2>"$T/err" || exit 99
run cx-config --vault
out_is "$W/named" "relative to the file"
run cx-config --origin
jq_is .vault.path.origin '"cortex.toml:2"'
run env CORTEX_VAULT="$W/other" cx-config --vault
out_is "$W/other"
run env CORTEX_VAULT= cx-config --vault
out_is "$W/named" "an empty variable is none"
run env CORTEX_VAULT="$W/other" cx-config -C "$W/v" --vault
out_is "$W/v"
run env CORTEX_VAULT="$W/other" cx-config --origin
jq_is '[.vault.path.origin, .layers.hot.value]' '["CORTEX_VAULT",2]' \
	"the file of the working directory is not that of any vault"
printf '[vault]\npath = "~/notes"\n' >cortex.toml
: >~/notes/cortex.toml
cx trust >"$T/out" 2>"$T/err" || exit 99
run cx-config --vault
out_is "$(cd ~ && pwd -P)/notes" "~ is the home directory"

# The file of a vault that was found by its mark does not send elsewhere.
cd a/b || exit 99
run cx-config --vault
out_is "$W/v"
err_is "cx-config: $W/v/cortex.toml:2:8: vault.path only applies in the directory of this file; the vault is $W/v"
printf '[vault]\npath = "."\n[layers]\nhot = 6\n' >"$W/v/cortex.toml"
run cx-config --origin
err_empty
jq_is '.layers.hot' "{\"value\":6,\"origin\":\"$W/v/cortex.toml:4\"}"
cd "$W/other" || exit 99
run cx-config -C "$W/v"
jq_is '[.vault.path, .layers.hot]' "[\"$W/v\",6]"
ln -s "$W/v" "$W/link"
run cx-config -C "$W/link" --vault
out_is "$W/v" "the path is without symlinks"

# Operand.
printf '[vault]\npath = "b"\n[layers]\nhot = 8\n' >"$W/v/a/my.toml"
run cx-config --origin ../v/a/my.toml
jq_is '[.vault.path.value, .layers.hot.origin]' "[\"$W/v/a/b\",\"../v/a/my.toml:4\"]"
run sh -c 'printf "[layers]\nhot = 9\n" | cx-config --origin -'
jq_is '.layers.hot' '{"value":9,"origin":"(stdin):2"}'

# What cannot be.
run cx-config -C "$W/none"
status 4
err_is "cx-config: cannot open the vault '$W/none' (from -C): No such file or directory"
out_empty
run cx-config -C ""
status 4 "an empty -C is no -C left out"
run env CORTEX_VAULT="$W/v/cortex.toml" cx-config
status 4
err_has "Not a directory"
printf '[vault]\npath = "gone"\n' >cortex.toml
run cx-config
status 2
err_is "cx-config: cortex.toml:2:8: vault.path: cannot open 'gone': No such file or directory"
out_empty
run cx-config none.toml
status 4
err_is "cx-config: none.toml: No such file or directory"
rm cortex.toml
mkdir cortex.toml
run cx-config
status 4
err_is "cx-config: cortex.toml: is a directory, not a file"
rmdir cortex.toml
mkfifo cortex.toml
run cx-config
status 4
err_is "cx-config: cortex.toml: is not a regular file"
rm cortex.toml
run cx-config a b
status 2
run cx-config --vault --origin
status 2
mkdir "$(printf 'bad\377')"
run cx-config -C "$(printf 'bad\377')"
status 4
err_has "not UTF-8"
run sh -c 'cx-config >/dev/full'
status 4

# The environment of what is run: whatever a path holds.
cd "$W" || exit 99
odd="it's \$HOME \`id\` \"x\" \\"
mkdir "$odd"
printf '[scopes]\na = "name~\\"it'"'"'s\\""\n' >"$odd/cortex.toml"
run cx-config -C "$odd" --run -- sh -c 'printf "%s\n" "$CORTEX_VAULT" "$@"' sh a 'b c'
status 0
out_is "$W/$odd
a
b c" "--run passes the vault on, and arguments"
cx-config -C "$odd" --run -- sh -c 'printf "%s\n" "$CORTEX_CONFIG"' >config.out
cx-config -C "$odd" >config.want
same config.out config.want "--run passes the configuration on"
rmdir ~/.cortex
run cx-config --run -- sh -c 'echo "${CORTEX_VAULT-none}"'
out_is none "no vault: no CORTEX_VAULT"
run cx-config --run -- sh -c 'exit 7'
status 7
run cx-config --run -- ./nothing
status 4
run cx-config --run
status 2
run cx-config --origin --vault
status 2

# One value.
printf '[layers]\nhot = 9\n[tags]\n"a.b" = "x, y"\n[projects]\ndefault = "it"\n' \
	>"$odd/cortex.toml"
while read -r key want; do
	run cx-config -C "$odd" --get "$key"
	out_is "$want" "--get $key"
done <<'E'
layers.hot 9
layers.warm 7
tags.a.b ["x","y"]
projects.default it
layers {"hot":9,"warm":7,"newest":false}
types.context.archive_after 30
E
run cx-config --get layers.none
status 1
out_empty

done_testing
