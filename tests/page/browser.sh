# shellcheck shell=sh
# browser.sh: finds Chromium, and what drives it; sourced after tap.sh.
CHROMIUM=
for browser in chromium chromium-browser google-chrome; do
	CHROMIUM=$(command -v "$browser") && break
done
[ -n "$CHROMIUM" ] || skip_all 'no Chromium here: the page is not looked at'
export CHROMIUM
# shellcheck disable=SC2034 # clients.sh reads it
CLIENTS=page
. "$SRC/tests/mcp/clients.sh"
