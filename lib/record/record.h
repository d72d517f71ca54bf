/*
 * record.h: streams of records.
 *
 * A record is one JSON object on one line that ends in "\n" (NDJSON).  A reader
 * takes files in order, "-" or no files at all meaning standard input; it also
 * accepts manifest.json, which has records between a line "[" and a line "]"
 * with a "," after all but the last.  A directory is an index/, read with its
 * current records.  A program that waits for a terminal says so there.
 *
 * A broken stream is fatal, with status 4 and FILE:LINE: a last line without
 * "\n", malformed JSON, a duplicate member, a line that is not an object, an
 * unreadable file.  Output for earlier records is not undone; programs that
 * publish do so in two steps.
 */
#ifndef CX_RECORD_H
#define CX_RECORD_H

#include "lib/json/json.h"
#include "lib/base/mem.h"

struct cx_record {
	struct cx_str line;	    /* as read, without "\n" */
	const struct cx_json *root; /* an object; see json.h for its lifetime */
	const char *file;	    /* for messages: a path or "(stdin)" */
	size_t lineno;		    /* from 1 */
};

struct cx_reader;

/* files is argv-like with n entries, borrowed; n == 0 means stdin. */
struct cx_reader *cx_reader_open(char *const *files, int n);
/* Reads a file that is already open, called name in messages; takes over fd. */
struct cx_reader *cx_reader_fd(int fd, const char *name);
/* Reads the current records of the index in dir; the name is borrowed. */
struct cx_reader *cx_reader_index(const char *dir);
/* Replaces the hint at cx-scan that follows the message about a first line that
 * is not JSON; borrowed. */
void cx_reader_hint(struct cx_reader *r, const char *hint);
/* Reads the next record; false at the end.  *rec is valid until the next
 * call. */
bool cx_reader_next(struct cx_reader *r, struct cx_record *rec);
/* Reads the next line unparsed (rec->root is NULL); it is only known to be
 * terminated and not empty. */
bool cx_reader_line(struct cx_reader *r, struct cx_record *rec);
void cx_reader_close(struct cx_reader *r);

/* Exits with status 4 and the message "FILE:LINE: cause". */
void cx_record_die(const struct cx_record *rec, const char *fmt, ...)
    CX_NORETURN CX_PRINTF(2, 3);

/* Typed members.  Return the fallback if absent or null; a value of another
 * type is a broken stream. */
struct cx_str cx_record_str(const struct cx_record *rec, const char *name,
    struct cx_str fallback);
/* Returns `updated` if it shows how new a note is; "" if it is only the time of
 * the file (`dated`), which may be that of a copy or a clone, or of the first
 * commit, which added existing notes. */
struct cx_str cx_record_updated(const struct cx_record *rec);
/* Returns the path, which every record has. */
struct cx_str cx_record_path(const struct cx_record *rec);
/* Returns an array of strings, or NULL if absent. */
const struct cx_json *cx_record_strings(const struct cx_record *rec,
    const char *name);
int64_t cx_record_int(const struct cx_record *rec, const char *name,
    int64_t fallback);
/* Returns a member of the record or, if absent, of its `extra`, of any type;
 * NULL if neither has it. */
const struct cx_json *cx_record_member(const struct cx_record *rec,
    const char *name);
/* Whether it is {"path":...,"gone":true}: the atom no longer exists. */
bool cx_record_gone(const struct cx_record *rec);

/*
 * Appends the record's line to out with modified members: each of the n pairs
 * (name, JSON text of the value) replaces the member of that name in place, or
 * is added at the end in the order given; value NULL removes it.  All other
 * bytes are unchanged.  Appends no newline.
 */
#define CX_RECORD_MEMBERS 64 /* n is at most this */
struct cx_member {
	const char *name;
	struct cx_str value; /* .s NULL: remove */
};
void cx_record_put(struct cx_buf *out, struct cx_str line,
    const struct cx_member *members, size_t n);

/*
 * Finds members in the line of a parsed record: texts[i] is the JSON text of
 * the member names[i], as written, or has .s NULL if absent.  n is at most
 * CX_RECORD_MEMBERS.
 */
void cx_record_texts(struct cx_str line, const struct cx_str *names, size_t n,
    struct cx_str *texts);
/* Appends the line to out without the member names[n], and finds the members
 * before it there; they are valid as long as nothing is added to out. */
void cx_record_take(struct cx_buf *out, struct cx_str line,
    const struct cx_str *names, size_t n, struct cx_str *texts);
/* Returns the string in such a JSON text if it is a string without escapes;
 * otherwise returns false, and the record has to be parsed. */
bool cx_record_plain(struct cx_str json, struct cx_str *out);

#endif
