# shellcheck shell=sh
# browser.sh: finds browsers, and what drives them; sourced after tap.sh.
BROWSERS= # Chromium first, then Firefox, where they are
for browser in chromium chromium-browser google-chrome; do
	BROWSERS=$(command -v "$browser") && break
done
for browser in firefox-esr firefox; do
	browser=$(command -v "$browser") && BROWSERS="$BROWSERS $browser" &&
		break
done
[ -n "$BROWSERS" ] ||
	skip_all 'neither Chromium nor Firefox here: the page is not looked at'
# shellcheck disable=SC2034 # clients.sh reads it
CLIENTS=page
. "$SRC/tests/mcp/clients.sh"

# in_browser BROWSER SCRIPT ARG...: runs the script, in the background
in_browser()
{
	BROWSER=$1
	export BROWSER
	script=$SRC/tests/page/$2
	shift 2
	node "$script" "$@" >"$T/${BROWSER##*/}.tap" 2>&1 &
	in_browsers="${in_browsers-} $!"
}
# Waits for the scripts, and makes their checks those of the test.
browsers_done()
{
	for in_browser in ${in_browsers-}; do
		wait "$in_browser"
	done
	for BROWSER in $BROWSERS; do
		name=${BROWSER##*/}
		[ -e "$T/$name.tap" ] || continue
		awk -v n="$test_n" -v name="$name" '
			/^1\.\./ { next }
			/^(not )?ok / { sub(/ok [0-9]+ -/, "ok " ++n " - " name ":") }
			/^((not )?ok|#) / { print; next }
			{ print "# " $0 }' "$T/$name.tap"
		test_bad=$((test_bad + $(grep -c '^not ok ' "$T/$name.tap")))
		test_n=$((test_n + $(grep -cE '^(not )?ok ' "$T/$name.tap")))
		ok "$name came to its end" grep -q '^1\.\.' "$T/$name.tap"
	done
}
