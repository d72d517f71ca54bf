/*
 * cx-mcp.h: what the parts of cx-mcp share.
 *
 * Two processes.  The server (server.c, rpc.c) speaks the protocol, holds
 * nothing of the vault and answers at once what needs no vault.  For each call
 * of a tool it forks one worker (worker.c), which runs other programs, prints
 * the result and ends: so a call can be cancelled by ending its process group,
 * and whatever it allocates goes with it.
 */
#ifndef CX_MCP_H
#define CX_MCP_H

#include "lib/json/json.h"
#include "lib/base/mem.h"
#include "lib/json/print.h"
#include "lib/record/trust.h"

#include <sys/types.h>

/* What is the same for the whole life of the server. */
struct about {
	const char *bin;   /* directory of the programs; NULL: $PATH */
	const char *vault; /* --vault or NULL */
	const char *session;
	bool *told; /* of memories that are alike; all workers have it */
};

/* --- tools.c: what there is to call --- */

enum kind { TEXT, LONG_TEXT, ONE_PROJECT, ANY_PROJECT, INTEGER, AMOUNT,
	TAGS, LIST, DATE, DATE_OR_NULL, FLAG, CHOICE, SPAN };
/* What a tool does to the vault: nothing, add a text of the project of the
 * directory, change what is there, set what may be set again, put away. */
enum effect { READS, ADDS, REPLACES, SETS, REMOVES };

struct arg {
	const char *name;
	enum kind kind;
	const char *help;     /* NULL where the name says it all */
	bool required;
	int lo, hi;	      /* numbers; hi: of TEXT, items of a list */
	int otherwise;	      /* default of a number, 0: none */
	const char *choices;  /* CHOICE, with blanks between them */
	const char *option;   /* of cx search, which takes the value */
};

#define MAX_ARGS 19
struct call;
struct tool {
	const char *name, *title;
	void (*run)(struct call *c);
	enum effect effect;
	const char *help;
	struct arg args[MAX_ARGS]; /* up to the one without name */
};

const struct tool *tool_find(struct cx_str name);
/* Prints the array of tools. */
void tools_print(struct cx_printer *p);

/* --- prompts.c --- */

/* A prompt is called and takes arguments as a tool does. */
const struct tool *prompt_find(struct cx_str name);
void prompts_print(struct cx_printer *p);

/* --- resources.c: notes as a client's user mentions them --- */

extern const struct tool resources_list, resources_read;
void resource_templates_print(struct cx_printer *p);

/* --- args.c --- */

/* Prints the schema of what a tool takes. */
void args_print(struct cx_printer *p, const struct tool *t);
/* Makes of the arguments what the tool takes, each of its kind; fails where one
 * is missing, unknown or out of its range. */
void args_read(struct call *c);
/* Arguments, which have been read; false is as not given. */
bool arg_given(const struct call *c, const char *name);
struct cx_str arg_text(const struct call *c, const char *name);
int64_t arg_int(const struct call *c, const char *name);
const struct cx_json *arg_tags(const struct call *c, const char *name);
/* Where the page begins that the argument cursor asks for. */
int64_t arg_cursor(const struct call *c);

/* --- ids.c: the ids of messages that cannot be read --- */

struct ids {
	struct cx_buf found; /* JSON texts, each on a line */
	struct cx_buf id, token, tail;
	size_t depth, base; /* base: that of a message's members; 0: not seen */
	enum { NOWHERE, KEY, VALUE } at;
	bool string, escaped, is_id, bad;
};

/* Takes the next piece of a line. */
void ids_take(struct ids *f, struct cx_str piece);
/* Those of the line, each as it was written and on a line. */
struct cx_str ids_end(struct ids *f);
void ids_release(struct ids *f);

/* --- rpc.c: from a message to its answer --- */

struct rpc {
	struct cx_json_parser *parser;
	const char *revision; /* initialize was answered with; NULL: not yet */
};

