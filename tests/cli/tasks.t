#!/bin/sh
# tasks.t: cx tasks reads TASKS.yaml; cx tasks archive loses nothing.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"
need jq setsid

CORTEX_NOW=2026-04-15
export CORTEX_NOW
cx init --project a --project b v >/dev/null
cd v || exit 99
Y=projects/a/TASKS.yaml
A=projects/a/tasks-archive.md

run cx tasks
status 0
out_empty 'no tasks in what cx init makes'
err_empty

put sample <<'END'
# my tasks
version: 1
tasks:
  # about the first
  - id: T-1
    title: "x: y"
    done: true
    notes: |
      # no comment

      ```
      - no task
      ```

  # about the second
  - id: T-2
    title: open one
    done: false   # not yet
    sub:
      - one
      - two

  - {id: T-3, status: done}
  -
    id: T-4
    status: in progress

later:   # a second list
- id: L-1
  title: later
- id: L-2
  done: 2026-04-01
# the end
END
cp sample $Y
run cx tasks
status 0
err_empty
jq_is '[.path, .line, .project, .list, .id, .status // .done]' \
	'["projects/a/TASKS.yaml",5,"a","tasks","T-1","true"]
["projects/a/TASKS.yaml",16,"a","tasks","T-2","false"]
["projects/a/TASKS.yaml",23,"a","tasks","T-3","done"]
["projects/a/TASKS.yaml",24,"a","tasks","T-4","in progress"]
["projects/a/TASKS.yaml",29,"a","later","L-1",null]
["projects/a/TASKS.yaml",31,"a","later","L-2","2026-04-01"]' 'the tasks'
jq_is 'select(.id == "T-2") | .sub' '["one","two"]'
jq_is 'select(.id == "T-1") | .notes' '"# no comment\n\n```\n- no task\n```\n"'
same sample $Y 'reading changes nothing'
run cx tasks --project b
out_empty
run cx tasks --project c
status 1
err_is "cx tasks: no TASKS.yaml in projects/c of $PWD, and no note has a dated task"

### archive

echo 'by hand' >>$A
cp $A before
run cx tasks archive
status 0
err_empty
jq_of -rs "$T/out" 'map("\(.id) ") | add // ""' 'T-1 T-3 L-2 ' 'what it moved'
sed '5,13d; 23d; 31,32d' sample >want
same $Y want 'the file has lost those lines and no other byte'
is "$(head -c "$(wc -c <before)" $A)" "$(cat before)" \
	'the archive begins with what it was'
sed -n 5,13p sample >t1
is "$(sed -n '/^````yaml$/,/^````$/p' $A | sed '1d;$d')" "$(cat t1)" \
	'a task in the archive is what it was'
ok 'with day, id and title' grep -qx '## 2026-04-15 T-1 x: y' $A
# Every line of either file is in one of them.
sort sample before >all
sort $Y $A >now
is "$(comm -23 all now)" '' 'no line is lost'
stat -c '%i %Y' $Y $A >before
run cx tasks archive
status 0
out_empty
stat -c '%i %Y' $Y $A >after
same before after 'again: no file is touched'

### bytes

printf 'tasks:\r\n- id: 1\r\n  done: yes\r\n- id: 2\r\n  title: \303\251\r\n- id: 3\r\n  status: Done' >$Y
printf 'tasks:\r\n- id: 2\r\n  title: \303\251\r\n' >want
printf 'no newline' >$A
run cx tasks archive
status 0
same $Y want 'CRLF, and no newline at the end'
ok 'the archive, too' grep -qx 'no newline' $A
printf -- '---\n- id: 1\n  status: completed\n- id: 2\n...\n' >$Y
run cx tasks archive
printf -- '---\n- id: 2\n...\n' >want
same $Y want 'a list that is the file'

### what cannot be understood

printf 'tasks:\n- id: 1\n  done: true\n- [broken\n- just text\n- id: 2\n' >$Y
run cx tasks
status 3
jq_of -rs "$T/out" 'map("\(.id) ") | add // ""' '1 2 ' 'the others are read'
err_has "$Y:4: "
err_has "$Y:5: "
cp $Y want
run cx tasks archive
status 3
err_has 'nothing in it is moved'
same $Y want 'a file that is not understood in full stays as it is'
# Within the quotes there is no task.
printf 'tasks:\n- id: 1\n  title: "a\n- id: 2\n  done: true\n  b"\n' >$Y
cp $Y want
run cx tasks archive
status 3
same $Y want 'nothing is cut out of a text'
for l in 'tasks: [{id: 1, done: true}]' 'tasks:
  T-1:
    done: true'; do
	printf '%s\n' "$l" >$Y
	cp $Y want
	run cx tasks archive
	status 3 "no list of tasks: told"
	err_lines 2
	same $Y want 'and left'
done
printf 'tasks:\n- id: 1\n  done: true\n  ref: &x y\n- id: 2\n  ref: *x\n' >$Y
cp $Y want
run cx tasks archive
ok 'a task that others refer to: told' [ "$rc" -eq 3 ]
same $Y want 'and not moved'

