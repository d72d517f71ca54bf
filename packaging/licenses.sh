#!/bin/sh
# licenses.sh DIR: into DIR the license of Cortex, what is new, and the licenses
# of the libraries that static programs have inside.  RUNTIME names those of C and
# C++, each with its Debian package or the file of its license after it.
set -eu
dir=$1
mkdir -p "$dir"
cp LICENSE CHANGELOG.md "$dir"
{
	cat <<-END
		The programs have these libraries inside, each under its own license. To link
		a program with another version of one, have its archive in place of it and run
		make static in the source of Cortex.
	END
	# shellcheck disable=SC2086 # words are meant to be split
	printf '%s %s\n' ${RUNTIME:-glibc libc6 libstdc++ libstdc++6} \
		libyaml libyaml utf8proc libutf8proc stemmer libstemmer \
		md4c libmd4c toml++ libtomlplusplus xxHash libxxhash \
		zlib zlib1g | while read -r name package; do
		printf '\n=== %s ===\n\n' "$name"
		for p in "$package" "/usr/share/doc/$package/copyright" \
			"/usr/share/doc/$package-dev/copyright"; do
			[ -f "$p" ] && cat "$p" && continue 2
		done
		echo "see the source of $name"
	done
} >"$dir/THIRD-PARTY"
