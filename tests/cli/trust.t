#!/bin/sh
# trust.t: what a vault brings runs only after cx trust.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need git jq

W=$(pwd -P)
store=$HOME/.local/state/cortex/trust

# collector DIR NAME TEXT: an executable that leaves a file and fills a region
collector()
{
	put "$1/_moc/collectors.d/$2" <<E
#!/bin/sh
echo ran >>"$W/ran"
printf '{"section":"%s","text":"%s"}\n' '$2' '$3'
E
	chmod 755 "$1/_moc/collectors.d/$2"
}
# ran: whether something of a vault ran since the last time
ran()
{
	# shellcheck disable=SC2317 # ok and not_ok run it
	[ -e "$W/ran" ] && rm "$W/ran"
}

put origin/_moc/a.md <<'E'
<!-- AUTO:mine -->
<!-- /AUTO:mine -->
<!-- AUTO:vault_count -->
<!-- /AUTO:vault_count -->
E
: >origin/cortex.toml
collector origin mine first
collector origin vault_count replaced
(cd origin && git init -q && git add -A &&
	git -c user.name=a -c user.email=a@b commit -qm x) || exit 99
git clone -q origin v
cd v || exit 99

# A clone: no form of cx moc runs what it brought.
for form in --check --diff --dry-run '' ; do
	# shellcheck disable=SC2086 # no word where it is empty
	run cx moc $form
	not_ok "cx moc $form runs nothing of a clone" ran
	err_is "cx moc: not run: _moc/collectors.d/mine and 1 more; run \`cx trust\` in $W/v to allow it" \
		"cx moc $form says so in one line"
done
status 0
file_has _moc/a.md '- 1 note' "the built-in is not replaced"
file_lacks _moc/a.md first "the region of the other is left alone"
run cx trust --check
status 1
run cx trust --dry-run
status 0
out_has 'mine' "what would be allowed is shown"
ok "and not recorded" test ! -e "$store"
run cx trust --run -- _moc/collectors.d/mine
status 1
not_ok "nor does --run run it" ran
out_empty

# After cx trust.
run cx trust
status 0
is "$(cut -d' ' -f1,3 "$T/out")" "0755 _moc/collectors.d/mine
0755 _moc/collectors.d/vault_count" "what may run is shown"
is "$(sed -n '1s/^[0-9]* \([0-9a-f]*\) .*/\1/p' "$T/out")" \
	"$(b2sum -l 256 _moc/collectors.d/mine | cut -d' ' -f1)" "with its digest"
is "$(stat -c %a "$store" "$store"/*)" "700
600" "only its owner reads the decision"
run cx trust --check
status 0
err_empty
run cx moc
status 0
err_empty
ok "it runs now" ran
file_has _moc/a.md first "it fills its region"
file_has _moc/a.md replaced "and takes the place of the built-in"
run cx trust --list
out_is "allowed $W/v"

# Anything that changes asks again: bytes, mode, name, one more, one less.
again()
{
	run cx moc --check
	not_ok "$1: nothing runs" ran
	err_is "cx moc: not run: _moc/collectors.d/mine$2, changed since it was allowed; run \`cx trust\` in $W/v to allow it" \
		"$1: a line says so"
	git checkout -q -f . && git clean -qfd
	cx trust --check || note "$1: not as before"
}
echo '# more' >>_moc/collectors.d/mine
again 'bytes' ' and 1 more'
chmod 700 _moc/collectors.d/mine
run cx trust --check
status 1 "the mode counts"
chmod 755 _moc/collectors.d/mine
collector . zz new
again 'one more' ' and 2 more'
rm _moc/collectors.d/vault_count
again 'one less' ''
echo 'not executable' >_moc/collectors.d/README
run cx trust --check
status 0 "what does not run does not count"
rm _moc/collectors.d/README

# Links never run, and nor does what stands behind one.
collector "$W/elsewhere" linked bad
ln -s "$W/elsewhere/_moc/collectors.d/linked" _moc/collectors.d/linked
ln -sf "$W/elsewhere/_moc/collectors.d/linked" _moc/collectors.d/hubs
run cx moc --check
err_has 'linked: is a symbolic link and never runs'
ok "the others run" ran
file_lacks "$T/err" 'changed' "a link is not an executable of the vault"
rm _moc/collectors.d/linked _moc/collectors.d/hubs
mv _moc/collectors.d "$W/swapped"
ln -s "$W/swapped" _moc/collectors.d
run cx moc --check
not_ok "a directory swapped by a link: nothing runs" ran
err_has 'is a symbolic link or is reached through one; nothing in it runs'
rm _moc/collectors.d
mv "$W/swapped" _moc/collectors.d

