#!/bin/sh
# config-set.t: cx config set, get and unset change one value of cortex.toml
# and nothing else, or say why not and change nothing.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

cx init . >/dev/null

### lines and comments of the template

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
run cx config set directories.web site
is "$(sed -n '/^web/,/^#\[/p' cortex.toml)" "$(printf '%s\n' \
	'web = "site"' '' \
	"$(sed -n '/^#\[tags\]/{x;p;x;p;};h' before.toml)")" \
	'a new entry goes before what is said of the next table'
mkdir sub && cx init sub/vault >/dev/null
run cx -C sub/vault config set layers.hot 6
status 0 'with a vault that is named from here'
is "$(cx -C sub/vault config get layers.hot)" 6
is "$(cx config get layers.hot)" 5 'the one around it is as it was'
rm -r sub
run cx config set scopes.mine 'project=api and status=open'
status 0
is "$(cx config --get scopes.mine)" 'project=api and status=open' \
	'a text needs no quotes'
run cx config set projects.names '["a", "b"]'
cx config --get projects.names >"$T/json"
jq_of "$T/json" . '["a","b"]' 'a list'
run cx config set types.idea.dir ideas
cx config >"$T/json"
jq_of -r "$T/json" .types.idea.dir ideas 'a table of its own'
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
hot = 4 # three "days"' 'order stays'
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
status 2 'more than a value'
same cortex.toml before.toml 'nothing of that has changed the file'
rm cortex.toml
mkdir -p .cortex/access
run cx config set layers.hot 7
is "$(cat cortex.toml)" '[layers]
hot = 7' 'a file is made where there is none'
ln -sf "$T/outside" cortex.toml && echo kept >"$T/outside"
run cx -C . config set layers.hot 8
is "$(cat "$T/outside")" kept 'no link is followed'
rm cortex.toml

### every form of TOML

put cortex.toml <<'E2'
# My vault.
vault.skip_dirs = ["drafts"]   # dotted, at the top

[projects]
names = [
	"api",  # the interface
	"web",
]
[types]
runbook = { dir = "ops" , review_after = 30 } # inline
idea.dir = "ideas"
[types."odd name"]
dir = "odd"
[scopes]
mine = 'project=api'
long = """
project=api and \
  status=open"""   # of two lines
[tags]
"two words" = ["a"]
E2
cp cortex.toml whole.toml

# sets "CHANGED LINES" KEY VALUE: the lines that differ after it
sets()
{
	cp whole.toml cortex.toml
	run cx config set "$2" "$3"
	status 0
	err_empty
	is "$(diff whole.toml cortex.toml | sed -n 's/^\([<>]\)/\1/p')" "$1" \
		"the lines that changed: $last"
	ok 'it is a configuration' cx config --strict cortex.toml
}
sets '< vault.skip_dirs = ["drafts"]   # dotted, at the top
> vault.skip_dirs = ["a", "b"]   # dotted, at the top' \
	vault.skip_dirs '["a", "b"]'
sets '> vault.skip_files = ["x"]' vault.skip_files '["x"]'
is "$(sed -n 3p cortex.toml)" 'vault.skip_files = ["x"]' 'beside its like'
sets '< names = [
< 	"api",  # the interface
< 	"web",
< ]
> names = ["one"]' projects.names '["one"]'
sets '> default = "web"' projects.default web
is "$(sed -n 9p cortex.toml)" 'default = "web"' 'after the list above it'
sets '< runbook = { dir = "ops" , review_after = 30 } # inline
> runbook = { dir = "x y" , review_after = 30 } # inline' \
	types.runbook.dir 'x y'
sets '< runbook = { dir = "ops" , review_after = 30 } # inline
> runbook = { dir = "ops" , review_after = 30, until = "done" } # inline' \
	types.runbook.until 'done'
