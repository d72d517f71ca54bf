#!/bin/sh
# options.t: options may stand anywhere before --, and what is wrong with one
# is said in two lines.
. "$(dirname "$0")/../tap.sh"

printf '{"path":"a.md","name":"A"}\n{"path":"-b.md","name":"B"}\n' >r
cp r ./-r

run cx-show r --paths
status 0 'an option after the operand'
out_is 'a.md
-b.md'
run cx-select 'path~b' --count r
status 0 'an option between operands'
out_is 1
run cx-select --count -v -- 'path~b' r
out_is 1
run cx-show --paths -- -r
status 0 'after -- everything is an operand'
out_is 'a.md
-b.md'
run cx-show -- -r --paths
status 4 '--paths after -- is a file'
err_has '--paths'
run cx-show - --paths <r
status 0 '- is an operand'
out_is 'a.md
-b.md'
run cx-show r --no-such-option
status 2 'a bad option after the operand'
out_empty
err_lines 2

run cx-show --json --table r
status 2
err_has 'cx-show: --json and --table exclude each other'
run cx-show --json --json r
status 0 'the same one twice'
run cx-pack --format yaml r
status 2
err_has "cx-pack: --format must be markdown or json, not 'yaml'"
run cx-pack --budget 1e3 r
status 2
err_has "cx-pack: --budget: '1e3' is not a number from 1000 to 12000"
run cx-pack r --budget
status 2
err_has 'cx-pack: option --budget needs N'
run cx-score -i
status 2
err_has 'cx-score: option -i needs DIR'
err_lines 2
run cx-index --stage a -o b r
status 2
err_has 'cx-index: --stage and -o exclude each other'
run cx-layer --hot x r
status 2
err_has "cx-layer: --hot: 'x' is not a number"
printf '<!-- AUTO:x -->\nold\n<!-- /AUTO:x -->\n' >moc.md
printf '{"section":"x","text":"new"}\n' >sections
run cx-moc moc.md --diff <sections
err_empty
out_has '+new'
is "$(sed -n 2p moc.md)" old '--diff after the file: nothing is written'
run cx-links --hubs=1 r
status 0 'an optional argument'
run cx-links --hubs --hubs r
status 0
run cx-links --orphans --hubs=1 r
status 2
err_has 'cx-links: --orphans and --hubs exclude each other'

done_testing
