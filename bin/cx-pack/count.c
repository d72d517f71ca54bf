/* Counts the tokens of everything that may be printed, with cx_tokens or a
 * command. */
#include "bin/cx-pack/pack.h"

#include "lib/json/print.h"
#include "lib/pack/tokens.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Bytes of a line with a count. */
#define COUNT_MAX 16

/* Where a text's count goes. */
struct want {
	size_t *to;
};

struct counter {
	struct pack *pack;
	FILE *file; /* for the command: JSON strings, one a line */
	struct cx_buf line;
	struct want *wants;
	size_t n, cap;
};

/* What p->text is. */
static void
count(struct counter *c, size_t *to)
{
	struct cx_str text = cx_buf_view(&c->pack->text);

	if (!c->file) {
		*to = cx_tokens(text);
		return;
	}
	c->line.len = 0;
	cx_print_quoted(&c->line, text);
	cx_buf_char(&c->line, '\n');
	if (fwrite(c->line.s, 1, c->line.len, c->file) != c->line.len)
		cx_die(CX_FAIL, "cannot write a temporary file: %s",
		    strerror(errno));
	CX_GROW(c->wants, c->n, c->cap);
	c->wants[c->n++].to = to;
}

static void
put_head(struct pack *p, const struct item *it)
{
	p->text.len = 0;
	pack_head(p, it, true, &p->text);
}

static void
put_piece(struct pack *p, const struct piece *piece)
{
	p->text.len = 0;
	pack_piece(p, piece->text, &p->text);
}

size_t
pack_head_tokens(struct pack *p, struct item *it)
{
	if (it->head_tokens == UNCOUNTED) {
		put_head(p, it);
		it->head_tokens = cx_tokens(cx_buf_view(&p->text));
	}
	return it->head_tokens;
}

size_t
pack_tokens(struct pack *p, struct piece *piece)
{
	if (piece->tokens == UNCOUNTED) {
		put_piece(p, piece);
		piece->tokens = cx_tokens(cx_buf_view(&p->text));
	}
	return piece->tokens;
}

static void
count_frame(struct counter *c)
{
	struct pack *p = c->pack;

	p->text.len = 0;
	pack_frame(p, &p->text);
	count(c, &p->frame_tokens);
	for (int s = 0; s < SECTIONS; s++) {
		p->text.len = 0;
		pack_title(p, (enum section)s, &p->text);
		count(c, &p->section_tokens[s]);
	}
}

/* A command is started once. */
static void
count_items(struct counter *c)
{
	struct pack *p = c->pack;

	for (size_t i = 0; i < p->n; i++) {
		struct item *it = &p->items[i];

		put_head(p, it);
		count(c, &it->head_tokens);
		for (size_t k = it->first; k < it->end; k++) {
			put_piece(p, &p->pieces[k]);
			count(c, &p->pieces[k].tokens);
		}
	}
}

static void
run_command(struct counter *c)
{
	const char *command = c->pack->tokenizer;
	const char *const argv[] = {"sh", "-c", command, NULL};
	int fd, status, err = 0;
	pid_t pid;

	if (fflush(c->file) == EOF || fseek(c->file, 0, SEEK_SET) == -1)
		err = errno;
	else
		err = cx_spawn("/bin/sh", argv, environ, fileno(c->file),
		    false, &fd, &pid);
	if (err)
		cx_die(CX_FAIL, "--tokenizer: %s", strerror(err));
	c->pack->text.len = 0;
	err = cx_read_fd(fd, &c->pack->text,
	    cx_add(cx_mul(c->n, COUNT_MAX), 1));
	if (err && err != EFBIG)
		cx_die(CX_FAIL, "--tokenizer: cannot read its counts: %s",
		    strerror(err));
	close(fd); /* was only read */
	status = cx_wait(pid);
	if (err)
		cx_die(CX_FAIL, "--tokenizer: '%s' prints more than a count "
		    "for each of %zu texts", command, c->n);
	if (status != 0)
		cx_die(CX_FAIL, "--tokenizer: '%s' has failed", command);
}

/* One count a line, in the order of the texts. */
static void
read_counts(struct counter *c)
{
	struct cx_str rest = cx_buf_view(&c->pack->text), line;
	size_t n = 0;

	while (cx_str_split(&rest, '\n', &line)) {
		struct cx_str digits = line = cx_str_trim(line);
		uint64_t value = 0;

		if (line.len && (!cx_str_number(&digits, UINT32_MAX, &value) ||
		    digits.len))
			cx_die(CX_FAIL, "--tokenizer: line %zu is not "
			    "a count: '%.*s'", n + 1, (int)line.len, line.s);
		if (line.len == 0 || n == c->n)
			break;
		*c->wants[n++].to = value;
	}
	if (n < c->n || rest.len)
		cx_die(CX_FAIL, "--tokenizer: %zu texts were given and %s "
		    "counts came back; it is to print one a line", c->n,
		    n < c->n ? "fewer" : "more");
}

void
pack_count(struct pack *p)
{
	struct counter c = {.pack = p};

	if (p->tokenizer) {
		c.file = tmpfile();
		if (!c.file)
			cx_die(CX_FAIL, "cannot make a temporary file: %s",
			    strerror(errno));
	}
	count_frame(&c);
	if (c.file) {
		count_items(&c);
		run_command(&c);
		read_counts(&c);
		fclose(c.file);
	}
	free(c.wants);
	cx_buf_release(&c.line);
}
