#!/bin/sh
# remote.t: vaults on other machines answer as one that holds all notes.
# shellcheck disable=SC1091,SC2016,SC2154,SC2317
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq awk

CORTEX_NOW=2026-04-15T12:00:00
XDG_RUNTIME_DIR=$T/run
export CORTEX_NOW XDG_RUNTIME_DIR
mkdir -m 700 "$XDG_RUNTIME_DIR"
unset XDG_CONFIG_HOME

# An ssh that runs here what it is told to run there; the host says how.
mkdir fake
cat >fake/ssh <<'END'
#!/bin/sh
for word; do printf '%s\n' "$word" >>"$HOME/ssh.log"; done
while [ "$1" != -- ]; do shift; done
host=$2
there()
{
	env -i HOME="$HOME/there" PATH="$PATH" \
		ASAN_OPTIONS="${ASAN_OPTIONS-}" sh -c "$1"
}
shift 2
case $host in
hang) exec sleep 60 ;;
refuse)
	printf 'ssh: connect to host refuse port 22: \033[31mConnection refused\n' >&2
	exit 255
	;;
garbage) echo 'Welcome to garbage!'; exec sleep 60 ;;
half) printf '{"part":1,"vau'; exit 0 ;;
old) echo '{"part":0,"analyzer":""}'; exec sleep 60 ;;
long) exec tr '\000' x </dev/zero ;;
deep) awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }'; exec sleep 60 ;;
killed) there "$1" | head -n 2 ;;
hangs-later) { there "$1" | head -n 3; sleep 60; } ;;
liar) there "$1" | sed -u 's/^{"most":.*/{"most":"many"}/' ;;
huge) there "$1" | sed -u 's/^{"sum":\[[0-9]*/{"sum":[99999999999999999999/' ;;
negative) there "$1" | sed -u 's/^{"sum":\[[0-9]*/{"sum":[-5/' ;;
other) there "$1" | sed -u 's/^{"rank".*/{"fold":[]}/' ;;
early) there "$1" | sed -u 's/^{"rank".*/{"end":0}/' ;;
leaves) there "$1" | sed -u 's,"record":{"path":",&../../,' ;;
root) there "$1" | sed -u 's,"record":{"path":",&/etc/,' ;;
places) there "$1" | sed -u 's/^{"place":[0-9]*/{"place":7000/' ;;
copies) there "$1" | sed -u '/^{"fold"/s,"\([a-z/0-9]*\.md\)","../\1",g' ;;
nocopies) there "$1" | sed -u 's/^{"fold".*/{"fold":[1,1]}/' ;;
drops) there "$1" | sed -u '/^{"place"/d; s/^{"end":.*/{"end":0}/' ;;
types) there "$1" | sed -u 's/"name":"[^"]*"/"name":{"x":1}/' ;;
escapes) there "$1" | sed -u 's/"record":{"path":"/&a\\u001b]0;x\\u0007/
	s/"name":"/&\\u001b[31m\\u202e/' ;;
status) there "$1"; exit 9 ;;
*) there "$1" ;;
esac
END
chmod +x fake/ssh
PATH=$T/w/fake:$PATH

### the same notes in one vault and in four, three of them elsewhere

