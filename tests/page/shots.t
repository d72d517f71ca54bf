#!/bin/sh
# shots.t: README.md shows the page, light and dark, as it is now; UPDATE=1 makes
# its pictures again.
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/page/browser.sh"
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW
# Firefox is not asked for the colours of a theme.
BROWSERS=${BROWSERS%% *}
case $BROWSERS in
*firefox*) skip_all 'no Chromium here: the pictures are not looked at' ;;
esac

cp -R "$SRC/examples/vault" bookings
(cd bookings && cx rebuild && cx site --now "$CORTEX_NOW" -o "$T/site") \
	>/dev/null 2>&1
mkdir "$T/made"
old=$SRC/docs
[ -z "${UPDATE-}" ] || old=$T/made
in_browser "$BROWSERS" shots.mjs "$T/site/index.html" "$T/made" "$old"
browsers_done
[ -z "${UPDATE-}" ] || cp "$T/made"/*.webp "$SRC/docs" || exit 99
for theme in light dark; do
	file_has "$SRC/README.md" "docs/page-$theme.webp" "$theme: README.md"
done
done_testing
