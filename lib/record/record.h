/*
 * record.h: streams of records.
 *
 * A record is one JSON object on one line that ends in "\n" (NDJSON).  A reader
 * takes files in order, "-" being standard input, no file meaning standard
 * input; it also takes our own manifest.json, which is records between a line
 * "[" and a line "]" with a "," after all but the last.  A directory is an
 * index/: of it, the records that it has now.  A program that waits for a
 * terminal says so there.
 *
 * A broken stream ends the program with status 4 and FILE:LINE: a last line
 * without "\n", malformed JSON, a member named twice, a line that is no
 * object, an unreadable file.  No output of what was read before is undone;
 * whoever publishes does so in two steps.
 */
#ifndef CX_RECORD_H
#define CX_RECORD_H

#include "lib/json/json.h"
#include "lib/base/mem.h"

struct cx_record {
	struct cx_str line;	    /* as read, without "\n" */
	const struct cx_json *root; /* an object; see json.h for how long */
	const char *file;	    /* for messages: a path or "(stdin)" */
	size_t lineno;		    /* from 1 */
};

struct cx_reader;

/* files is argv-like with n entries, borrowed; n == 0 means stdin. */
struct cx_reader *cx_reader_open(char *const *files, int n);
/* One file that is open already, called name in messages; takes fd. */
struct cx_reader *cx_reader_fd(int fd, const char *name);
/* The records that the index in dir has now; the name is borrowed. */
struct cx_reader *cx_reader_index(const char *dir);
/* Sets what follows the message about a first line that is not JSON, in place
 * of the hint at cx-scan; borrowed. */
void cx_reader_hint(struct cx_reader *r, const char *hint);
/* The next record; false at the end.  *rec lives until the next call. */
bool cx_reader_next(struct cx_reader *r, struct cx_record *rec);
/* The next line unparsed (rec->root is NULL): it is only sure that it ends
 * and is not empty. */
bool cx_reader_line(struct cx_reader *r, struct cx_record *rec);
void cx_reader_close(struct cx_reader *r);

/* Ends the program: "FILE:LINE: cause", status 4. */
void cx_record_die(const struct cx_record *rec, const char *fmt, ...)
    CX_NORETURN CX_PRINTF(2, 3);

/* Typed members.  Absent or null gives the fallback; a value of another type
 * is a broken stream. */
struct cx_str cx_record_str(const struct cx_record *rec, const char *name,
    struct cx_str fallback);
/* `updated`, as far as it tells how new a note is; "" where it is the time of
 * the file (`dated`), which is that of a copy or a clone, or of the first
 * commit, which brought what was there. */
struct cx_str cx_record_updated(const struct cx_record *rec);
/* The path, which every record has. */
struct cx_str cx_record_path(const struct cx_record *rec);
/* An array of strings, or NULL when absent. */
const struct cx_json *cx_record_strings(const struct cx_record *rec,
    const char *name);
int64_t cx_record_int(const struct cx_record *rec, const char *name,
    int64_t fallback);
/* A member of the record, failing that of its `extra`, of any type; NULL when
 * neither has it. */
const struct cx_json *cx_record_member(const struct cx_record *rec,
    const char *name);
/* {"path":...,"gone":true}: the atom no longer exists. */
bool cx_record_gone(const struct cx_record *rec);

/*
 * Appends the record's line to out with members set: each of the n pairs
 * (name, JSON text of the value) replaces the member of that name where it
 * stands, or is added at the end in the order given; value NULL removes it.
 * All other bytes are as read.  Without the newline.
 */
#define CX_RECORD_MEMBERS 64 /* n is at most this */
struct cx_member {
	const char *name;
	struct cx_str value; /* .s NULL: remove */
};
void cx_record_put(struct cx_buf *out, struct cx_str line,
    const struct cx_member *members, size_t n);

/*
 * Finds members in the line of a record that was parsed: texts[i] is the
 * JSON text of the member names[i], as written, or has .s NULL when there is
 * none.  n is at most CX_RECORD_MEMBERS.
 */
void cx_record_texts(struct cx_str line, const struct cx_str *names, size_t n,
    struct cx_str *texts);
/* Appends the line to out without the member names[n], and finds there those
 * before it; each is good as long as nothing is added. */
void cx_record_take(struct cx_buf *out, struct cx_str line,
    const struct cx_str *names, size_t n, struct cx_str *texts);
/* The string that such a text is, if it is one and has nothing to unescape;
 * else the record has to be parsed. */
bool cx_record_plain(struct cx_str json, struct cx_str *out);

#endif
