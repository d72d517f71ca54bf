#!/bin/sh
# deps.sh SET: sees that the packages of a set are there: build (what building
# needs, and jq to use what was built), test, lint, fuzz, bench, clients (what
# only CI installs: other shells, a browser, a web server, packagers, and npm where there
# is none) or all.  Missing ones are installed with apt-get as root or with sudo
# that asks no password; where that cannot be, the one command to run is printed
# and the status is 1.  Prints nothing when all is there.
# `CC=... CXX=... deps.sh headers FLAG...` asks the compilers instead, so that
# it is right on every system, and only says what is missing.
build='make gcc g++ pkg-config libyaml-dev libutf8proc-dev libstemmer-dev
libtomlplusplus-dev libxxhash-dev libmd4c-dev libmd4c-html0-dev zlib1g-dev jq'
test='perl libcmocka-dev git python3 python3-yaml graphviz inotify-tools file patch
attr strace libxml2-utils bsdextrautils xsltproc unzip zip'
lint='clang-format shellcheck mandoc'
fuzz=clang
bench=libsqlite3-dev
# Whatever node there is, it will do; Debian's npm is hundreds of packages.
clients='zsh fish fzf vim chromium lighttpd busybox debhelper lintian
sqlite3 postgresql openssh-client openssh-server'
! grep -qs '^ID=debian' /etc/os-release || clients="$clients firefox-esr"
command -v npm >/dev/null || clients="$clients nodejs npm"
headers()
{
	missing=
	packages=
	while read -r package language header; do
		compiler=$CC
		[ "$language" = c ] || compiler="$CXX -std=c++17"
		# shellcheck disable=SC2086 # words are meant to be split
		printf '#include <%s>\n' "$header" | $compiler "$@" \
			-E -x "$language" - >/dev/null 2>&1 || {
			missing="$missing $header"
			packages="$packages $package"
		}
	done <<-END
		gcc c stddef.h
		g++ c++ cstddef
		libyaml-dev c yaml.h
		libutf8proc-dev c utf8proc.h
		libstemmer-dev c libstemmer.h
		libxxhash-dev c xxhash.h
		libmd4c-html0-dev c md4c-html.h
		zlib1g-dev c zlib.h
		libtomlplusplus-dev c++ toml++/toml.h
	END
	[ -z "$missing" ] || {
		echo "not found:$missing; on Debian or Ubuntu: sudo apt-get" \
			"install$packages" >&2
		exit 1
	}
}
case ${1:-} in
headers)
	shift
	headers "$@"
	exit
	;;
build) set=$build ;;
test) set="$build $test" ;;
lint) set=$lint ;;
fuzz) set="$build $fuzz" ;;
bench) set="$build $bench" ;;
clients) set=$clients ;;
all) set="$build $test $lint $fuzz $bench" ;;
*)
	echo "usage: deps.sh headers|build|test|lint|fuzz|bench|clients|all" >&2
	exit 2
	;;
esac

command -v dpkg-query >/dev/null || {
	# Not Debian: the compiler will say what it misses.
	exit 0
}
missing=
for p in $set; do
	# shellcheck disable=SC2016 # the format is dpkg-query's
	case $(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null) in
	installed) ;;
	*) missing="$missing $p" ;;
	esac
done
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" -eq 0 ]; then
	as=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
	as='sudo -n'
else
	echo "packages are missing; run this, then again:" >&2
	echo "  sudo apt-get update && sudo $install" >&2
	exit 1
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # words are meant to be split
if ! { $as apt-get update -qq && $as $install -qq >/dev/null; }; then
	echo "installing failed; run this and see why:" >&2
	echo "  ${as:+sudo }$install" >&2
	exit 1
fi