/* What is left to do for a message: nothing, run a tool, or end one. */
enum todo { NOTHING, CALL, CANCEL };
struct batch;
struct request {
	enum todo todo;
	struct cx_buf id;	/* JSON text, as written */
	struct cx_buf same;	/* the id in one form, to be compared */
	struct batch *batch;	/* that it is a part of, or NULL */
	bool modern;		/* of the revision without a handshake */
	bool caches;		/* so its result says how long it is good */
};

/* Longest message, in bytes. */
#define MESSAGE_MAX ((size_t)4 << 20)

/* Handles a message, a line or a member of a batch (CX_JSON_PAD bytes are
 * readable after it): appends the answer, a line, if there is one already. */
void rpc_message(struct rpc *r, struct cx_str text, struct request *req,
    struct cx_buf *out);
/* Whether a line is a batch, where the revision has them; then rest is what
 * rpc_member takes the members of it from. */
bool rpc_is_batch(struct rpc *r, struct cx_str line, struct cx_str *rest);
bool rpc_member(struct cx_str *rest, struct cx_str *member);
/* Appends the answer to a call: result is the object a worker has printed,
 * empty if it has failed. */
void rpc_result(const struct request *req, struct cx_str result,
    struct cx_buf *out);
/* The error of a message that is longer than that, of these ids. */
void rpc_too_long(struct cx_buf *out, struct cx_str ids);
/* What a message calls: a tool, a prompt or a resource; NULL: nothing. */
const struct tool *rpc_called(const struct cx_json *root);
void request_release(struct request *req);

/* --- server.c --- */

/* Serves until the input ends; the exit status. */
int serve(const struct about *about);

/* --- worker.c: the process of a call --- */

struct worker {
	pid_t pid; /* 0: none; also its process group */
	int out;   /* what it prints */
};

/* Starts a worker on a message that is to be called.  life is the reading end
 * of a pipe whose other end, life_end, only the server holds. */
bool worker_start(struct worker *w, const struct about *about,
    struct cx_str message, bool modern, int life, int life_end);

/* --- call.c: its vault, project and index --- */

enum { RUN_PIPES = 4 };

/* A program that runs beside the worker; see run_begin. */
struct job {
	const char *program;
	pid_t pid; /* 0: none */
	int ours[RUN_PIPES];
	struct cx_str input; /* what it has not read yet */
};

struct call {
	const struct about *about;
	const struct tool *tool;
	const struct cx_json *args; /* an object, from args_read on */
	bool modern; /* of the revision without a handshake */
	struct cx_config *config;   /* from call_vault on */
	struct cx_trust *trust;	    /* likewise */
	struct cx_buf warnings;	    /* of it, as cx-config printed them */
	const char *vault;
	struct cx_buf project; /* from call_project on */
	struct cx_buf detected; /* that of the directory, from call_scope on */
	bool with_none;	       /* notes without a project too */
	bool isolated;	       /* [mcp] isolate: no other project */
	bool may_widen;	       /* to all, where no note has the project */
	struct job look;       /* is the index behind? */
	struct cx_buf undetected; /* why the directory's project is unknown */
	bool behind;	       /* the index, when it was waited for in vain */
	bool renewed;	       /* the index, in this call */
	bool mended;	       /* the index, once in a call */
	int life;
};

/*
 * Finds the vault, enters it and loads its configuration; and the project: the
 * argument of that name if it is given, else, for a tool that adds something,
 * that of the directory in which the server was started.  Empty: all.  Where
 * projects are isolated there is only the latter; in the vault's own directory
 * they are not.  With `look`, call_look in between.
 *
 * A project that cannot be told, or that [projects] names lacks, ends a call
 * that would write it, and no other.
 */
void call_project(struct call *c, const char *argument, bool look);
/*
 * The same for a tool that looks for notes, which needs an index.  Where no
 * project is named, notes without one belong to it; it is all projects in the
 * vault's own directory, and where no note has the project detected.
 *
 * Whether the index is behind takes as long to find out as the answer, so a
 * program looks while the tool reads the index:
 *
 *	call_scope(c, "project");
 *	do {
 *		... read the index ...
 *	} while (call_renewed(c));
 *	... answer ...
 */
