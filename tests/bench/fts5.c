/*
 * fts5: SQLite's full text search on the same vault, to compare with.
 *
 *	fts5 build DB VAULT              index name, tags, description and body
 *	fts5 query DB WORD...            the best ten with any word: path
 *	fts5 run DB QUERIES              QUERIES: QID <tab> text, a line each;
 *	                                 prints QID PATH RANK SCORE
 *
 * Tokens as in the porter tokenizer over unicode61, ranked by bm25.  query
 * and run join the words with OR; run drops stop words first.  The build has
 * every advantage that SQLite offers: one transaction, no journal, no sync.
 */
#define _POSIX_C_SOURCE 200809L
#include "common.h"
#include "words.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *db;

static sqlite3_stmt *
prepare(const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
		die("%s: %s", sql, sqlite3_errmsg(db));
	return st;
}

static void
exec(const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		die("%s: %s", sql, sqlite3_errmsg(db));
}

static void
open_db(const char *file, int flags)
{
	if (sqlite3_open_v2(file, &db, flags, NULL) != SQLITE_OK)
		die("%s: %s", file, sqlite3_errmsg(db));
}

static void
bind(sqlite3_stmt *st, int at, const char *s, size_t n)
{
	if (sqlite3_bind_text64(st, at, s, n, SQLITE_STATIC, SQLITE_UTF8) !=
	    SQLITE_OK)
		die("bind: %s", sqlite3_errmsg(db));
}

/* the rest of the line that begins with key, from the lines of s */
static const char *
member(const char *s, size_t n, const char *key, size_t *len)
{
	size_t k = strlen(key), i, end;

	for (i = 0; s && i < n; i = end + 1) {
		for (end = i; end < n && s[end] != '\n'; end++)
			;
		if (end - i > k && !memcmp(s + i, key, k)) {
			*len = end - i - k;
			return s + i + k;
		}
	}
	*len = 0;
	return "";
}

struct build {
	sqlite3_stmt *st;
	struct text t;
};

static void
add_atom(void *ctx, int dir, const char *name, const char *path)
{
	static const char *const keys[] = { "name:", "tags:", "description:" };
	struct build *b = ctx;
	size_t len, body, n, i;
	const char *front, *s;

	slurp(dir, name, &b->t);
	front = front_matter(b->t.s, b->t.n, &len, &body);
	bind(b->st, 1, path, strlen(path));
	for (i = 0; i < 3; i++) {
		s = member(front, len, keys[i], &n);
		bind(b->st, (int)i + 2, s, n);
	}
	bind(b->st, 5, b->t.s + body, b->t.n - body);
	if (sqlite3_step(b->st) != SQLITE_DONE)
		die("%s: %s", path, sqlite3_errmsg(db));
	sqlite3_reset(b->st);
}

static void
build(const char *file, const char *vault)
{
	struct build b = { NULL, { NULL, 0, 0 } };

	if (remove(file) && errno != ENOENT)
		die("%s: %s", file, strerror(errno));
	open_db(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
	exec("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
	    "PRAGMA cache_size=-262144;"
	    "CREATE VIRTUAL TABLE atoms USING fts5(path UNINDEXED, name, tags,"
	    " description, body, tokenize='porter unicode61');BEGIN");
	b.st = prepare("INSERT INTO atoms VALUES(?,?,?,?,?)");
	walk(vault, true, add_atom, &b);
	sqlite3_finalize(b.st);
	exec("COMMIT");
	free(b.t.s);
}

/* appends "w" OR "w" ... for the words of s; without stop words if told */
static void
any_word(struct text *out, const char *s, bool drop)
{
	char w[256];
	size_t n;

	for (; *s; s += n ? n : 1) {
		for (n = 0; n < sizeof(w) - 1 && s[n] &&
		    ((unsigned char)s[n] >= 0x80 || strchr("abcdefghijklmnop"
		    "qrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", s[n]));
		    n++)
			w[n] = s[n] >= 'A' && s[n] <= 'Z' ?
			    (char)(s[n] - 'A' + 'a') : s[n];
		if (!n || (drop && word_is_stop(w, n)))
			continue;
		text_str(out, out->n ? " OR \"" : "\"");
		text_add(out, w, n);
		text_str(out, "\"");
	}
}

static void
answer(sqlite3_stmt *st, const struct text *words, const char *qid)
{
	int rank = 0, rc;

	if (!words->n)
		return;
	bind(st, 1, words->s, words->n);
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		if (qid)
			printf("%s %s %d %.6f\n", qid,
			    (const char *)sqlite3_column_text(st, 0), ++rank,
			    -sqlite3_column_double(st, 1));
		else
			puts((const char *)sqlite3_column_text(st, 0));
	}
	if (rc != SQLITE_DONE)
		die("%s: %s", words->s, sqlite3_errmsg(db));
	sqlite3_reset(st);
}

static void
run(sqlite3_stmt *st, const char *file)
{
	struct text words = { NULL, 0, 0 };
	size_t size = 0;
	char *line = NULL, *tab;
	FILE *f = fopen(file, "r");

	if (!f)
		die("%s: %s", file, strerror(errno));
	while (getline(&line, &size, f) > 0) {
		tab = strchr(line, '\t');
		if (!tab)
			die("%s: a line without a tab", file);
		*tab = '\0';
		words.n = 0;
		any_word(&words, tab + 1, true);
		answer(st, &words, line);
	}
	if (ferror(f) || fclose(f))
		die("%s: %s", file, strerror(errno));
	free(line);
	free(words.s);
}

int
main(int argc, char **argv)
{
	static const char find[] = "SELECT path, bm25(atoms) FROM atoms "
	    "WHERE atoms MATCH ? ORDER BY rank LIMIT 10";
	struct text words = { NULL, 0, 0 };
	sqlite3_stmt *st;
	int i;

	bench_prog = "fts5";
	if (argc < 4 || (strcmp(argv[1], "query") && argc != 4))
		usage("build DB VAULT | query DB WORD... | run DB QUERIES");
	if (!strcmp(argv[1], "build")) {
		build(argv[2], argv[3]);
	} else {
		open_db(argv[2], SQLITE_OPEN_READONLY);
		st = prepare(find);
		for (i = 3; i < argc && !strcmp(argv[1], "query"); i++)
			any_word(&words, argv[i], false);
		if (!strcmp(argv[1], "query"))
			answer(st, &words, NULL);
		else if (!strcmp(argv[1], "run"))
			run(st, argv[3]);
		else
			usage("build DB VAULT | query DB WORD... | "
			    "run DB QUERIES");
		sqlite3_finalize(st);
		free(words.s);
	}
	if (sqlite3_close(db) != SQLITE_OK)
		die("%s: %s", argv[2], sqlite3_errmsg(db));
	close_stdout();
	return 0;
}
