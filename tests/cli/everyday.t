#!/bin/sh
# everyday.t: a day's work: cx new with a title, templates, an editor, cx daily,
# cx capture, list, show, tags, backlinks, log, open, pick, timeline.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need jq git

CORTEX_NOW=2026-04-15T09:30:00
export CORTEX_NOW
cp -R "$SRC/examples/vault/." .
cx rebuild
W=$(pwd)

### cx new TITLE

run cx new Deploy freeze
status 0
err_empty
jq_is '[.path,.name,.type,.project]' \
	'["atoms/deploy_freeze.md","Deploy freeze","concept","ops"]' \
	'a title: its words, type and project from the settings'
is "$(tail -n 1 atoms/deploy_freeze.md)" '# Deploy freeze' 'and a heading'
cd rules || exit 99
run cx new 'Never on Friday'
jq_is '[.path,.type]' '["rules/never_on_friday.md","rule"]' \
	'it goes where one is, and has the type of that directory'
run cx new --type insight --dir atoms 'Elsewhere'
jq_is '[.path,.type]' '["atoms/elsewhere.md","insight"]' 'options win'
mkdir "$T/repo" && git -C "$T/repo" init -q &&
	git -C "$T/repo" remote add origin git@host:team/web.git || exit 99
cd "$T/repo" || exit 99
run cx -C "$W" new 'From a repository'
jq_is .project '"web"' 'elsewhere: the project of the repository'
run cx -C "$W" new --project api 'Of another'
jq_is .project '"api"' '--project wins'
git remote set-url origin git@host:team/nosuch.git
run cx -C "$W" new 'Not listed'
jq_is .project '"ops"' 'a project that [projects] does not name is not taken'
mkdir "$T/plain" && cd "$T/plain" || exit 99
run cx -C "$W" new 'From a plain directory'
jq_is .project '"ops"' 'the name of a plain directory is not a project'
cd "$W" && rm atoms/from_a_repository.md || exit 99
cd "$W" || exit 99
run cx new --body 'Some text' 'With text'
is "$(tail -n 3 atoms/with_text.md)" '# With text

Some text' 'a text follows the heading'
cp cortex.toml old.toml 2>/dev/null || : >old.toml
printf '[new]\ntype = "insight"\n' >>cortex.toml
run cx new 'By setting'
jq_is .type '"insight"' '[new] type'
cp old.toml cortex.toml && rm old.toml
mkdir -p .cortex/templates
printf '# {{title}}\n\nOn {{date}}, {{time}}: \n' >.cortex/templates/insight.md
printf '## Agenda of {{title}} {{tit}}\n' >.cortex/templates/meeting.md
run cx new --type insight 'By type'
is "$(tail -n 1 insights/by_type.md)" 'On 2026-04-15, 09:30: ' \
	'the template of the type'
run cx new --template meeting Monday
is "$(tail -n 1 atoms/monday.md)" '## Agenda of Monday {{tit}}' \
	'a template by name'
run cx new --template nosuch Tuesday
status 2
err_is 'cx new: no template .cortex/templates/nosuch.md'
not_ok 'and no note' [ -e atoms/tuesday.md ]
for bad in ../meeting /etc/passwd .hidden ''; do
	run cx new --template "$bad" Tuesday
	status 2 "--template '$bad'"
done
ln -s /etc/passwd .cortex/templates/link.md
run cx new --template link Tuesday
status 4
err_has 'link.md'
printf -- '---\nname: x\n---\ntext\n' >.cortex/templates/front.md
run cx new --template front Tuesday
status 2
err_has 'the text after the front matter'
run cx new nosuch.ndjson
status 4
err_has nosuch.ndjson
run cx new -- -x
jq_is .name '"-x"'
put "$T/editor" <<'E'
#!/bin/sh
printf '%s\n' "$*" "$PWD" >"$T/edited"
#!/bin/sh
printf '%s\n' "$*" "$PWD" >"$T/edited"
E
chmod +x "$T/editor"
export T
# The C library fills what is freed, so that nobody reads it.
run env MALLOC_PERTURB_=90 EDITOR="$T/editor --flag" cx new -e 'To edit'
status 0
out_empty 'with -e no record is printed'
is "$(cat "$T/edited")" "--flag ./atoms/to_edit.md
$W" 'the editor gets the note, in the vault'
run cx new -e --name Foo
status 2
err_has 'cx new -e "Deploy freeze"'

### daily, capture

run cx daily
out_is daily/2026-04-15.md
is "$(cat daily/2026-04-15.md)" '# 2026-04-15' 'the note of the day'
run cx daily talked to Ann
run cx daily 'and to Bob'
is "$(cat daily/2026-04-15.md)" '# 2026-04-15
- talked to Ann
- and to Bob' 'words become lines'
printf 'Day {{date}}\n' >.cortex/templates/daily.md
run cx daily --now 2026-04-16
is "$(cat daily/2026-04-16.md)" 'Day 2026-04-16' 'the template daily'
run cx daily -n --now 2026-04-17
out_is daily/2026-04-17.md
not_ok '-n makes nothing' [ -e daily/2026-04-17.md ]
mv daily real && ln -s real daily
cp cortex.toml "$T/toml"
printf '\n[daily]\ndirectory = "daily"\n' >>cortex.toml
run cx daily --now 2026-04-18
status 4 'no link is followed'
not_ok 'and nothing is written behind it' [ -e real/2026-04-18.md ]
rm daily && mv real daily && mv "$T/toml" cortex.toml

