/*
 * cx-mcp.h: shared by the parts of cx-mcp.
 *
 * There are two processes.  The server (server.c, rpc.c) speaks the protocol,
 * keeps nothing of the vault and answers at once if it does not need the vault.
 * For each tool call it forks one worker (worker.c), which runs other programs,
 * prints the result and exits: so a call is cancelled by ending its process
 * group, and its memory is freed with it.
 */
#ifndef CX_MCP_H
#define CX_MCP_H

#include "lib/json/json.h"
#include "lib/base/mem.h"
#include "lib/json/print.h"
#include "lib/record/trust.h"

#include <sys/types.h>

/* What stays the same while the server runs. */
struct server_options {
	const char *bin;   /* directory of the programs; NULL: use $PATH */
	const char *vault; /* --vault or NULL */
	const char *vaults; /* --vaults: names for cx-config, or NULL */
	const char *session;
	bool *told; /* reported similar memories; shared by workers */
};

/* --- tools.c: the tools --- */

enum kind { TEXT, LONG_TEXT, ONE_PROJECT, ANY_PROJECT, INTEGER, AMOUNT,
	TAGS, LIST, DATE, DATE_OR_NULL, FLAG, CHOICE, SPAN };
/* A tool's effect on the vault: none, adds a text to the directory's project,
 * changes existing text, sets a value repeatably, removes. */
enum effect { READS, ADDS, REPLACES, SETS, REMOVES };

struct arg {
	const char *name;
	enum kind kind;
	const char *help;     /* NULL if the name is sufficient */
	bool required;
	int lo, hi;	      /* numbers; hi: of TEXT, items of a list */
	int otherwise;	      /* default for a number, 0: none */
	const char *choices;  /* CHOICE, separated by blanks */
	const char *option;   /* of cx search that takes the value */
};

#define MAX_ARGS 19
struct call;
struct tool {
	const char *name, *title;
	void (*run)(struct call *c);
	enum effect effect;
	const char *help;
	struct arg args[MAX_ARGS]; /* terminated by one without a name */
};

const struct tool *tool_find(struct cx_str name);
/* Prints the array of tools. */
void tools_print(struct cx_printer *p);

/* --- prompts.c --- */

/* Prompts are called and take arguments like tools. */
const struct tool *prompt_find(struct cx_str name);
void prompts_print(struct cx_printer *p);

/* --- resources.c: notes for users of a client to mention --- */

extern const struct tool resources_list, resources_read;
void resource_templates_print(struct cx_printer *p);

/* --- args.c --- */

/* Prints the schema of a tool's arguments. */
void args_print(struct cx_printer *p, const struct tool *t);
/* Converts the arguments to the kinds that the tool takes; fails if one is
 * missing, unknown or out of range. */
void args_read(struct call *c);
/* Access arguments after args_read; false counts as not given. */
bool arg_given(const struct call *c, const char *name);
struct cx_str arg_text(const struct call *c, const char *name);
int64_t arg_int(const struct call *c, const char *name);
const struct cx_json *arg_tags(const struct call *c, const char *name);
/* Returns the start of the page that the argument cursor requests. */
int64_t arg_cursor(const struct call *c);

/* --- ids.c: the ids of messages that cannot be parsed --- */

struct ids {
	struct cx_buf found; /* JSON texts, one per line */
	struct cx_buf id, token, tail;
	size_t depth, base; /* base: depth of a message's members, or 0 */
	enum { NOWHERE, KEY, VALUE } at;
	bool string, escaped, is_id, bad;
};

/* Processes the next piece of a line. */
void ids_take(struct ids *f, struct cx_str piece);
/* Returns the ids in the line, as written, one per line. */
struct cx_str ids_end(struct ids *f);
void ids_release(struct ids *f);

/* --- rpc.c: from messages to answers --- */

struct rpc {
	struct cx_json_parser *parser;
	const char *revision; /* from initialize; NULL: not yet */
};

/* What remains to be done for a message: nothing, run a tool, or cancel one. */
enum todo { NOTHING, CALL, CANCEL };
struct batch;
struct request {
	enum todo todo;
	struct cx_buf id;	/* JSON text, as written */
	struct cx_buf same;	/* the id in a canonical form, for comparison */
	struct batch *batch;	/* the batch it belongs to, or NULL */
	bool modern;		/* uses the revision without a handshake */
	bool caches;		/* its result needs a lifetime */
};

/* The longest message, in bytes. */
#define MESSAGE_MAX ((size_t)4 << 20)