### killed

# To wait for the lock, to read both files and the plan, to write the plan, both
# files and the plan again.
for call in 1 ${CX_FAULTS:+2 3} 4 ${CX_FAULTS:+5 6} 7 8; do
	cp sample $Y
	echo '# Archive' >$A
	rm -rf "$T/tree" "$T/calls"
	tree "$T/tree"
	printf '#!/bin/sh\necho x >>"%s"\n[ "$(wc -l <"%s")" -ne %s ] ||\n\tkill -9 0\nexec %s "$@"\n' \
		"$T/calls" "$T/calls" "$call" "$BIN/cx-file" \
		>"$T/tree/bin/k"
	mv "$T/tree/bin/k" "$T/tree/bin/cx-file"
	chmod +x "$T/tree/bin/cx-file"
	setsid --wait env PATH="$T/tree/bin:$PATH" \
		"$T/tree/bin/cx" tasks archive >/dev/null 2>&1
	ok "$call: it was killed there" [ "$(wc -l <"$T/calls")" -eq "$call" ]
	sort sample >all
	sort $Y $A >now
	is "$(comm -23 all now)" '' "$call: nothing is lost"
	run cx tasks archive
	status 0 "$call: run again"
	sed '5,13d; 23d; 31,32d' sample >want
	same $Y want "$call: all are moved"
	is "$(grep -c '^## ' $A)" 3 "$call: and stand there once"
done

### what recurs is archived each time

for f in TASKS.yaml $Y; do
	a=${f%TASKS.yaml}tasks-archive.md
	: >"$a"
	for day in 01 02 03; do
		printf 'tasks:\n- title: Water\n  status: done\n- title: Open\n' >"$f"
		run cx tasks archive --now "2026-01-$day"
		status 0
		jq_is .title '"Water"'
	done
	is "$(grep '^## ' "$a")" "## 2026-01-01 Water
## 2026-01-02 Water
## 2026-01-03 Water" "$f: the same text, three times"
done
rm TASKS.yaml tasks-archive.md
printf 'tasks:\n- title: x\n  done: true\n- title: x\n  done: true\n' >$Y
: >$A
run cx tasks archive
is "$(grep -c '^## 2026-04-15 x$' $A)" 2 'two that are equal are two'
is "$(cat $Y)" 'tasks:' 'and both are moved'
# Killed in between, and then the same again as a new file.
cp sample $Y
printf '# Archive\n' >$A
rm -rf "$T/tree" "$T/calls"
tree "$T/tree"
printf '#!/bin/sh\necho x >>"%s"\n[ "$(wc -l <"%s")" -ne 7 ] ||\n\tkill -9 0\nexec %s "$@"\n' \
	"$T/calls" "$T/calls" "$BIN/cx-file" >"$T/tree/bin/k"
mv "$T/tree/bin/k" "$T/tree/bin/cx-file"
chmod +x "$T/tree/bin/cx-file"
setsid --wait env PATH="$T/tree/bin:$PATH" \
	"$T/tree/bin/cx" tasks archive >/dev/null 2>&1
is "$(grep -c '^## ' $A)" 3 'killed between the two files'
cat >>$A <<'END'
by hand
END
run cx tasks archive
status 0
is "$(grep -c '^## ' $A)" 6 'an archive that was edited since: twice, not lost'

### eight hundred, with one process a step and not one a task

awk 'BEGIN {
	print "tasks:"
	for (i = 0; i < 800; i++)
		printf "- id: T-%d\n  title: task %d\n  done: true\n", i, i
}' >$Y
: >$A
# A process or three a task take a minute.
run sh -c 'ulimit -t 10; cx tasks archive; code=$?; times >&2; exit $code'
status 0
ok 'in no more than 8 s of processor time' awk 'END {
	split($1, user, /[ms]/); split($2, sys, /[ms]/)
	exit user[1] * 60 + user[2] + sys[1] * 60 + sys[2] > 8 }' "$T/err"
is "$(grep -c '^## 2026-04-15 T-' $A)" 800 'all of them are archived'
is "$(cat $Y)" 'tasks:' 'and gone from the list'

# An editor that saves meanwhile.
cp sample $Y
echo '# Archive' >$A
rm -rf "$T/tree"
tree "$T/tree"
rm "$T/tree/bin/cx-file"
printf '#!/bin/sh\n[ "$3" != put ] || echo "# saved" >>%s\nexec %s "$@"\n' "$Y" \
	"$BIN/cx-file" >"$T/tree/bin/cx-file"
chmod +x "$T/tree/bin/cx-file"
run env PATH="$T/tree/bin:$PATH" "$T/tree/bin/cx" tasks archive
status 4
err_has 'was saved in the meantime'
ok 'what they saved stays' grep -qx '# saved' $Y
rm $Y && ln -s "$PWD/sample" $Y
run cx tasks
status 3
err_has 'symbolic link'
for a in x '--project' '--bad'; do
	run cx tasks "$a"
	status 2
done
done_testing
