" cortex.vim: `:make` in a note runs `cx check` over the vault and puts the
" findings into the quickfix list; `:make %` over this note alone.
"
"	cp cortex.vim ~/.vim/compiler/	then: :compiler cortex
if exists("current_compiler")
	finish
endif
let current_compiler = "cortex"
CompilerSet makeprg=cx\ check\ --format\ lines\ $*
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tnfo:\ %m
