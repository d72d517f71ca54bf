/* cx-gate - pass or reject candidate memories */
#include "bin/cx-gate/gate.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/json/print.h"
#include "lib/file/publish.h"
#include "lib/base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Where rejected candidates go. */
static struct rejects {
	const char *name; /* NULL: nowhere; a line on stderr tells of each */
	int fd;
	struct cx_buf buf;
} rejects;

static const char *index_dir;
static struct gate gate;

static const struct cx_opt options[] = {
    CX_OPT_TEXT(0, "rejects", "FILE", rejects.name,
	"write rejects to FILE, or to a file descriptor number"),
    CX_OPT_FLAG(0, "redact", gate.redact,
	"replace secrets with [REDACTED] instead of rejecting"),
    CX_OPT_FLAG(0, "only-secrets", gate.only_secrets,
	"apply only the rule about secrets"),
    CX_OPT_FLAG(0, "by-hand", gate.by_hand,
	"skip the rules on length and style: written by a person"),
    CX_OPT_NOW,
    CX_OPT_TEXT('i', NULL, "DIR", index_dir,
	"look for duplicates among the notes of this index"),
    CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-gate",
    "[-c CONFIG] [-C VAULT] [-i DIR] [--redact] [--only-secrets] "
    "[--by-hand] [--rejects FILE] [--now DATE] [FILE...]",
    "pass or reject candidate memories", options, false};

static void
rejects_open(const struct cx_args *a)
{
	const char *to = rejects.name;
	size_t len = strlen(to);

	if (strcmp(to, "-") == 0)
		cx_usage_die(a, "--rejects -: what passes goes to standard "
		    "output; name a file or a descriptor such as 3");
	if (len == 0)
		cx_usage_die(a, "--rejects: the name of a file is missing");
	if (len < 10 && strspn(to, "0123456789") == len) {
		rejects.fd = (int)strtol(to, NULL, 10);
		if (fcntl(rejects.fd, F_GETFD) == -1)
			cx_usage_die(a, "--rejects %s: no such descriptor is "
			    "open; say ./%s for a file of that name", to, to);
		return;
	}
	rejects.fd = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (rejects.fd == -1)
		cx_die(CX_FAIL, "%s: %s", to, strerror(errno));
}

static void
rejects_write(void)
{
	int err = cx_write_all(rejects.fd, rejects.buf.s, rejects.buf.len);

	if (err)
		cx_die(CX_FAIL, "%s: %s", rejects.name, strerror(err));
	rejects.buf.len = 0;
}

static void
rejects_close(void)
{
	if (!rejects.name)
		return;
	rejects_write();
	if (close(rejects.fd) == -1)
		cx_die(CX_FAIL, "%s: %s", rejects.name, strerror(errno));
	cx_buf_release(&rejects.buf);
}

/* How often it is worth to try again with better words. */
static int64_t
retries(const char *code)
{
	static const struct {
		const char *code;
		int64_t n;
	} table[] = {{"QUALITY_GATE_FAILED", 3},
	    {"SENSITIVE_DATA_DETECTED", 2}, {"CONTENT_TOO_SHORT", 3},
	    {"CONTENT_TOO_LONG", 2}, {"INVALID_TYPE", 2}};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].code, code) == 0)
			return table[i].n;
	return 0;
}

/* --- reading a candidate --- */

static struct cx_str
trim(struct cx_str s)
{
	size_t end = 0;
	bool begun = false;

	for (size_t at = 0; at < s.len;) {
		uint32_t cp;
		size_t n = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);

		at += n;
		if (!cx_is_space(cp)) {
			begun = true;
			end = at;
		} else if (!begun) {
			s = cx_str_from(s, n);
			at = 0;
		}
	}
	s.len = end;
	return s;
}

static void
read_candidate(const struct gate *g, struct candidate *c,
    const struct cx_record *rec)
{
	make_safe(&g->shapes, rec, &c->safe);
	c->rec = rec = g->redact ? &c->safe.rec : rec;
	c->score = 0;
	c->content = trim(cx_record_str(rec, "content", CX_STR("")));
	c->reason = trim(cx_record_str(rec, "reason", CX_STR("")));
	c->type = cx_record_str(rec, "type", CX_STR(""));
	c->session = cx_record_str(rec, "session", CX_STR(""));
	c->project = cx_record_str(rec, "project", CX_STR(""));
	if (c->project.len == 0)
		c->project = cx_config_str(g->config, "projects", "default");
	cx_record_strings(rec, "tags");
}

/* --- printing it --- */

/* Some agents say 1 to 5 where an atom says 0 to 1. */
static bool
rescale(const struct cx_record *rec, struct cx_buf *out)
{
	struct cx_printer p = cx_printer(out);
	double d;

	if (!cx_json_getd(rec->root, "confidence", &d) || d <= 1 || d > 5)
		return false;
	cx_print_real(&p, d / 5);
	return true;
}