split() # SEED N QUERIES
{
	rm -rf p
	for v in whole s0 s1 s2 s3; do
		mkdir -p "p/$v/atoms" "p/$v/rules" "p/$v/.cortex/access"
		printf '[rank]\nlanguage = "english"\n[index]\ndelta_from = %s\n' \
			"$([ "$v" = whole ] && echo 1000000 || echo 3)" \
			>"p/$v/cortex.toml"
	done
	awk -v seed="$1" -v n="$2" -v k=4 -v q="$3" -v out=p \
		-f "$SRC/tests/tools/vaults.awk"
}
give() # PART PATH, and a text
{
	mkdir -p "p/whole/${2%/*}" "p/s$1/${2%/*}"
	tee "p/s$1/$2" >"p/whole/$2"
}
rebuild()
{
	for v in whole s0 s1 s2 s3; do
		cx -C "p/$v" rebuild || return
	done
}
own=$HOME/.config/cortex/cortex.toml
mkdir -p "${own%/*}" "$HOME/there"
own() { { echo '[vaults]' && cat; } >"$own"; }
here=$PWD/p
names()
{
	echo "s0 = \"$here/s0\""
	for i in 1 2 3; do
		echo "s$i = \"ssh://me@host$i:2222$here/s$i\""
	done
	echo "whole = \"$here/whole\""
}
# The names of the vaults are all that differs.
unnamed()
{
	sed 's/^{"path":"[a-z]*[0-9]*:/{"path":"/
		:more
		s/\("copies":\[\("[^]"]*",\)*"\)[a-z]*[0-9]*:/\1/
		t more' "$@"
}
differs=0
answers=0
alike() # OPTION... -- QUERY
{
	cx search --vaults s0,s1,s2,s3 --json "$@" >many.out 2>many.err
	many=$?
	cx search --vaults whole --json "$@" >one.out 2>one.err
	one=$?
	unnamed many.out >many
	unnamed one.out >one
	answers=$((answers + $(wc -l <one)))
	echo "status $many" >>many.err
	echo "status $one" >>one.err
	if ! cmp -s many one || ! cmp -s many.err one.err; then
		differs=$((differs + 1))
		note "$*"
		note "$({ diff many one; diff many.err one.err; } | head -n 6)"
	fi
}
all_alike() # QUERIES
{
	n=0
	while IFS= read -r q; do
		n=$((n + 1))
		case $((n % 8)) in
		0) set -- --limit 0 --all --copies ;;
		1) set -- --fuzzy --limit 3 --explain ;;
		2) set -- --rank cortex ;;
		3) set -- --project p1 --since 60d --where 'path>atoms/a2 or body~load' ;;
		4) set -- --memory --limit 7 ;;
		5) set -- --scope rules --tag deploy ;;
		6) set -- --snippets --limit 2 ;;
		7) set -- --about ;;
		esac
		alike -- "$q"
		alike "$@" -- "$q"
	done <"$1"
}
cat >odd <<'END'
to be or not to be
缓存 一致性
数据库升级失败了怎么办
风
"deploy the cache" -"the queue"
"nobody wrote this" deploy
Deploy freeze during release windows
depl*
-avz get_first_dest
2026-04-08
8 April 2026 incident
type:rule cache
status:odd cache
deploi riks cashe
zzqqxx
zzqqxx -deploy
how do I deploy the risk of the queue and its cache to the database
gone archived note
END
names | own
for seed in ${CX_SEEDS:-1}; do
	split "$seed" 200 16
	give 1 zh/a.md <<-'END'
	# 缓存一致性
	数据库升级失败了，缓存不一致。
	END
	give 2 zh/b.md <<-'END'
	# 数据库升级
	大风天升级数据库失败了怎么办：先看缓存。
	END
	give 0 in/freeze.md <<-'END'
	# Deploy freeze during release windows
	To be or not to be: get_first_dest with rsync -avz.
	END
	give 3 in/odd.md <<-'END'
	---
	status: odd
	---
	# Odd
	The cache, oddly.
	END
	give 3 in/over.md <<-'END'
	---
	status: archived
	---
	# Gone archived note
	gone archived note
	END
	jq -r .query p/queries >queries
	cat odd >>queries
	ok "seed $seed: indexes" rebuild
	all_alike queries
	is "$differs" 0 "seed $seed: one answer"

	for f in p/s[0-3]/atoms/?[1-9]*7.md; do
		printf 'deploy risk cache, edited\n' >>"$f"
		cp "$f" "p/whole/${f#p/s?/}"
	done
	for f in p/s[0-2]/rules/?[1-9]*5.md; do
		rm "$f" "p/whole/${f#p/s?/}"
	done
	ok "seed $seed: a delta in some" rebuild
	ok "seed $seed: it is pending" \
		[ -e p/s1/index/generations/current/delta.atoms ]
	all_alike queries
	is "$differs" 0 "seed $seed: one answer with it"
done
ok 'there were answers' [ "$answers" -gt 500 ]
printf 'quagga\n' >p/s2/atoms/new.md
run cx search --vaults s0,s2 --paths quagga
out_is s2:atoms/new.md 'the index there is brought up to date'
rm p/s2/atoms/new.md

# Alone, and without any here.
run cx search --vaults s2,s3 --top 1 --paths deploy
status 0 'none of them here'
run cx recall --vaults s1 --top 1 --paths
status 0 'cx recall of one, without words'
cx context --vaults s0,s1,s2,s3 --budget 12000 --format json |
	jq -c '.items[] | [.section, (.path | sub("^s[0-9]:"; "")), .name]' |
	head -n 20 >many
cx context --vaults whole --budget 12000 --format json |
	jq -c '.items[] | [.section, (.path | sub("^whole:"; "")), .name]' |
	head -n 20 >one
same many one 'cx context of all begins as that of one'