/* Handles a message, a line or a member of a batch (CX_JSON_PAD bytes are
 * readable after it): appends the answer as a line if it is available at
 * once. */
void rpc_message(struct rpc *r, struct cx_str text, struct request *req,
    struct cx_buf *out);
/* Whether a line is a batch, in revisions that have them; rpc_member then
 * splits its members off rest. */
bool rpc_is_batch(struct rpc *r, struct cx_str line, struct cx_str *rest);
bool rpc_member(struct cx_str *rest, struct cx_str *member);
/* Appends the answer to a call: result is the object printed by the worker,
 * empty if it failed. */
void rpc_result(const struct request *req, struct cx_str result,
    struct cx_buf *out);
/* Appends an error for a message that is too long, with these ids. */
void rpc_too_long(struct cx_buf *out, struct cx_str ids);
/* Returns what a message calls: a tool, a prompt or a resource; or NULL. */
const struct tool *rpc_called(const struct cx_json *root);
void request_release(struct request *req);

/* --- server.c --- */

/* Serves until the input ends; returns the exit status. */
int serve(const struct server_options *about);

/* --- worker.c: the process of a call --- */

struct worker {
	pid_t pid; /* 0: none; also the process group */
	int out;   /* its output */
};

/* Starts a worker for a message.  life is the reading end of a pipe whose other
 * end, life_end, only the server holds. */
bool worker_start(struct worker *w, const struct server_options *about,
    struct cx_str message, bool modern, int life, int life_end);

/* --- scope.c: its vault, project and index --- */

enum { RUN_PIPES = 4 };

/* A program running in parallel with the worker; see run_begin. */
struct job {
	const char *program;
	pid_t pid; /* 0: none */
	int ours[RUN_PIPES];
	struct cx_str input; /* not read yet */
};

struct call {
	const struct server_options *about;
	const struct tool *tool;
	const struct cx_json *args; /* an object, after args_read */
	bool modern; /* uses the revision without a handshake */
	struct cx_config *config;   /* after call_vault */
	struct cx_trust *trust;	    /* the same */
	struct cx_buf warnings;	    /* of the configuration, from cx-config */
	const char *vault;
	struct cx_buf named; /* its directory, if an id names one of several */
	struct cx_buf project; /* after call_project */
	struct cx_buf detected; /* project of the directory, after call_scope */
	bool with_none;	       /* include notes without a project */
	bool isolated;	       /* [mcp] isolate: no other project */
	bool may_widen;	       /* to all, if no note has the project */
	struct job look;       /* checks whether the index is behind */
	struct cx_buf undetected; /* why the directory's project is unknown */
	bool behind;	       /* index still behind after the wait */
	bool renewed;	       /* index updated in this call */
	bool mended;	       /* index repaired, once per call */
	int life;
};

/*
 * Finds the vault, enters it and loads its configuration; and determines the
 * project: the argument of that name or, for a tool that adds something, the
 * project of the directory in which the server was started.  Empty: all.  If
 * projects are isolated, only the latter is used, except in the vault's own
 * directory.  With `look`, calls call_look in between.
 *
 * A project that cannot be determined, or that is not in [projects] names, is
 * an error only for calls that would write it.
 */
void call_project(struct call *c, const char *argument, bool look);
/*
 * The same for a tool that searches notes and needs an index.  If no project is
 * named, notes without one are included; the scope is all projects in the
 * vault's own directory, and if no note has the detected project.
 *
 * Checking the index takes as long as an answer, so a program does that while
 * the tool reads the index:
 *
 *	call_scope(c, "project");
 *	do {
 *		... read the index ...
 *	} while (call_renewed(c));
 *	... answer ...
 */
void call_scope(struct call *c, const char *argument);
/* Splits the next vault off the output of cx-config --vaults. */
bool call_next_vault(struct cx_str *rest, struct cx_str *name,
    struct cx_str *dir);
/* Builds an index if there is none, otherwise starts checking it. */
void call_look(struct call *c);
/* Returns true, once, if the index was behind and has been updated.  If that
 * takes longer than [mcp] wait, or fails, the answer has a note about it. */
bool call_renewed(struct call *c);
/* The same, however long it takes. */
bool call_fresh(struct call *c);
/* Updates the index; if that fails, the answer has a note about it. */
void call_index(struct call *c);
/* Sends the answer to a change, which is on the disk, and then updates the
 * index; if that fails, standard error and the answer to the next call that
 * looks at the index say so. */
