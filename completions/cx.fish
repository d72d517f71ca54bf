# cx.fish: completion of cx and of each cx-NAME, out of what --help prints.
# It is for the command that the file is called as: fish looks a file up by
# the command's name, and `make install` makes a link for each.

# Leaves what can stand here in __cx_rows; fails where that are file names.
function __cx
    set -g __cx_rows
    set -l words (commandline -opc)
    set -l prev $words[-1]
    set -l help $words[1]
    set -l want '^[a-z]'
    set -l cx cx
    set -l vault
    set -l notes
    string match -q -- '-*' (commandline -ct); and set want '^-'
    string match -q -- '--*=*' (commandline -ct); and return 1
    type -q $help; or return 1
    if test (basename $help) = cx
        set cx $words[1]
        set -e words[1]
        while set -q words[1]
            switch $words[1]
                case -C
                    set vault -C $words[2]
                    set -e words[1]
                case '-*' help
                case '*'
                    set -a help $words[1]
                    break
            end
            set -e words[1]
        end
    end
    for line in (command $help --help 2>/dev/null </dev/null)
        string match -qr NOTE -- $line; and set notes 1
        # "      --top N      text", "  -n, --dry-run  text", "  search  text"
        set -l row (string match -r '^ {2,6}((?:\S+ )*\S+)  +(.*)' -- $line)
        or continue
        set -l names (string split ' ' -- (string replace , '' -- $row[2]))
        if contains -- $prev $names; and string match -qr '^[A-Z]' -- $names[-1]
            set __cx_rows
            switch "$names"
                case '* TYPE'
                    set __cx_rows (command $cx $vault complete types (commandline -ct) 2>/dev/null)
                    return
                case '*PROJECT' '--project NAME'
                    set __cx_rows (command $cx $vault complete projects (commandline -ct) 2>/dev/null)
                    return
                case '* TAG*'
                    set __cx_rows (command $cx $vault complete tags (commandline -ct) 2>/dev/null)
                    return
                case '* NOTE'
                    set __cx_rows (command $cx $vault complete notes (commandline -ct) 2>/dev/null)
                    return
            end
            not contains $names[-1] FILE DIR VAULT PATH CONFIG LIST NOTE
            return
        end
        for name in (string replace -r '\[.*' '' -- $names)
            string match -qr -- $want $name
            and set -a __cx_rows $name\t$row[3]
        end
    end
    # Where no note begins so, a file may.
    set -l token (commandline -ct)
    if test "$want" != '^-' -a -z "$__cx_rows" -a -n "$notes" -a -n "$token"
        set __cx_rows (command $cx $vault complete notes "$token" 2>/dev/null)
    end
    test "$want" = '^-' -o -n "$__cx_rows"
end

complete -c (basename (status filename) .fish) -n __cx -f -a '$__cx_rows'