### what is asked is data

: >"$HOME/ssh.log"
run cx search --vaults s0,s1 -- '$(touch hit) `touch hit` ; touch hit' "' \" -oProxyCommand=x"
ok 'no word is run' [ ! -e hit ]
ok 'nor at the other end' [ ! -e "$HOME/there/hit" ]
is "$(grep -c touch "$HOME/ssh.log")" 0 'nor among the arguments of ssh'
ok 'nothing asks for a password' grep -qx BatchMode=yes "$HOME/ssh.log"
is "$(sed -n '/^-p$/{n;p;n;p;n;p;}' "$HOME/ssh.log" | tr '\n' ' ')" \
	'2222 -- me@host1 ' 'the port and the host are arguments'
mkdir -p "it's \$HOME (1)/.cortex"
echo 'xylophone' >"it's \$HOME (1)/a.md"
echo "odd = \"ssh://host$PWD/it's \$HOME (1)\"" | own
run cx search --vaults odd --paths xylophone
out_is odd:a.md 'a path with blanks, quotes and $'
mkdir -p "$HOME/there/notes/.cortex"
echo 'zither' >"$HOME/there/notes/a.md"
echo 'home = "ssh://host/~/notes"' | own
run cx search --vaults home --paths zither
out_is home:a.md 'a path from the home there'

bad_url() # URL
{
	echo "x = \"$1\"" | own
	: >"$HOME/ssh.log"
	run cx search --vaults x deploy
	status 2 "$1 is refused"
	ok '... before ssh' [ ! -s "$HOME/ssh.log" ]
}
for url in ssh://-oProxyCommand=x/p ssh://me@-x/p ssh://-l@host/p ssh:///p \
	ssh://host ssh://host/ ssh://host:0/p ssh://host:99999/p ssh://host:-1/p \
	ssh://host:x/p 'ssh://ho st/p' 'ssh://host;x/p' 'ssh://$(x)/p' \
	'ssh://a@b@c/p' 'ssh://host/a\u0007b' 'ssh://host/a\nb' 'ssh://h%C/p'; do
	bad_url "$url"
done
rm "$own"
printf '[vaults]\nx = "ssh://host/p"\n' >p/s3/cortex.toml.x
cat p/s3/cortex.toml.x >>p/s3/cortex.toml
: >"$HOME/ssh.log"
run cx -C p/s3 search --vaults x deploy
status 2 'a vault names none on another machine'
ok '... and asks none' [ ! -s "$HOME/ssh.log" ]
sed -i '/vaults/,$d' p/s3/cortex.toml

### one that cannot answer: the others do

CORTEX_REMOTE_AGAIN=0
export CORTEX_REMOTE_TIMEOUT CORTEX_REMOTE_AGAIN
# The others have longer, where the machine is busy.
patience() # NAMES
{
	case $1 in
	*hang*) CORTEX_REMOTE_TIMEOUT=2 ;;
	*) CORTEX_REMOTE_TIMEOUT=60 ;;
	esac
}
{
	names
	for h in hang refuse garbage half old long deep killed hangs-later liar \
		huge negative other early leaves root places copies nocopies drops types escapes status
	do
		echo "$h = \"ssh://$h$here/s2\""
	done
	echo "gone = \"ssh://host$here/gone\""
	echo "hang2 = \"ssh://hang$here/s3\""
} | own
sample()
{
	patience "$1"
	cx search --vaults "$1" --json --limit 20 deploy
}
sample s0,s1 >one
trouble() # TEXT NAME MESSAGE
{
	run sample "s0,$2,s1"
	status 3 "$1: marked partial"
	same "$T/out" one "$1: the others answer, as without it"
	err_has "vault ${2%%,*} is left out: ssh://" "$1: it is named"
	err_has "$3" "$1: and why"
	is "$(tr -d '\n\t -~' <"$T/err")" '' "$1: nothing for the terminal"
}
trouble 'hangs' hang 'gives no answer within 2 s'
trouble 'two hang' hang,hang2 'gives no answer within 2 s'
trouble 'refuses' refuse 'Connection refused'
trouble 'no vault there' gone 'has ended'
trouble 'garbage' garbage 'says what cannot be read'
trouble 'half a line' half 'has ended'
trouble 'another version' old 'has another version of Cortex'
trouble 'a line without end' long 'left out'
trouble 'deep JSON' deep 'says what cannot be read'
trouble 'killed after some rounds' killed 'is left out'
trouble 'hangs after some rounds' hangs-later 'gives no answer within 2 s'
trouble 'no number' liar 'says what is not an answer'
trouble 'a number that is too large' huge 'says what cannot be read'
trouble 'a number below 0' negative 'says what is not an answer'
trouble 'another round' other 'says what is not an answer'
trouble 'an end too early' early 'has ended too early'
trouble 'a path that leaves' leaves 'says what cannot be read'
trouble 'an absolute path' root 'says what cannot be read'
trouble 'members of other types' types 'says what cannot be read'
trouble 'a place it was not told' places 'says what cannot be read'
run sample s0,drops,s1
status 3 'no result in its place'
err_has 'answers in other places'
sample s0 >one.alone
same "$T/out" one.alone '... only those here are believed then'
# Where none is here, most are believed, whoever is named first.
sample s1,s3 >one
for liar in other liar places; do
	run sample "$liar,s1,s3"
	same "$T/out" one "the first of three is wrong ($liar): not believed"