void call_rebuild(struct call *c, struct cx_str only);
struct ran;
/* Runs a program that reads the index, and rebuilds the index if it cannot be
 * read; statuses other than 0, 1 and 3 are errors. */
void run_indexed(struct call *c, struct ran *r, const char *const *argv);
/* Whether notes in the index have this project. */
bool is_project(struct call *c, struct cx_str name);
/* Logs the notes shown, records with a path, because use improves their
 * rank. */
void log_used(struct call *c, const char *source, struct cx_str paths);
/* Whether notes of that project may be seen and changed. */
bool call_may(const struct call *c, struct cx_str project);
/* Whether the scope from call_scope includes notes of that project: of the one
 * found, without one and, unless projects are isolated, of the default one,
 * which is where people write what belongs to no repository. */
bool call_covers(const struct call *c, struct cx_str project);
/* Appends the expression for that; nothing for all. */
void put_scope(struct cx_buf *b, const struct call *c);

/* --- reply.c --- */

/* Prints an error result and ends the worker. */
void fail(const char *code, const char *fmt, ...) CX_NORETURN CX_PRINTF(2, 3);
/* The same with further members of the error in details. */
void fail_with(struct cx_str code, struct cx_str message,
    struct cx_str details) CX_NORETURN;
/* Prints the result of a prompt: a text in the role of the user. */
void prompt_answer(const struct call *c, struct cx_str text);
/* Only tools have error results: after fail_as_method, errors are those of
 * JSON-RPC.  fail_method ends the worker with one: its number and, if not
 * empty, its data. */
void fail_as_method(void);
void fail_method(int number, struct cx_str message, struct cx_str data)
    CX_NORETURN;
/* A note about the answer, if not empty: a separate text, and the member note
 * of the object. */
extern struct cx_buf answer_note;
/* Prints the result: an object, and a short text with the same content. */
void answer(struct cx_str object, struct cx_str text);
/* Sends the result while the worker goes on; ANSWERED ends it.  Later
 * failures go to standard error. */
#define ANSWERED '\0'
void answer_send(void);

/*
 * Append a text of a note so that it cannot be mistaken for anything else.
 * put_clean: lines separated by nl, without anything that begins a tag, is
 * invisible or reorders text.  put_quoted: the same in quotes, on one line.
 * put_word: in quotes unless it is one word, such as an id or a path.
 */
void put_clean(struct cx_buf *b, struct cx_str s, const char *nl);
void put_quoted(struct cx_buf *b, struct cx_str s);
void put_word(struct cx_buf *b, struct cx_str s);
/* Appends an expression that compares a member with this text. */
void put_equals(struct cx_buf *b, const char *member, struct cx_str text);
/* Prints a member with such a text on one line. */
void print_clean(struct cx_printer *p, const char *member, struct cx_str s);
/* Appends at most n code points of s, with ... if truncated. */
void put_short(struct cx_buf *b, struct cx_str s, size_t n);

/* --- run.c: the programs --- */

/* A command line under construction; _str copies its argument. */
struct command {
	const char **argv; /* NULL after the last */
	size_t n, cap;
	struct cx_arena arena;
};
void command_add(struct command *cmd, const char *word);
void command_add_str(struct command *cmd, struct cx_str word);
void command_release(struct command *cmd);
#define AUTO_COMMAND CX_AUTO(command_release) struct command

struct ran {
	int status; /* or 128 + the signal that ended it */
	struct cx_buf out;
	struct cx_buf err;
	struct cx_buf extra; /* its descriptor 3 */
};

enum { RUN_EXTRA = 1, /* collect descriptor 3 */
	RUN_WHOLE = 2, /* do not cancel it half-way */
	RUN_OUTLIVES = 4 /* nor end it with the call */ };

/* Runs argv[0], a program of Cortex, to completion.  Its stderr is also copied
 * to ours. */
void run(struct call *c, struct ran *r, const char *const *argv,
    struct cx_str input, int flags);
/* The same in two steps: run_end collects the output. */
void run_begin(struct call *c, struct job *j, const char *const *argv,
    struct cx_str input, int flags);
void run_end(struct call *c, struct job *j, struct ran *r);
/* Runs a program without output and waits for it for ms milliseconds (-1:
 * indefinitely).  Returns false if it is still running; it then runs to
 * completion even if the call ends. */
bool run_within(struct call *c, struct ran *r, const char *const *argv,
    int ms);