sets '< runbook = { dir = "ops" , review_after = 30 } # inline
> runbook = {} # inline' types.runbook '{}'
sets '> idea.review_after = 9' types.idea.review_after 9
sets '> archive_after = 5' 'types."odd name".archive_after' 5
sets '> until = "over"' "types.'odd name'.until" over
sets '> plain = { dir = "p" }' types.plain '{ dir = "p" }'
sets "$(cat <<'E2'
< mine = 'project=api'
> mine = "name=\"x\\\\y\""
E2
)" scopes.mine 'name="x\\y"'
is "$(cx config --get scopes.mine)" 'name="x\\y"' 'quotes and backslashes'
sets '< long = """
< project=api and \
<   status=open"""   # of two lines
> long = "type=rule"   # of two lines' scopes.long type=rule
sets '< "two words" = ["a"]
> "two words" = ["a", "é"]' 'tags."two words"' '["a", "é"]'
sets '> "größe" = ["x"]' 'tags."größe"' '["x"]'
sets '> 
> [gate]
> phrases = ["a", "b # c"]' gate.phrases '["a", "b # c"]'
sets '> 
> [context.budgets]
> web = 2000' context.budgets.web 2000
sets '> 
> [gate]
> phrases = [
>  "a",
>  "b",
> ]' gate.phrases '[
 "a",
 "b",
]'
is "$(cx config get gate.phrases)" '["a","b"]' 'a list of several lines'
sets '< mine = '\''project=api'\''
> mine = "project=api\nor project=web"' scopes.mine 'project=api
or project=web'

### what cannot be done is refused

# refuses "WHY" KEY VALUE
refuses()
{
	cp whole.toml cortex.toml
	run cx config set "$2" "$3"
	status 2
	err_has "$1"
	same cortex.toml whole.toml "and nothing changed: $last"
}
refuses 'cx config: types.idea is a table: set its keys' types.idea '{}'
refuses 'vault.skip_dirs is not a table' vault.skip_dirs.x 1
refuses "'gate.' is not a key" gate. 1
refuses "'a = 1 #' is not a key" 'a = 1 #' 1
refuses 'layers.hot: expected a whole number' layers.hot '1 # one'
refuses 'unknown key layers.nosuch' layers.nosuch 1
refuses 'gate.phrases: expected a list' gate.phrases '["a", '
refuses 'skip_dirs' vault.skip_dirs.0 x

# A fault elsewhere is neither a reason to refuse nor hidden.
printf '[nosuch]\nx = 1\n' >>cortex.toml
run cx config set layers.hot 4
status 0 'an unknown key elsewhere'
is "$(cx config get layers.hot 2>/dev/null)" 4
printf '[layers]\nhot = "two"\n' >cortex.toml
run cx config set layers.hot 2
status 0 'the value that was wrong'
is "$(cat cortex.toml)" '[layers]
hot = 2'
printf '[layers\nhot = "two"\n' >cortex.toml
run cx config set layers.hot 2
status 2
err_has 'cortex.toml:1:'
printf '[layers]\r\nhot = 2 # x\r\n' >cortex.toml
run cx config set layers.warm 5
is "$(od -An -c cortex.toml | tr -d ' \n')" \
	'[layers]\r\nhot=2#x\r\nwarm=5\r\n' 'line ends stay'
printf '[layers]\nhot = 2' >cortex.toml
run cx config set layers.warm 5
is "$(cat cortex.toml)" '[layers]
hot = 2
warm = 5' 'a last line without an end'

### get and unset

cp whole.toml cortex.toml
run cx config get projects.names
out_is '["api","web"]'
run cx config get types.runbook.dir
out_is ops
run cx config get nosuch
status 1
err_is 'cx config: nosuch is not set; cx config lists the settings'
out_empty
run cx config get layers.hoot
status 1
err_is 'cx config: layers.hoot is not set; did you mean layers.hot?'
run cx config get warm
status 1
err_is 'cx config: warm is not set; did you mean layers.warm?'
run cx config get 'a.
b'
status 1
is "$(grep -c . "$T/err")" 1 'a message is one line'
unsets() # "CHANGED LINES" KEY
{
	cp whole.toml cortex.toml
	run cx config unset "$2"
	status 0
	is "$(diff whole.toml cortex.toml | sed -n 's/^\([<>]\)/\1/p')" "$1" \
		"the lines that changed: $last"
	ok 'it is a configuration' cx config --strict cortex.toml
}
unsets '< vault.skip_dirs = ["drafts"]   # dotted, at the top' vault.skip_dirs
unsets '< names = [
< 	"api",  # the interface
< 	"web",
< ]' projects.names
unsets '< runbook = { dir = "ops" , review_after = 30 } # inline
> runbook = { review_after = 30 } # inline' types.runbook.dir
unsets '< runbook = { dir = "ops" , review_after = 30 } # inline
> runbook = { dir = "ops" } # inline' types.runbook.review_after
unsets '< runbook = { dir = "ops" , review_after = 30 } # inline' types.runbook
unsets '< idea.dir = "ideas"' types.idea.dir
unsets '< "two words" = ["a"]' 'tags."two words"'
unsets '< long = """
< project=api and \
<   status=open"""   # of two lines' scopes.long
cp whole.toml cortex.toml
run cx config unset layers.hot
status 1
err_has 'layers.hot is not set in cortex.toml'
same cortex.toml whole.toml 'and nothing changed'
run cx config unset types
status 2
err_has 'types is a table'
for c in 'set' 'set a' 'set a.b 1 2' 'get' 'get a b' 'unset' 'unset a b'; do
	# shellcheck disable=SC2086
	run cx config $c
	status 2
	err_has "cx config"
done
rm cortex.toml
run cx config unset layers.hot
status 1 'there is no file'

### a walk: what was set is what is read, and all else stays

cp whole.toml cortex.toml
i=0
wrong=
others=
others_and=
while [ $i -lt 40 ]; do
	i=$((i + 1))
	case $((i % 5)) in
	0) k=layers.hot v=$i ;;
	1) k=types.t$i.dir v="d $i" ;;
	2) k=tags.g$((i % 7)) v="[\"w$i\"]" ;;
	3) k=scopes.s$i v="name~\"$i\"" ;;
	4) k=types.runbook.review_after v=$i ;;
	esac
	# A new type has defaults of its own.
	rest="del(.${k%.dir})"
	cx config >>all.json
	cx config set "$k" "$v" || wrong="$wrong $k"
	cx config >>all.json
	others="$others$others_and (.[$((2 * i - 2))] | $rest) ==
		(.[$((2 * i - 1))] | $rest)"
	others_and=' and'
	[ "$(cx config get "$k")" = "$v" ] || wrong="$wrong $k:value"
done
is "$wrong" '' 'forty changes, each of one value'
jq_of -s all.json "[length, ($others)]" '[80,true]' '... and all others stay'
is "$(grep -c '#' cortex.toml)" "$(grep -c '#' whole.toml)" \
	'all comments are there'
done_testing
