#!/bin/sh
# licenses.sh DIR: into DIR the license of Cortex, what is new, and the licenses
# of the libraries that static programs have inside.
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
	while read -r name package; do
		for p in "$package" "$package-dev" ''; do
			[ -f "/usr/share/doc/$p/copyright" ] && break
		done
		printf '\n=== %s ===\n\n' "$name"
		if [ -n "$p" ]; then
			cat "/usr/share/doc/$p/copyright"
		else
			echo "see the source of $name"
		fi
	done <<-END
		glibc libc6
		libstdc++ libstdc++6
		libyaml libyaml
		utf8proc libutf8proc
		stemmer libstemmer
		md4c libmd4c
		toml++ libtomlplusplus
		xxHash libxxhash
		zlib zlib1g
	END
} >"$dir/THIRD-PARTY"