static void
print_passed(const struct candidate *c)
{
	struct cx_member m[2];
	CX_AUTO_BUF confidence = CX_BUF_INIT, quality = CX_BUF_INIT;
	size_t n = 0;

	if (!gate.only_secrets && rescale(c->rec, &confidence))
		m[n++] = (struct cx_member){"confidence",
		    cx_buf_view(&confidence)};
	cx_buf_int(&quality, c->score);
	if (!gate.only_secrets)
		m[n++] = (struct cx_member){"quality", cx_buf_view(&quality)};
	cx_record_put(cx_out(), c->rec->line, m, n);
	cx_buf_char(cx_out(), '\n');
	cx_out_record();
}

/* A secret is not printed, whatever the candidate was rejected for. */
static void
print_rejected(const struct candidate *c, const struct verdict *v)
{
	struct cx_member m[5];
	CX_AUTO_BUF text = CX_BUF_INIT;
	size_t n = 0, at[4];

	cx_print_quoted(&text, cx_str(v->code));
	at[0] = text.len;
	cx_buf_int(&text, v->rule);
	at[1] = text.len;
	cx_print_quoted(&text, cx_buf_view(&v->message));
	at[2] = text.len;
	cx_buf_int(&text, retries(v->code));
	at[3] = text.len;
	m[n++] = (struct cx_member){"error", cx_strn(text.s, at[0])};
	m[n++] = (struct cx_member){"rule",
	    cx_strn(text.s + at[0], at[1] - at[0])};
	m[n++] = (struct cx_member){"message",
	    cx_strn(text.s + at[1], at[2] - at[1])};
	m[n++] = (struct cx_member){"details", cx_buf_view(&v->details)};
	m[n++] = (struct cx_member){"retries",
	    cx_strn(text.s + at[2], at[3] - at[2])};
	cx_record_put(&rejects.buf, c->safe.rec.line, m, n);
	cx_buf_char(&rejects.buf, '\n');
	if (rejects.buf.len > 65536)
		rejects_write();
}

static void
run(struct gate *g, struct cx_reader *reader)
{
	struct candidate c = {0};
	struct verdict v = {0};
	struct cx_record rec;
	size_t redacted = 0;

	while (cx_reader_next(reader, &rec)) {
		read_candidate(g, &c, &rec);
		judge(g, &c, &v);
		redacted += g->redact && c.safe.any;
		if (!v.code) {
			print_passed(&c);
			continue;
		}
		cx_raise(CX_NO);
		if (rejects.name)
			print_rejected(&c, &v);
		else
			cx_note("%s:%zu: %s: %s", rec.file, rec.lineno,
			    v.code, cx_buf_cstr(&v.message));
	}
	if (redacted)
		cx_note("redacted secrets in %zu %s", redacted,
		    redacted == 1 ? "record" : "records");
	safe_release(&c.safe);
	cx_buf_release(&v.message);
	cx_buf_release(&v.details);
}

/* The vault, if there is one: atoms of an index must be somewhere, but
 * candidates can be judged without. */
static bool
hold_vault(struct cx_vault *vault, const char *option, bool needed,
    const struct cx_config *config)
{
	struct cx_buf path = CX_BUF_INIT;
	enum cx_vault_by by = cx_vault_find(&path, option,
	    cx_config_vault(config));

	cx_buf_release(&path);
	if (by == CX_VAULT_NONE && !needed)
		return false;
	cx_vault_init(vault, option, cx_config_vault(config));
	return true;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	CX_AUTO_BUF own = CX_BUF_INIT;
	struct cx_reader *reader;
	CX_AUTO_VAULT vault = {-1, NULL};
	bool held = hold_vault(&vault, cx_common.vault, index_dir, config);

	gate.config = config;
	words_init(&gate.words, config);
	shapes_init(&gate.shapes, config);
	/* In a vault, candidates are also compared with its notes. */
	if (!index_dir && held && faccessat(vault.fd, "index/manifest.json",
	    F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
		cx_buf_fmt(&own, "%s/index", vault.path);
		index_dir = cx_buf_cstr(&own);
	}
	gate.near = near_new(config, index_dir, held ? &vault : NULL);
	gate.rate = rate_new(config, held ? &vault : NULL);
	reader = cx_reader_open(a.argv, a.argc);
	if (rejects.name)
		rejects_open(&a);
	cx_only_read(-1, false);
	run(&gate, reader);
	cx_reader_close(reader);
	rejects_close();
	near_free(gate.near);
	rate_free(gate.rate);
	words_release(&gate.words);
	free(gate.shapes.v);
	return cx_finish();
}
