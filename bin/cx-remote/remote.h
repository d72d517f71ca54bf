/*
 * remote.h: shared by the files of cx-remote.  main.c parses options, ask.c
 * starts the parts and reads what they print, round by round; merge.c joins
 * what they say in one round (lib/rank/parts.h); part.c is what both do with
 * one; serve.c is the other side.
 * What another machine prints is data of a stranger: it is parsed, checked and
 * printed by us, and what is wrong with it is an end of that part alone.
 */
#ifndef REMOTE_REMOTE_H
#define REMOTE_REMOTE_H

#include "lib/base/err.h"
#include "lib/base/mem.h"
#include "lib/json/print.h"

#include <sys/types.h>

/* The vaults of this machine, or one of another. */
struct part {
	struct cx_str name; /* "" for those here */
	const char *url;    /* NULL: here */
	size_t *vault, n_vaults, cap; /* numbers of its vaults in the list */
	pid_t pid;
	int to, from, err;	/* -1: closed */
	struct cx_buf queue, text, said, found;
	struct cx_buf why; /* it is left out */
	size_t sent;		 /* of queue */
	size_t used;		 /* of text: the line at hand */
	struct cx_json_parser *json;
	const struct cx_json *line; /* what it says in this round, or NULL */
	size_t *told, n_told, told_cap; /* places, in some ranking */
	size_t n_sorted;		/* the first of them */
	size_t n_found;
	bool greeted, ended, gone; /* gone: left out */
	int status;
};

/* A result, and where it goes. */
struct result {
	size_t place;
	struct part *part;
	struct cx_str record;
};

struct asking {
	struct part *part;
	size_t n, cap;
	struct cx_str *names; /* of the vaults, in order */
	size_t n_names, names_cap;
	int64_t timeout; /* seconds, as the next */
	int64_t again;	 /* until one that was late is asked again */
	int64_t began;	 /* ms: when all were started */
	bool check; /* each by itself, without rounds */
	const char *how; /* of cx search --fresh */
	const char *now;
	const char *list; /* the file of the vaults */
	char **argv;
	int argc;
	struct result *result;
	size_t n_results, results_cap;
	struct cx_arena records;
	struct cx_str *copies; /* by place, or .s NULL; JSON */
	size_t n_copies;
};

/* Reads the lines NAME:DIRECTORY and NAME:ssh://... of a file. */
void asking_read(struct asking *a, const char *file);
/* Asks all; false if none is left. */
bool asking_run(struct asking *a);
void asking_print(struct asking *a);
void asking_release(struct asking *a);

/* Leaves a part out.  Only the first cause is kept; it is reported after the
 * results. */
void part_leave_out(struct part *p, const char *fmt, ...) CX_PRINTF(2, 3);
/* Whether it was told that a result of its own has this place, in one of the
 * rankings of a query. */
bool part_has_place(struct part *p, size_t place);
/* Queues the answer of a round. */
void part_tell(struct part *p, struct cx_str line);

/* Joins what the parts say in one round, and answers; parts that do not say
 * what the first does are left out. */
void merge_round(struct asking *a);

/* Reads a request from standard input and becomes who answers it. */
void serve(void) CX_NORETURN;

#endif
