# shellcheck shell=sh
# git.sh: git in a vault that could be a stranger's; for pipelines, after lib.sh.
#
#	safe_git ARGUMENT...	git that runs nothing but itself
#	git_alone ARGUMENT...	the same for what reads no file of the work tree
#	git_diff ARGUMENT...	git diff, as safe_git
#	in_git			whether we are in a work tree of git
#	set_driver		git merges notes here with cx-merge(1)

# A repository's own configuration starts no programs here, nor does that of a
# bare repository inside of a clone count (git-config(1), safe.bareRepository).
# Closed are the file system monitor, hooks (post-index-change), signatures
# (gpg.program), pagers, and what a partial clone would fetch with: every
# transport, with its ssh command, proxy and credential helpers.  Filters have
# names of their own, so they are looked up first.  Commands that compare also
# need --no-ext-diff --no-textconv --ignore-submodules: git_diff has them.
# lib/file/git.c does the same for programs.
#
# A FIFO may stand in the place of any file of git's: after $CORTEX_GIT_TIMEOUT
# seconds it is stopped, and the status is 4.
safe_git()
{
	[ -n "${git_filters+x}" ] || {
		git_filters=$(git_alone config --name-only --get-regexp \
			'^filter\..*\.(clean|smudge|process|required)$' 2>/dev/null)
		git_in_time $? || {
			unset git_filters
			return 4
		}
	}
	case $git_filters in
	*=*)
		say "a filter of git's configuration has a = in its name and cannot be disabled"
		return 4
		;;
	esac
	(
		IFS=$nl
		set -f
		for git_filter in $git_filters; do
			case $git_filter in
			*.required) set -- -c "$git_filter=false" "$@" ;;
			*) set -- -c "$git_filter=" "$@" ;;
			esac
		done
		git_alone "$@"
	)
	git_status=$?
	git_in_time "$git_status" || return 4
	return "$git_status"
}
# cx sync sets others, where it means a network.
git_protocols=none
git_alone()
{
	set -- git --no-pager -c core.fsmonitor=false \
		-c core.hooksPath=/dev/null -c core.alternateRefsCommand=: \
		-c log.showSignature=false -c diff.external= \
		-c diff.ignoreSubmodules=all -c safe.bareRepository=explicit "$@"
	! command -v timeout >/dev/null ||
		set -- timeout "${CORTEX_GIT_TIMEOUT:-30}" "$@"
	GIT_ALLOW_PROTOCOL=$git_protocols GIT_NO_LAZY_FETCH=1 GIT_OPTIONAL_LOCKS=0 \
		GIT_TERMINAL_PROMPT=0 "$@"
}
git_in_time() # STATUS, which is 124 from timeout(1)
{
	[ "$1" -eq 124 ] || return 0
	say "git gave no answer in ${CORTEX_GIT_TIMEOUT:-30} seconds and was stopped; a FIFO among its files or a slow disk? CORTEX_GIT_TIMEOUT sets the limit"
	return 4
}
in_git()
{
	git_alone rev-parse --is-inside-work-tree >/dev/null 2>&1
}
# What a vault says of merges, and the command, which only its user can set.
git_merges='*.md merge=cortex'
git_driver='cx merge --driver %O %A %B %P'
set_driver()
{
	[ -n "$(git_alone config merge.cortex.driver)" ] ||
		git_alone config merge.cortex.driver "$git_driver"
}
git_diff()
{
	safe_git diff --no-ext-diff --no-textconv --ignore-submodules=all "$@"
}