done
for v in s0 s2; do
	printf '# Twice told tale\nAn otter told it at the weir, word by word.\n' \
		>"p/$v/atoms/twice.md"
	cx -C "p/$v" rebuild
done
run cx search --vaults s0,s2 --json otter
out_has '"copies":["' 'a copy elsewhere'
run cx search --vaults s0,copies --json otter
status 3 'a copy whose path leaves'
err_has 'says what is not an answer'
not_ok '... is not told' grep -q 'copies":' "$T/out"
run cx search --vaults s0,nocopies --json otter
status 3 'copies that are none'
err_has 'says what is not an answer'
rm p/s[02]/atoms/twice.md
rebuild
run sample hang,refuse
status 4 'none is left'
err_has 'no vault can be read'
run sample hang,s0
status 3 'the one here is left'
run sample s0,status
status 3 'it ends badly after its answer'

# One that let wait is not asked again for a while.
unset CORTEX_REMOTE_AGAIN
asks() { grep -cx "$1" "$HOME/ssh.log"; }
later() # MINUTE:SECOND NAMES STATUS
{
	: >"$HOME/ssh.log"
	CORTEX_NOW=2026-04-15T12:$1 run sample "$2"
	status "$3" "12:$1: $2"
}
sample s0,s1 >one
later 10:00 s0,hang,hang2,s1 3
is "$(asks hang)" 2 'two that hang are asked'
later 10:12 s0,hang,hang2,s1 3
is "$(asks hang)" 0 '12 s later they are not'
is "$(asks me@host1)" 1 '... while another is'
err_has "vault hang is left out: ssh://hang$here/s2 is not asked, as it gave no answer 12 s ago; CORTEX_REMOTE_AGAIN=0 asks it"
err_has 'vault hang2 is left out'
same "$T/out" one '... the others answer'
later 10:12 hang 4
is "$(asks hang)" 0 'not if it is alone either'
CORTEX_REMOTE_AGAIN=0 later 10:20 s0,hang 3
is "$(asks hang)" 1 'CORTEX_REMOTE_AGAIN=0 asks it'
later 11:19 s0,hang 3
is "$(asks hang)" 0 'from then the time begins'
later 11:20 s0,hang 3
is "$(asks hang)" 1 'a minute later it is asked by itself'
later 11:19 s0,hang 3
is "$(asks hang)" 1 'and if the clock went back'
sed -i 's/^hang) exec/hang) [ -e "$HOME\/wakes" ] \&\& there "$1" || exec/' \
	"$T/w/fake/ssh"
: >"$HOME/wakes"
CORTEX_REMOTE_AGAIN=0 later 11:25 s0,hang 0
rm "$HOME/wakes"
later 11:26 s0,hang 3
is "$(asks hang)" 1 'who has answered since is asked'
later 11:26 s0,hang 3
chmod 755 "$XDG_RUNTIME_DIR/cortex"
later 11:26 s0,hang 3
is "$(asks hang)" 1 'a directory that others can read is not believed'
chmod 700 "$XDG_RUNTIME_DIR/cortex"
later 11:26 s0,refuse 3
later 11:26 s0,refuse 3
is "$(asks refuse)" 1 'who ends at once costs nothing, and is asked'
CORTEX_REMOTE_AGAIN=soon run sample s0,s1
status 2 'no number'
err_has 'CORTEX_REMOTE_AGAIN must be a number of seconds from 0 to 86400'
CORTEX_REMOTE_AGAIN=0
export CORTEX_REMOTE_AGAIN

