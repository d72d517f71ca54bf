#!/bin/sh
# make.t: vault.mk: in a vault, make rebuilds what is out of date.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES

state() { find index layers ! -type d -printf '%p %y %i %s %T@ %l\n' | sort; }
vault v
cd v || exit 99
echo "include $SRC/pipelines/vault.mk" >Makefile

run make
status 0
jq_of index/manifest.json length 7 'make builds the index'
jq_of layers/hot.json length 2 'and the layers'
state >"$T/s1"
for n in second third; do
	sleep 0.02
	run make
	status 0
	state >"$T/s2"
	same "$T/s2" "$T/s1" "a $n make writes nothing"
	out_empty "a $n make says nothing"
done
atom atoms/new.md 'New one' insight active 2026-04-15 'new'
run make
status 0
jq_ok index/by_tag.json .new 'a new atom: rebuilt'
atom atoms/new.md 'New one' insight active 2026-04-15 'newer'
run make
jq_ok index/by_tag.json .newer 'a changed atom: rebuilt'
mkdir -p deep/er/still
atom deep/er/still/a.md 'Deep one' insight active 2026-04-15 'deep'
run make
jq_ok index/by_tag.json .deep 'an atom in a new directory: rebuilt'
rm -r deep atoms/new.md
run make
jq_of index/manifest.json length 7 'deleted atoms: rebuilt'
atom 'atoms/with blank $x #y.md' 'Blank' insight active 2026-04-15 'blank'
run make
status 0 'a name with a blank, $ and #'
jq_ok index/by_tag.json .blank '... rebuilt'
state >"$T/s1"
run make
state >"$T/s2"
same "$T/s2" "$T/s1" '... and make again writes nothing'
rm -rf index
run make
status 0
jq_of index/manifest.json length 8 'a deleted index comes back'
rm -rf layers
run make
jq_of layers/hot.json length 3 'deleted layers come back'
printf '[layers]\nhot = 400\nwarm = 500\n' >cortex.toml
run make
jq_of layers/cold.json length 0 'a changed configuration: rebuilt'
# Status 3 is published and said; make must not call it a failure for ever.
cp atoms/cache.md "$(printf 'atoms/bad\377.md')"
atom atoms/three.md 'Three' insight active 2026-04-15 'three'
run make
jq_ok index/by_tag.json .three 'status 3: published all the same'
cat "$T/out" "$T/err" >"$T/said"
ok '... and said' [ -s "$T/said" ]
state >"$T/s1"
run make
status 0
file_has "$T/err" bad '... and said again, as it is not mended'
state >"$T/s2"
same "$T/s2" "$T/s1" '... without writing anything'

### what each target installs

# A machine with dpkg that has no package, and somebody who may install none.
mkdir "$T/poor"
for p in dpkg-query sudo; do
	printf '#!/bin/sh\nexit 1\n' >"$T/poor/$p"
done
printf '#!/bin/sh\necho 1000\n' >"$T/poor/id"
chmod +x "$T/poor"/*
asked() # SET: its packages, one a line
{
	run env PATH="$T/poor:$PATH" sh "$SRC/tests/deps.sh" "$1"
	status 1 "$1: what is missing is not there"
	sed -n 's/.*sudo apt-get install -y --no-install-recommends //p' \
		"$T/err" | tr ' ' '\n' | sort >"$T/$1"
	ok "$1: the command that installs it is printed" [ -s "$T/$1" ]
}
for set in build test lint fuzz bench all; do
	asked "$set"
	is "$(sort "$T/$set" | uniq -d)" '' "$set: no package twice"
done
for set in test fuzz bench; do
	is "$(comm -23 "$T/build" "$T/$set")" '' "$set: builds, too"
done
for set in build test lint fuzz bench; do
	is "$(comm -23 "$T/$set" "$T/all")" '' "all: has $set"
done
is "$(grep -E 'python|git|clang|perl|cmocka|mandoc|shellcheck|sqlite' \
	"$T/build")" '' 'build: nothing that only developers need'
deps_of() # TARGET: the set that it sees to
{
	make -n -C "$SRC" B="$T/b" "$1" 2>/dev/null |
		sed -n 's|^sh tests/deps.sh \([a-z]*\)$|\1|p' | head -n 1
}
while read -r target set; do
	is "$(deps_of "$target")" "$set" "make $target installs the set $set"
done <<-END
	deps build
	deps-all all
	demo build
	check test
	asan test
	lint lint
	fuzz fuzz
	bench bench
	bench-agent test
	bench-tokens test
END

### without a library

mkdir "$T/lacks"
echo '#error "there is none"' >"$T/lacks/libstemmer.h"
cp "$T/lacks/libstemmer.h" "$T/lacks/yaml.h"
run make -C "$SRC" B="$T/b" CC="cc -isystem $T/lacks"
not_ok 'no library, no programs' [ "$rc" -eq 0 ]
err_has 'not found: yaml.h libstemmer.h;' 'what is missing is said'
err_has 'apt-get install libyaml-dev libstemmer-dev' '... and the mend'
ok '... before the compiler runs' [ ! -e "$T/b/obj" ]
run make -C "$SRC" B="$T/b" CC="cc -isystem $T/lacks" demo
out_has "building into $T/b" 'make demo says what it does meanwhile'

# What was built already is installed, from a directory of which make may write
# down other flags.
mkdir "$T/built" && ln -s "$BIN" "$T/built/bin"
install() # PATH ARGUMENT...
{
	path=$1
	shift
	run env PATH="$path" make -s -C "$SRC" -o all B="$T/built" \
		PREFIX="$T/p" "$@" install
	status 0
}
install "$PATH"
out_is "not in PATH yet: export PATH=$T/p/bin:\$PATH (man finds the manuals \
through it)" 'make install says that PATH lacks it'
ok '... and it runs from there' "$T/p/bin/cx" --version
install "$PATH:$T/p/bin"
out_is '' '... and nothing where PATH has it'
install "$PATH" DESTDIR="$T/root"
out_is '' '... or who makes a package'

done_testing
