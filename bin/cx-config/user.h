/*
 * user.h: the vaults that a person has named in a file of their own.
 *
 *	[vaults]
 *	team = "~/team"
 *
 * in $XDG_CONFIG_HOME/cortex/cortex.toml, ~/.config without that variable.
 * Nothing else counts in it, and [vaults] counts in no other file: a vault may
 * come from a stranger.
 */
#ifndef CX_USER_H
#define CX_USER_H

/*
 * Prints NAME:DIRECTORY for each name in a list with commas, or for "all".
 * What cannot be used is reported and raises CX_PARTIAL: a directory that is
 * missing or no vault, or whose notes another one has already.  Exits with
 * CX_NO for a name that is unknown, CX_USAGE for a file that cannot be
 * understood, CX_FAIL if nothing is left.
 */
void user_vaults(const char *list);

#endif