# Texts of a stranger stay texts.
run cx search --vaults s0,escapes --limit 20 deploy
status 0 'terminal escapes'
is "$(grep -c "$(printf '\033\|\007\|\342\200\256')" "$T/out")" 0 \
	'... do not reach people'
run cx search --vaults s0,escapes --json --limit 20 deploy
is "$(LC_ALL=C tr -d '\n\t -~' <"$T/out" | LC_ALL=C tr -d '\200-\377')" '' \
	'... nor who reads JSON'

### a real one; what the shell of whoever runs this says at its start is not read

sshd=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd)
serve()
{
	[ -n "$sshd" ] && command -v ssh-keygen >/dev/null || return
	[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd || return
	mkdir -m 700 ssh real
	ssh-keygen -q -t ed25519 -N '' -f ssh/host
	ssh-keygen -q -t ed25519 -N '' -f ssh/me
	real=$(PATH=${PATH#*:} command -v ssh)
	printf '#!/bin/sh\nexec %s -F %s "$@"\n' "$real" "$PWD/ssh/config" \
		>real/ssh
	chmod +x real/ssh
	cat >ssh/config <<-END
	IdentityFile $PWD/ssh/me
	UserKnownHostsFile $PWD/ssh/known
	END
	cat >ssh/sshd <<-END
	ListenAddress 127.0.0.1
	HostKey $PWD/ssh/host
	AuthorizedKeysFile $PWD/ssh/me.pub
	PidFile $PWD/ssh/pid
	StrictModes no
	UsePAM no
	SetEnv HOME=$PWD/ssh PATH=$BIN:/usr/local/bin:/usr/bin:/bin ASAN_OPTIONS=${ASAN_OPTIONS-}
	END
	for port in 22022 32207 47051 51413; do
		"$sshd" -f "$PWD/ssh/sshd" -p "$port" 2>ssh/err || continue
		for _ in 1 2 3 4 5 6 7 8 9; do
			[ ! -s ssh/pid ] || break
			sleep .2
		done
		[ -s ssh/pid ] || continue
		echo "[127.0.0.1]:$port $(cat ssh/host.pub)" >ssh/known
		return
	done
	return 1
}
if serve; then
	trap 'kill "$(cat "$T/w/ssh/pid")"; tap_end' EXIT
	was=$PATH
	PATH=$T/w/real:$PATH
	CORTEX_REMOTE_TIMEOUT=20
	{
		names | grep -v ssh:
		for i in 1 2 3; do
			echo "s$i = \"ssh://127.0.0.1:$port$here/s$i\""
		done
		echo "stranger = \"ssh://no-such-user@127.0.0.1:$port$here/s2\""
	} | own
	differs=0
	all_alike odd
	is "$differs" 0 'over sshd: one answer'
	ok 'the connection is shared' \
		[ -S "$(find "$XDG_RUNTIME_DIR/cortex" -type s | head -n 1)" ]
	run cx search --vaults s0,stranger --limit 20 deploy
	status 3 'one who may not log in'
	err_has 'Permission denied'
	for s in "$XDG_RUNTIME_DIR"/cortex/*; do
		ssh -O exit -o ControlPath="$s" x 2>/dev/null
	done
	PATH=$was
	{ names && echo "hang = \"ssh://hang$here/s2\""; } | own
else
	skip 4 'over sshd' 'no sshd here'
fi

### what another machine is not asked

refused() # COMMAND...
{
	run "$@"
	status 2 "refused: $*"
	err_has s1 '... it is named'
}
refused cx summary --vaults s0,s1
refused cx search --vaults s0,s1 --why-not s1:a.md deploy
refused cx show s1:atoms/a1.md
refused cx edit s1:atoms/a1.md importance=7
refused cx -C s1: new Title
CORTEX_REMOTE_TIMEOUT=soon run cx search --vaults s0,s1 deploy
status 2 'a timeout that is no number'
err_has 'CORTEX_REMOTE_TIMEOUT'

CORTEX_REMOTE_TIMEOUT=1
printf -- '---\nname: Bad\nlinks: [nowhere_at_all]\n---\nx\n' >p/s2/atoms/bad.md
run cx check --vaults s0,s2 --format lines --rule broken-link
status 0 'cx check'
out_has 's2:atoms/bad.md' 'its findings name the vault'
run cx check --vaults s0,s2 --strict --json --rule broken-link
status 1 'its status is that of the worst'
run cx check --vaults s0,hang,s2 --format lines --rule broken-link
status 3 'one that hangs'
out_has 's2:atoms/bad.md' '... the others are checked'
rm p/s2/atoms/bad.md

done_testing
