#!/bin/sh
# completion.t: bash, zsh and fish complete what --help prints.  zsh and fish
# run for real; bash's function is called as readline calls it.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
need bash make

unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
install() # TARGET
{
	run make -s -C "$SRC" B="$T/b" DESTDIR="$T/root" PREFIX=/usr "$1"
	status 0
	err_empty
}
install install-completions
S=$T/root/usr/share
export S
mkdir zq "$T/spy"
# A vault, for values; away from the directory whose files are completed.
mkdir -p "$T/vault/atoms"
printf -- '---\ntype: rule\nproject: shop\ntags: [deploy, risk]\n---\n' \
	>"$T/vault/atoms/freeze.md"
printf -- '---\ntype: role\nname: "a\"b"\n---\n' >"$T/vault/atoms/two words.md"
: >"$T/vault/cortex.toml"
cx -C "$T/vault" rebuild || exit 99
# What is run is logged.
for path in "$BIN"/cx "$BIN"/cx-*; do
	spy=$T/spy/${path##*/}
	printf '#!/bin/sh\necho "$0 $*" >>%s\nexec %s "$@"\n' "$T/log" "$path" \
		>"$spy"
	chmod +x "$spy"
done
PATH=$T/spy:$PATH

put bash.sh <<'E'
command=${1%% *}
. "$S/bash-completion/completions/${command##*/}"
compopt() { nofiles=1; }
set -f
COMP_WORDS=(${1//=/ = })
[[ $1 != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
cur=${COMP_WORDS[COMP_CWORD]}
read -ra how <<<"$(complete -p "${command##*/}")"
"${how[4]}" "$COMP_WORDS" "$cur" "${COMP_WORDS[COMP_CWORD - 1]}"
[[ ${COMPREPLY[*]} || $nofiles ]] || COMPREPLY=($(compgen -d -S / -- "$cur"))
[[ ! ${COMPREPLY[*]} ]] || printf '%s\n' "${COMPREPLY[@]}"
E
put zsh.zsh <<'E'
zmodload zsh/zpty
zpty z 'TERM=ansi zsh -f -i'
zpty -w z 'PS1=; unsetopt promptcr promptsp; stty cols 200 rows 200
	fpath=($S/zsh/site-functions $fpath); autoload -U compinit
	compinit -u -d ./dump; w() { print -r -- "<$BUFFER>"; print -r E""ND }
	zle -N w; bindkey "^T" w; print RE""ADY'
zpty -r -m z out '*READY*'
zpty -w -n z "$1"$'\t\CT'
zpty -r -m z out '*END*'
print -r -- "$out"
E

# raw SHELL LINE: what it shows after LINE and a TAB
raw()
{
	case $1 in
	bash) run bash --norc bash.sh "$2" ;;
	zsh) run timeout 200 zsh -f zsh.zsh "$2" ;;
	fish)
		run env XDG_DATA_DIRS="$S" fish -c 'complete -C $argv[1]' "$2"
		;;
	esac
	tr -d '\000\007\r' <"$T/out" |
		sed "s/$esc"'\[[0-9;?]*[A-Za-z]//g' >"$T/raw"
	last="$1: $2<TAB>"
}
esc=$(printf '\033')

# gives SHELL LINE "WORD...": these can follow, and nothing is said
gives()
{
	raw "$1" "$2"
	# At zsh's terminal there is no stderr to look at.
	err_is "$(grep 'cx[a-z-]*: ' "$T/raw")"
	if [ "$1" = zsh ]; then
		# A list, or else the line has become longer.
		sed -n 's/^\([a-z-]*\)  *-- .*/\1/p' "$T/raw" >"$T/list"
		[ -s "$T/list" ] || sed -n 's/.*<\(.*\)>$/\1/p' "$T/raw" |
			grep -vxF -e "$2" | sed 's/ $//; s/.* //' >"$T/list"
	else
		cut -f 1 "$T/raw" >"$T/list"
	fi
	is "$(sed 's/^--[a-z-]*=//' "$T/list" | sort | tr '\n' ' ')" \
		"${3:+$3 }" "$last"
}

for shell in bash zsh fish; do
	command -v $shell >/dev/null || {
		skip 1 "$shell completes" "no $shell here"
		continue
	}
	[ $shell != zsh ] || has_terminal || {
		skip 1 'zsh completes' 'no terminal here'
		continue
	}
	gives $shell 'cx se' 'search select serve'
	gives $shell "$T/spy/cx se" 'search select serve'
	gives $shell 'cx --v' '--version'
	gives $shell 'cx -C /tmp/v che' 'check'
	gives $shell 'cx -C/tmp/v help touc' 'touch'
	gives $shell 'cx -C zq' 'zq/'
	gives $shell 'cx zq' ''
	gives $shell 'cx search --to' '--top'
	gives $shell 'cx -C /tmp/v links --h' '--help --hubs'
	gives $shell 'cx edit --re' '--reason --replace --restore --review'
	gives $shell 'cx edit zq' 'zq/'
	gives $shell 'cx search --top zq' ''
	gives $shell 'cx search --explain zq' 'zq/'
	gives $shell 'cx tasks a' 'archive'
	gives $shell "cx -C $T/vault search --type ru" 'rule'
	gives $shell "cx -C $T/vault list --project s" 'shop'
	gives $shell "cx -C $T/vault list --tag de" 'deploy'
	gives $shell "cx -C $T/vault show atoms/f" 'atoms/freeze.md'
	gives $shell 'cx tasks --project=ar' ''
	gives $shell 'cx-scan --st' '--stat --strict'
	gives $shell 'cx-scan --stat zq' 'zq/'
	gives $shell 'cx-scan --stat=zq' 'zq/'
	gives $shell 'cx-scan zq' 'zq/'
	gives $shell 'cx nosuch --t' ''
	gives $shell 'cx ../spy/cx-scan --t' ''
	gives $shell '/nosuch/cx-scan --st' ''

	if [ $shell != bash ]; then
		raw $shell 'cx se'
		ok "$shell: what a command does" grep -q \
			'^search.*find notes by their words' "$T/raw"
		raw $shell 'cx-show --'
		ok "$shell: what an option does" grep -q \
			'^--lines.*path:line:col: severity: CODE message' "$T/raw"
	fi
	mv "$T/spy/cx-scan" spied
	printf '#!/bin/sh\necho cx-scan: broken >&2\nexit 4\n' >"$T/spy/cx-scan"
	chmod +x "$T/spy/cx-scan"
	gives $shell 'cx-scan --st' ''
	mv spied "$T/spy/cx-scan"
done

### each program and pipeline

for prog in $(cd "$BIN" && echo cx cx-*) $(cx --help |
	sed -n '/^commands:/,$s/^  \([a-z]*\) .*/cx_\1/p'); do
	prog=$(echo "$prog" | tr _ ' ')
	# shellcheck disable=SC2086
	"${prog%% *}" ${prog#"${prog%% *}"} --help >"$T/help"
	gives bash "$prog --" "$(sed -n \
		's/^  *\(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' "$T/help" |
		sort | tr '\n' ' ' | sed 's/ $//')"
done
programs=$(cd "$BIN" && echo cx cx-*)
if command -v zsh >/dev/null; then
	# shellcheck disable=SC2086
	run zsh -f -c 'fpath=($S/zsh/site-functions $fpath)
		autoload -U compinit && compinit -u -D
		for p; do [[ $_comps[$p] = _cx ]] || print $p; done' zsh $programs
	out_is '' 'zsh: each program is known'
fi
if command -v fish >/dev/null; then
	# shellcheck disable=SC2086
	run env XDG_DATA_DIRS="$S" fish -c 'for p in $argv
		complete -C "$p --vers" | grep -q ^--version; or echo $p; end' \
		$programs
	out_is '' 'fish: each program is known'
fi

is "$(grep -v -e ' --help$' -e ' complete [a-z]* [a-z/]*$' -e '/cx-config ' "$T/log")" '' \
	'nothing was run without --help, but cx complete'

### names that shells take apart, and no index

mkdir "$T/odd" && cd "$T/odd" || exit 99
: >cortex.toml
for n in 'a b' "a'b" 'a$(b)' 'a*[b]' 'aé' '-a' 'a.b' 'axb' 'a;b&c'; do
	printf '# N\n' >"$n.md"
done
mkdir -p b && : >b/one.md
cx rebuild
run cx complete notes a
is "$(LC_ALL=C sort "$T/out")" "$(find . -name 'a*.md' | cut -c 3- |
	LC_ALL=C sort)" 'all that begin so'
for p in 'a ' "a'" 'a$(' 'a*[' 'aé' - 'a.' 'a;b&'; do
	run cx complete notes "$p"
	is "$(cat "$T/out")" "$(find . -name '*.md' | cut -c 3- |
		awk -v p="$p" 'index($0, p) == 1')" "a text, no pattern: $p"
	bash -c '. "$S/bash-completion/completions/cx"
		cur=$(printf %q "$1") cx=cx vault=()
		[[ $cur != \$* ]] || cur=$1 # not in ASCII
		COMPREPLY=()
		_cx_values notes
		eval "set -- ${COMPREPLY[*]}" && printf "%s\n" "$@"' - "$p" \
		>"$T/quoted"
	same "$T/quoted" "$T/out" "bash quotes what it completes: $p"
done
for p in '"' "\\" "$(printf 'a\nb')" nosuch; do
	run cx complete notes "$p"
	status 0
	out_empty
	err_empty
done
run cx complete notes a b
status 2
echo '{' >index/manifest.json
: >index/by_tag.json
for k in types projects tags notes; do
	run cx complete $k
	status 0 "a damaged index: $k"
	err_empty
done
chmod 0 index
run cx complete tags
err_empty
chmod 700 index
rm -r index
run cx complete tags
status 0 'no index'
out_empty
err_empty
mkdir "$T/bare" && cd "$T/bare" || exit 99
HOME=$T/bare run cx complete notes a
status 0 'no vault'
out_empty
err_empty
cd "$T/w" || exit 99

mkdir -p "$T/root/usr/bin" "$S/man"
install uninstall
is "$(find "$T/root" ! -type d)" '' 'uninstall leaves none'
done_testing