void call_scope(struct call *c, const char *argument);
/* Makes an index if there is none, or begins to look whether it is behind. */
void call_look(struct call *c);
/* True, once, if it was behind and no longer is.  If that would take longer
 * than [mcp] wait, or fails, the answer will say so. */
bool call_renewed(struct call *c);
/* Brings the index up to date; if that fails, the answer will say so. */
void call_index(struct call *c);
/* The same after a change; if that fails, the object of the answer says so. */
void call_rebuild(struct call *c, struct cx_printer *p);
struct ran;
/* Runs a program that reads the index, which is made again if it cannot be
 * read; fails but for statuses 0, 1 and 3. */
void run_indexed(struct call *c, struct ran *r, const char *const *argv);
/* Whether a project is one that notes in the index have. */
bool is_project(struct call *c, struct cx_str name);
/* Logs what was shown, records with a path: what is used ranks higher. */
void log_used(struct call *c, const char *source, struct cx_str paths);
/* Whether a note of that project may be seen and changed. */
bool call_may(const struct call *c, struct cx_str project);
/* Appends the expression of what call_scope found; nothing for all. */
void put_scope(struct cx_buf *b, const struct call *c);

/* --- reply.c --- */

/* Prints the result that is an error, and ends the worker. */
void fail(const char *code, const char *fmt, ...) CX_NORETURN CX_PRINTF(2, 3);
/* The same with more members of the error, printed into details. */
void fail_with(struct cx_str code, struct cx_str message,
    struct cx_str details) CX_NORETURN;
/* Prints the result of a prompt: a text, as its user's. */
void prompt_answer(const struct call *c, struct cx_str text);
/* Only tools have results that are errors: from now on an error is one of
 * JSON-RPC.  fail_method ends the worker with one: its number and, if it is not
 * empty, its data. */
void fail_as_method(void);
void fail_method(int number, struct cx_str message, struct cx_str data)
    CX_NORETURN;
/* What to say beside the answer, if anything: a text of its own, and the
 * member note of the object. */
extern struct cx_buf answer_note;
/* Prints the result: an object, and a short text that says the same. */
void answer(struct cx_str object, struct cx_str text);

/*
 * Appends a text of a note so that it cannot be taken for anything else.
 * put_clean: its lines apart by nl, nothing in it that begins a tag, hides or
 * turns text about.  put_quoted: the same in quotes, on one line.  put_word:
 * in quotes unless it is one word, such as an id or a path.
 */
void put_clean(struct cx_buf *b, struct cx_str s, const char *nl);
void put_quoted(struct cx_buf *b, struct cx_str s);
void put_word(struct cx_buf *b, struct cx_str s);
/* Appends the expression that a member is this text. */
void put_equals(struct cx_buf *b, const char *member, struct cx_str text);
/* The member of an object, of such a text on one line. */
void print_clean(struct cx_printer *p, const char *member, struct cx_str s);
/* At most n code points of s, with ... if that is not all. */
void put_short(struct cx_buf *b, struct cx_str s, size_t n);

/* --- run.c: the programs --- */

/* A command line that is put together; what was added by _str is a copy. */
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
	int status; /* 128 + the signal that ended it */
	struct cx_buf out;
	struct cx_buf err;
	struct cx_buf extra; /* its descriptor 3 */
};

enum { RUN_EXTRA = 1, /* with descriptor 3 */
	RUN_WHOLE = 2, /* not to be cancelled half-way */
	RUN_OUTLIVES = 4 /* nor ended with the call */ };

/* Runs argv[0], one of our programs, to its end.  What it says on stderr goes
 * to ours too. */
void run(struct call *c, struct ran *r, const char *const *argv,
    struct cx_str input, int flags);
/* The same in two steps: what it prints is taken up in the second. */
void run_begin(struct call *c, struct job *j, const char *const *argv,
    struct cx_str input, int flags);
