# shellcheck shell=sh
# shards.sh: what cx shard and cx gather share, after lib.sh.
#
#	own_files TO [FIND-OPTION]
#			the regular files of the vault in the working directory, as
#			list_files has them, without what is derived, private or git's
#	copy_files FROM TO LIST
#			copies these
#	begin_dir DIR	$new is a directory beside DIR, gone unless end_dir renames it

own_files()
{
	list_files "$1" . \( -path ./.git -o -path ./index/generations -o \
		-path ./layers/generations -o -path './index/*.json' -o \
		-path './layers/*.json' -o -path ./layers/.made -o \
		-name '.cx-tmp-*' \) -prune -o -path './.cortex/*' \
		! -path ./.cortex/project.json ! -path './.cortex/projects*' \
		! -path './.cortex/access*' -prune -o -type f
	raise $?
	[ "$status" -ne 4 ] || die 4 'the files cannot be listed'
}

copy_files()
{
	{
		tr '\n' '\000' <"$3" | tar -C "$1" --null --no-recursion -cf - -T -
		echo $? >"$tmp/packed"
	} | tar -C "$2" -xpf - || die 4 "$2: the files cannot be written"
	[ "$(cat "$tmp/packed")" = 0 ] || die 4 "$1: the files cannot be read"
}

begin_dir()
{
	dir=${1%/}
	# The root, without its slash, is there.
	if [ -z "$dir" ] || [ -e "$dir" ] || [ -h "$dir" ]; then
		die 4 "$1 exists; name a new directory"
	fi
	case $dir in
	/*) ;;
	*) dir=$here/$dir ;;
	esac
	new=$(mktemp -d "${dir%/*}/.cx-tmp-XXXXXX") || exit 4
	trap 'rm -rf "$new"; end_tmp' EXIT
}
end_dir()
{
	chmod 755 "$new" && mv -- "$new" "$dir" || exit 4
	trap end_tmp EXIT
}