# A copy and a vault that was moved ask again; back again, it does not.
cp -Rp "$W/v" "$W/copy"
run cx -C "$W/copy" moc --check
not_ok "a copy runs nothing" ran
err_has "run \`cx trust\` in $W/copy"
mv "$W/v" "$W/moved"
run cx -C "$W/moved" trust --check
status 1 "a vault that was moved asks again"
run cx trust --list
out_is "gone $W/v"
mv "$W/moved" "$W/v"
cd "$W/v" || exit 99
run cx trust --check
status 0
ln -s "$W/v" "$W/name"
run cx -C "$W/name" trust --check
status 0 "another name of the same directory is the same vault"

# The bytes that were compared run, not those that come after.
put _moc/collectors.d/slow <<E
#!/bin/sh
echo '#!/bin/sh
echo ran >>"$W/ran"' >_moc/collectors.d/zlate
chmod +x _moc/collectors.d/zlate
E
chmod +x _moc/collectors.d/slow
cx trust >/dev/null
rm -f "$W/ran"
run cx trust --run -- _moc/collectors.d/slow
status 0
run cx moc --check
err_has 'changed since it was allowed' "what a collector has made itself does not run"
rm _moc/collectors.d/zlate
cx trust >/dev/null
put _moc/collectors.d/slow <<'E'
echo "$# $1 $PWD"
E
cx trust >/dev/null
run cx trust --run -- _moc/collectors.d/slow 'a b'
out_is "1 a b $W/v" "a script without #! and an argument"
run cx trust --run -- _moc/a.md
status 2
run cx trust --run -- ../v/_moc/collectors.d/slow
status 2
rm _moc/collectors.d/slow

# Revoked.
cx trust >/dev/null
run cx trust --revoke
status 0
run cx trust --check
status 1
run cx trust --revoke
status 1
err_is "cx trust: $W/v: nothing was allowed"
run cx trust --list
out_empty

# The directory of decisions.
mkdir "$T/state"
run env XDG_STATE_HOME="$T/state" cx trust
status 0
ok "XDG_STATE_HOME has them" test -d "$T/state/cortex/trust"
run env XDG_STATE_HOME="$T/state" cx trust --check
status 0
run env XDG_STATE_HOME=state cx trust --check
status 1 "a relative one does not count"
chmod 777 "$T/state/cortex/trust"
run env XDG_STATE_HOME="$T/state" cx trust --check
err_has 'others may write to it'
is "$rc" 4 "a directory that others can write is not believed"
run env XDG_STATE_HOME="$T/state" cx moc --check
not_ok "and nothing runs" ran
chmod 700 "$T/state/cortex/trust"
chmod 666 "$T/state/cortex/trust"/*
run env XDG_STATE_HOME="$T/state" cx trust --check
status 4 "nor is a record that others can write"
chmod 600 "$T/state/cortex/trust"/*
echo '{' >"$(echo "$T/state/cortex/trust"/*)"
run env XDG_STATE_HOME="$T/state" cx trust --check
status 1 "a damaged record allows nothing"
run env XDG_STATE_HOME="$W/v/state" cx trust
status 4
err_has 'lies in the vault itself'
run env XDG_STATE_HOME="$W/v/state" cx trust --check
status 4
not_ok "decisions in the vault do not count" ran
rm -rf state
run env -u HOME -u XDG_STATE_HOME cx trust
status 4
err_has 'set HOME or XDG_STATE_HOME'
run env -u HOME -u XDG_STATE_HOME cx moc --check
not_ok "without HOME nothing runs" ran
mkdir "$T/read-only"
chmod 555 "$T/read-only"
run as_user env XDG_STATE_HOME="$T/read-only" cx trust
status 4
err_has 'Permission denied'
run as_user env XDG_STATE_HOME="$T/read-only" cx trust --check
status 1
if [ "$(id -u)" -eq 0 ]; then
	mkdir -p "$T/theirs/cortex"
	cp -Rp "$T/state/cortex/trust" "$T/theirs/cortex/trust"
	chown -R 12345 "$T/theirs/cortex/trust"
	run env XDG_STATE_HOME="$T/theirs" cx trust --check
	status 4 "nor does somebody else's decision count"
else
	skip 1 "somebody else's decision" "not root"
fi

# cx init makes nothing that would ask, and allows nothing that was there.
mkdir "$W/new"
cx init "$W/new" >/dev/null
run cx -C "$W/new" trust --check
status 0
git clone -q "$W/origin" "$W/again"
cx init "$W/again" >/dev/null
run cx -C "$W/again" trust --check
status 1 "cx init in a clone allows nothing"
run cx -C "$W/new" trust
status 0
out_empty
err_empty
run cx trust --check --list
status 2
run cx trust x
status 2
done_testing
