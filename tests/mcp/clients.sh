# shellcheck shell=sh
# clients.sh: what sdk.t, ages.t, inspector.t and frameworks.t need from the npm
# registry, in $NPM; skips the test where that cannot be had.  Sourced after
# tap.sh.
# tests/page does the same with CLIENTS=page and its own package.json, and
# sessions.t with CLIENTS=mcp/clients, whose agents are a gigabyte.
need node npm
NPM=$SRC/build/npm${CLIENTS:+-$CLIENTS}
package=$SRC/tests/${CLIENTS:-mcp}/package.json
export NPM
mkdir -p "$NPM" || exit 99
exec 8>"$NPM/.lock"
flock 8 || exit 99
cmp -s "$package" "$NPM/installed.json" || {
	rm -f "$NPM/installed.json"
	cp "$package" "$NPM/package.json" || exit 99
	(cd "$NPM" && HOME=$NPM/home && mkdir -p "$HOME" && export HOME &&
		timeout 300 npm install --ignore-scripts --no-audit \
			--no-fund --no-progress >npm.log 2>&1) ||
		skip_all "npm cannot install: $(grep -m 1 'npm error' \
			"$NPM/npm.log" | tr '#' ' ')"
	cp "$NPM/package.json" "$NPM/installed.json" || exit 99
}
exec 8>&-