run cx capture lunch with Ann
status 0
run cx normalize
status 0 "a person's capture is kept however short"
jq_is .name '"lunch with Ann"'
run cx capture a key AKIAIOSFODNN7EXAMPLQ is here
run cx normalize
jq_is .name '"a key [REDACTED] is here"' 'but for secrets'

### list, timeline, tags, show, backlinks

run cx list --limit 3 --type rule --json
jq_is .updated '"2026-04-15"
"2026-04-14"
"2026-02-03"' 'cx list: the latest first'
run cx list 'type=incident' 'tags=outage'
out_is incidents/queue_stall.md 'expressions; paths in a script'
run cx list --all 'type=incident' 'tags=outage'
out_is 'incidents/queue_stall.md
incidents/double_bookings.md' 'and what is over'
run cx list
ok 'all of them in a script' [ "$(wc -l <"$T/out")" -gt 20 ]
run cx list --limit 5x
status 2
run cx timeline web --limit 2
out_is '2026-04  15  Group bookings                          atoms/group_bookings.md
          8  Flaky tests hide real races             insights/flaky_tests.md'
run cx tags
is "$(head -n 2 "$T/out")" '     4  database
     4  outage' 'cx tags: the most used first'
run cx tags --json
jq_is 'select(.tag == "deploy")' '{"tag":"deploy","count":3}'

run cx show double_bookings
is "$(sed -n 1,4p "$T/out")" 'Double bookings on Easter Monday
incidents/double_bookings.md · incident · web · resolved · 7 days ago #booking #outage

A hotfix went out within the [[release_windows|deploy freeze]]. The form' \
	'cx show NOTE'
run cx show --paths 'Deploy freeze during release windows'
out_is rules/release_windows.md 'by name'
run cx show --paths 20260406_double_bookings
out_is incidents/double_bookings.md 'by id'
run cx show --paths freeze
out_is rules/release_windows.md 'by alias'
cp rules/no_secrets.md atoms/
run cx show --paths no_secrets
status 2
out_empty
err_has atoms/no_secrets.md
err_has rules/no_secrets.md
run env EDITOR="$T/editor" cx open no_secrets
status 2 'cx open asks, too'
cd rules || exit 99
run cx show --paths no_secrets.md
out_is rules/no_secrets.md 'from the directory one is in'
cd "$W" || exit 99
rm atoms/no_secrets.md
run cx show 'no"such) or path~.'
status 3
err_has 'no"such) or path~.'
run cx show --content freeze double_bookings
is "$(grep -c '^==> ' "$T/out")" 2 'several notes'
cx scan | cx show --paths >"$T/shown"
cx scan | cx-show --paths >"$T/by-filter"
same "$T/shown" "$T/by-filter" 'without notes cx show is the filter'

run cx backlinks double_bookings
out_is '_moc/service.md
atoms/group_bookings.md
insights/flaky_tests.md
rules/release_windows.md'
run cx backlinks atoms/deploy_freeze.md
status 1
err_is 'cx backlinks: no note links to atoms/deploy_freeze.md'

### open, pick, log

run env VISUAL="$T/editor" cx open cache outage
is "$(head -n 1 "$T/edited")" ./insights/cold_cache.md 'cx open WORDS'
run env EDITOR="$T/editor" cx open freeze
is "$(head -n 1 "$T/edited")" ./rules/release_windows.md 'cx open NOTE'
run cx open -n xyzzy
status 1
if command -v fzf >/dev/null; then
	run env FZF_DEFAULT_OPTS='--filter=cold_cache' cx pick
	out_is insights/cold_cache.md 'cx pick'
	run env FZF_DEFAULT_OPTS="--filter=\"'waits\\\\ \\\\ insights\"" cx pick
	out_is insights/cold_cache.md 'cx pick: room between name and path'
	run env FZF_DEFAULT_OPTS='--filter=xyzzy' cx pick
	status 1
	err_empty 'no match is not an error'
else
	skip 4 'cx pick' 'no fzf here'
fi
run cx log
status 4
err_has 'not in git'
if command -v git >/dev/null; then
	g() { git -c user.name=a -c user.email=a@b -c commit.gpgSign=false "$@"; }
	git init -q .
	run cx log
	status 1
	err_is 'cx log: nothing is committed yet; cx list has the latest notes'
	git add -A
	mkdir -p .tool/commands && echo x | tee .tool/commands/x.md >.tool/y.md
	git add .tool
	GIT_AUTHOR_DATE=2026-04-01T00:00:00Z g commit -qm 'All of it'
	git mv rules/no_secrets.md rules/secrets.md
	GIT_AUTHOR_DATE=2026-04-14T00:00:00Z g commit -qm "$(printf 'Moved\033[31m it')"
	run cx log
	is "$(sed -n 1p "$T/out")" 'yesterday  Moved\x1b[31m it' \
		'ages and subjects, without control characters'
	ok 'long lists end' grep -q '^  and [0-9]* more$' "$T/out"
	run cx log --limit 0 --json
	out_lacks .tool 'what is hidden is not a note'
	rm -r .tool
	run cx log --limit 1 --json
	jq_is '[.date, .subject, .paths]' \
		'["2026-04-14","Moved\u001b[31m it",["rules/secrets.md"]]' \
		'cx log --json'
	run cx log secrets
	is "$(grep -c -e All -e Moved "$T/out")" 2 \
		'of a note also under its earlier name'
	git config core.fsmonitor "touch $T/fsmonitor-ran"
	git config core.pager "touch $T/pager-ran"
	run cx log
	not_ok 'nothing of the configuration is run' \
		ls "$T/fsmonitor-ran" "$T/pager-ran"
else
	skip 5 'cx log' 'no git here'
fi
done_testing