/* Appends its messages, on one line, without program names. */
void put_cause(struct cx_buf *b, const struct ran *r);
/* Fails with that text. */
void fail_said(const char *code, const struct ran *r) CX_NORETURN;
void ran_release(struct ran *r);
#define AUTO_RAN CX_AUTO(ran_release) struct ran

/* --- find.c --- */

struct memory {
	struct cx_buf line; /* its record */
	struct cx_json_parser *parser;
	const struct cx_json *root;
	struct cx_str path, id;
};

/* Finds the memory with an id or a path, in any project, because an id is
 * explicit.  If several match, prefers the given project.  Fails with
 * MEMORY_NOT_FOUND. */
void memory_find(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project);
/* The same, but returns false if there is none. */
bool memory_look(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project);
/* Appends similar ids and names in the index, if any. */
void put_near(struct call *c, struct cx_buf *b, struct cx_str id);
struct cx_str memory_project(const struct memory *m);
bool memory_parse(struct memory *m, struct cx_str line);
/* Records are of several vaults: an id is that of one, so paths, which begin
 * with its name, stand for them; and nothing is logged. */
extern bool memory_of_vaults;
void memory_release(struct memory *m);
#define AUTO_MEMORY CX_AUTO(memory_release) struct memory

/* --- head.c: the metadata of a note --- */

/* Parts; the id is always included. */
enum { HEAD_TYPE = 1, HEAD_PROJECT = 2, HEAD_STATUS = 4, HEAD_TRUST = 8,
	HEAD_UPDATED = 16, HEAD_NAME = 32, HEAD_ALL = 63,
	/* Printed once if many results share them. */
	HEAD_WARNS = HEAD_STATUS | HEAD_TRUST,
	HEAD_SHARED = HEAD_TYPE | HEAD_PROJECT | HEAD_WARNS };

/* Appends the line of a note's day, type, project, ...: name; a day in `year`,
 * which ends in -, is shortened. */
void put_about(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, struct cx_str year);
/* The same after its [id]. */
void put_head(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, struct cx_str year);
/* Prints the members with the same content. */
void print_head(const struct call *c, struct cx_printer *p,
    const struct memory *m, unsigned which);
/* Appends what all results share, after `before`; returns false for nothing. */
bool put_parts(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, const char *before);
void print_parts(const struct call *c, struct cx_printer *p,
    const struct memory *m, unsigned which);
/* Returns which of HEAD_SHARED two notes have in common. */
unsigned head_shared(const struct call *c, const struct memory *a,
    const struct memory *b);
/* Returns the day of its last change, unless the id begins with it. */
struct cx_str memory_day(const struct memory *m);
/* Returns the id, or the path of a note without one. */
struct cx_str memory_handle(const struct memory *m);
/* Whether the handle is the name, apart from a day and directory. */
bool handle_is_name(const struct memory *m);
/* Whether a text begins with the name. */
bool begins_with_name(const struct memory *m, struct cx_str text);

/* --- results.c --- */

/*
 * A reply is prepared while a program checks the index, and dropped if that was
 * behind.  results_answer prints it, logs what it shows, and frees it.
 */
struct results;
/* Prepares at most `limit` ranked records, starting at `from`; with score and
 * why, if they have why. */
struct results *results_ranked(struct call *c, struct cx_str records,
    int64_t from, int64_t limit);
/* Prepares the complete notes of records; more appends further lines about a
 * note, each after its line end, and members, each after its comma.  missing:
 * what was not found; must outlive the result. */
typedef void notes_fn(struct call *c, const struct memory *m,
    struct cx_buf *about, struct cx_buf *members);
struct results *results_notes(struct call *c, struct cx_str records,
    struct cx_str missing, notes_fn *more);
void results_answer(struct call *c, struct results *r, const char *source);
void results_drop(struct results *r);
/* Appends how a record was ranked, if it has that, as a notes_fn; nothing if
 * projects are isolated. */
void put_why(const struct call *c, const struct memory *m,
    struct cx_buf *about, struct cx_buf *members);

/* --- save.c --- */

/* Fails with the gate's output on descriptor 3. */
void gate_rejected(struct call *c, struct ran *r) CX_NORETURN;

/* --- the tools --- */

void save_memory(struct call *c);
void supersede_memory(struct call *c);
void get_memories(struct call *c);
void search_memories(struct call *c);
void read_memories(struct call *c);
void list_projects(struct call *c);
void delete_memory(struct call *c);
void update_memory(struct call *c);
void edit_memory(struct call *c);
void recall(struct call *c);
void capture(struct call *c);
void prompt_context(struct call *c);
void memory_status(struct call *c);

#endif
