#!/bin/sh
# patterns.t: no pipeline decides by words of a message, which may quote the
# data, and none joins what stages print by position.
. "$(dirname "$0")/../tap.sh"

look() # FILE...
{
	awk -f "$SRC/tests/hostile/patterns.awk" "$@" "$@"
}
# A line that may stay, with the reason.
allowed()
{
	while IFS= read -r line; do
		case $line in
		# Names are of mktemp, in a directory of our own.
		*/serve.d/request:*'ls -t | tail -n +5'*) ;;
		# Whether there was one message or several is only said.
		*/init:*'case $code,$said in'*) ;;
		*) printf '%s\n' "$line" ;;
		esac
	done
}

cd "$SRC/pipelines" || exit 99
files=$(find "$PWD" "$SRC/examples" "$SRC/bin/cx" -type f \
	! -name '*.md' ! -name '*.xsl' | sort)
n=$(printf '%s\n' "$files" | wc -l)
ok "all are read: $((n))" [ "$n" -gt 60 ]
# shellcheck disable=SC2086 # names of ours
look $files | allowed >"$T/found"
file_empty "$T/found" 'no pipeline decides by a message or joins by position'

### each pattern is one that was there

cd "$T/w" || exit 99
bites() # TEXT: standard input is a pipeline
{
	cat >one
	look one >"$T/one"
	ok "seen: $1" [ -s "$T/one" ]
}
bites 'grep of what xsltproc said' <<'E'
	xsltproc - 2>"$tmp/xslt" || return
	! grep -qi 'depth' "$tmp/xslt"
E
bites 'null after what has printed' <<'E'
	printf '%s\n' "$entry" | styled html --html --encoding UTF-8 || echo null
E
bites 'texts by position' <<'E'
	jq -cn --slurpfile texts "$tmp/texts" 'foreach inputs as $entry (-1; . + 1;
		$texts[.] as $it | $entry)'
E
bites 'three values a file' <<'E'
	jq 'inputs as $path | input as $when | input as $it | .'
E
bites 'a case of what jq said' <<'E'
	jq . 2>"$tmp/error"
	read -r jq_error <"$tmp/error"
	case $jq_error in
E
bites 'grep of a message in the environment' <<'E'
[ "$command" != doctor ] || CORTEX_FAULT=$(cx-config ${vault:+-C "$vault"} \
	--run -- true 2>&1) || export CORTEX_FAULT
printf '%s\n' "$CORTEX_FAULT" | grep 'toml:[0-9]' >"$tmp/said"
E
bites 'grep -v of what unzip said' <<'E'
	unzip -q x >"$tmp/unzip" 2>&1
	why=$(grep -v 'filename not matched' "$tmp/unzip" | tail -n 1)
E
bites 'a case of what a lock said' <<'E'
		case $(said) in
		*another*) hint lock ;;
E
bites 'grep of what cx-new said' <<'E'
	cx-new -C . "$tmp/drafts" >"$tmp/done" 2>"$tmp/said"
	! grep -qF "$tmp/drafts:" "$tmp/said" ||
E
bites 'a case of a substitution' <<'E'
	said=$(cx-file lock x 2>&1)
	case $said in
E
bites 'paste' <<'E'
	paste "$tmp/a" "$tmp/b"
E
bites 'ls into a list' <<'E'
	find inbox/pending -exec true {} +
	ls -tr inbox/pending >"$tmp/order"
E
done_testing