void run_end(struct call *c, struct job *j, struct ran *r);
/* Runs one that prints nothing and waits so many milliseconds for its end (-1:
 * for it).  False if it still runs, which it does to its end, whatever becomes
 * of the call. */
bool run_within(struct call *c, struct ran *r, const char *const *argv,
    int ms);
/* Appends what it said, on one line, without the names of programs. */
void put_cause(struct cx_buf *b, const struct ran *r);
/* Fails with that. */
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

/* The memory of an id or a path, of any project: an id is explicit.  Where
 * several have it, that of the project, if one is given.  MEMORY_NOT_FOUND
 * when there is none. */
void memory_find(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project);
/* The same; false when there is none. */
bool memory_look(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project);
/* Appends what else the index has that may have been meant by the id or name
 * of a note; nothing when there is nothing near. */
void put_near(struct call *c, struct cx_buf *b, struct cx_str id);
struct cx_str memory_project(const struct memory *m);
bool memory_parse(struct memory *m, struct cx_str line);
void memory_release(struct memory *m);
#define AUTO_MEMORY CX_AUTO(memory_release) struct memory

/* --- head.c: what is said of a note beside its text --- */

/* Its parts; the id is always said. */
enum { HEAD_TYPE = 1, HEAD_PROJECT = 2, HEAD_STATUS = 4, HEAD_TRUST = 8,
	HEAD_UPDATED = 16, HEAD_NAME = 32, HEAD_ALL = 63,
	/* What many results have in common is said once. */
	HEAD_WARNS = HEAD_STATUS | HEAD_TRUST,
	HEAD_SHARED = HEAD_TYPE | HEAD_PROJECT | HEAD_WARNS };

/* Appends the line that says a note's day, type, project, ...: name; of a day
 * in that year, with the - after it, the rest. */
void put_about(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, struct cx_str year);
/* The same after its [id]. */
void put_head(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, struct cx_str year);
/* The members of an object that say the same. */
void print_head(const struct call *c, struct cx_printer *p,
    const struct memory *m, unsigned which);
/* What all results share; before: what it begins with.  False for nothing. */
bool put_parts(const struct call *c, struct cx_buf *b, const struct memory *m,
    unsigned which, const char *before);
void print_parts(const struct call *c, struct cx_printer *p,
    const struct memory *m, unsigned which);
/* Which of HEAD_SHARED two notes have in common. */
unsigned head_shared(const struct call *c, const struct memory *a,
    const struct memory *b);
/* The day of its last change, unless the id begins with it. */
struct cx_str memory_day(const struct memory *m);
/* The id, or the path of a note without one. */
struct cx_str memory_handle(const struct memory *m);
/* Whether that says the name, after a day, a directory. */
bool handle_is_name(const struct memory *m);
/* Whether a text says the name at its beginning. */
bool begins_with_name(const struct memory *m, struct cx_str text);

/* --- results.c --- */

/*
 * A reply is made while a program looks whether the index is behind, and
 * dropped where it was.  results_answer prints it, logs what it shows, and
 * frees it.
 */
struct results;
/* Of ranked records from number `from` on, at most `limit`; with the members
 * score and why, if they have why. */
struct results *results_ranked(struct call *c, struct cx_str records,
    int64_t from, int64_t limit);
/* The whole notes of records; more appends what else there is to say of one:
 * lines, each after its line end, and members, each after its comma.
 * missing: what else was asked for; it lives on. */
typedef void notes_fn(struct call *c, const struct memory *m,
    struct cx_buf *about, struct cx_buf *members);
struct results *results_notes(struct call *c, struct cx_str records,
    struct cx_str missing, notes_fn *more);
void results_answer(struct call *c, struct results *r, const char *source);
void results_drop(struct results *r);
/* How it was ranked, if the record says so: see notes_fn; but nothing where
 * projects are kept apart. */
void put_why(const struct call *c, const struct memory *m,
    struct cx_buf *about, struct cx_buf *members);

/* --- save.c --- */

/* Fails with what the gate has said on its descriptor 3. */
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
