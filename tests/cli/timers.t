#!/bin/sh
# timers.t: the timers of examples/timers do what they say, as they stand
# there, but for the two paths that a user would change.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
need jq

D=$SRC/examples/timers
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW

# fresh: a vault in the home directory whose map is out of date
fresh()
{
	rm -rf "$HOME/notes"
	cp -R "$SRC/examples/vault" "$HOME/notes"
	cp "$HOME/notes/_moc/service.md" before
}
refreshed() { file_has "$HOME/notes/_moc/service.md" 'OVERDUE by 3d' "$1"; }

### cron

line=$(grep -v '^#' "$D/crontab")
is "$(printf '%s\n' "$line" | wc -l | tr -d ' ')" 1 'crontab: one line'
ok 'crontab: five fields of time' sh -c 'printf "%s\n" "$1" |
	grep -Eq "^([0-9*/,-]+ ){5}/"' - "$line"
not_ok 'crontab: no %, which cron takes for a newline' \
	sh -c 'printf "%s\n" "$1" | grep -q %' - "$line"
command=$(printf '%s\n' "$line" | cut -d ' ' -f 6- |
	sed "s|/usr/local/bin|$BIN|")
fresh
run env -i HOME="$HOME" PATH=/usr/bin:/bin CORTEX_NOW="$CORTEX_NOW" \
	/bin/sh -c "$command"
status 0 'crontab: the command'
out_empty 'crontab: no mail when all is well'
err_empty 'crontab: no mail when all is well, stderr'
refreshed 'crontab: the map is refreshed'

### systemd

escaped=$(printf '%s' "$HOME/notes" | cut -c 2- | sed 's/-/\\x2d/g; s|/|-|g')
exec=$(sed -n 's/^ExecStart=//p' "$D/cortex-moc@.service" |
	sed "s|/usr/local/bin|$BIN|; s|%f|$HOME/notes|")
fresh
# shellcheck disable=SC2086 # words, as systemd splits them
run env -i HOME="$HOME" PATH=/usr/bin:/bin CORTEX_NOW="$CORTEX_NOW" $exec
status 0 'service: the command'
refreshed 'service: the map is refreshed'
if command -v systemd-analyze >/dev/null; then
	mkdir units run
	for f in service timer; do
		for u in moc sync; do
			sed "s|/usr/local/bin|$BIN|" "$D/cortex-$u@.$f" \
				>"units/cortex-$u@$escaped.$f"
		done
	done
	run env XDG_RUNTIME_DIR="$PWD/run" systemd-analyze --user --man=no \
		verify "units/cortex-moc@$escaped.service" \
		"units/cortex-moc@$escaped.timer" \
		"units/cortex-sync@$escaped.service" \
		"units/cortex-sync@$escaped.timer"
	status 0 'systemd-analyze verify'
	is "$(grep cortex- "$T/err")" '' 'systemd-analyze says nothing of them'
	run systemd-analyze calendar \
		"$(sed -n 's/^OnCalendar=//p' "$D/cortex-moc@.timer")"
	status 0 'systemd-analyze calendar'
	is "$(systemd-escape --path "$HOME/notes")" "$escaped" \
		'the instance is the escaped path'
else
	skip 4 'systemd-analyze verify' 'no systemd-analyze here'
fi

### cx sync

git config --global user.name T
git config --global user.email t@example.org
fresh
git init -q --bare remote && git -C "$HOME/notes" init -q &&
	git -C "$HOME/notes" remote add origin "$PWD/remote"
command=$(grep -v '^#' "$D/crontab-sync" | cut -d ' ' -f 6- |
	sed "s|/usr/local/bin|$BIN|")
run env -i HOME="$HOME" PATH=/usr/bin:/bin /bin/sh -c "$command"
status 0 'crontab-sync: the command'
out_empty 'crontab-sync: no mail when all is well'
err_empty 'crontab-sync: no mail when all is well, stderr'
is "$(sed -n 's/^ExecStart=//p' "$D/cortex-sync@.service")" \
	'/usr/local/bin/cx -C %f sync' 'the service runs it'
done_testing
