/*
 * gen-vault: writes a vault of any size for the benchmark.
 *
 * The same seed and size give the same bytes on every machine.
 */
#define _POSIX_C_SOURCE 200809L
#include "gen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A word made by hand is enough for a description; the body has the stream. */
static void
add_phrase(struct text *t, struct rng *r, unsigned n)
{
	char w[WORD_MAX];

	while (n--) {
		text_add(t, w, word_spell(word_draw(r), w));
		if (n)
			text_add(t, " ", 1);
	}
}

static void
add_member(struct text *t, const char *key, const char *value)
{
	text_str(t, key);
	text_str(t, ": ");
	text_str(t, value);
	text_add(t, "\n", 1);
}

static void
add_item(struct text *t, const struct head *h, bool first)
{
	if (h->block)
		text_str(t, "\n  - ");
	else if (!first)
		text_str(t, ", ");
}

static void
add_tags(struct text *t, struct head *h)
{
	unsigned n = 1 + rng_below(&h->r, 5), i;
	char w[WORD_MAX];

	text_str(t, h->block ? "tags:" : "tags: [");
	for (i = 0; i < n; i++) {
		add_item(t, h, !i);
		if (rng_below(&h->r, 10)) {
			text_str(t, gen_tags[rng_low(&h->r, TAGS)]);
		} else {
			text_add(t, w, word_spell(
			    word_draw_octaves(&h->r, 8, 13), w));
		}
	}
	text_str(t, h->block ? "\n" : "]\n");
}

static void
add_links(struct text *t, struct head *h)
{
	unsigned n = rng_in(&h->r, 300) ? 1 + rng_below(&h->r, 3) : 0, i;
	struct head to;

	if (!n || !h->number) {
		text_str(t, "links: []\n");
		return;
	}
	text_str(t, h->block ? "links:" : "links: [");
	for (i = 0; i < n; i++) {
		add_item(t, h, !i);
		gen_head(&to, gen_older(&h->r, h->number));
		gen_path(t, &to);
	}
	text_str(t, h->block ? "\n" : "]\n");
}

static void
add_name(struct text *t, const struct head *h)
{
	text_str(t, h->quoted ? "name: \"" : "name: ");
	gen_title(t, h, ' ');
	if (h->accents)
		text_str(t, " caf\xc3\xa9");
	if (h->cjk)
		text_str(t, " \xe8\xa8\x98\xe6\x86\xb6");
	text_str(t, h->quoted ? ": \\\"quoted\\\"\"\n" : "\n");
}

static void
add_number(struct text *t, const char *key, unsigned v)
{
	char s[16];

	snprintf(s, sizeof(s), "%u", v);
	add_member(t, key, s);
}

static void
add_front_matter(struct text *t, struct head *h)
{
	char day[32];
	size_t i;

	gen_date(h->created, day);
	text_str(t, "---\nid: ");
	for (i = 0; day[i]; i++)
		if (day[i] != '-')
			text_add(t, day + i, 1);
	text_add(t, "_", 1);
	gen_stem(t, h);
	text_add(t, "\n", 1);
	add_name(t, h);
	add_member(t, "type", gen_type(h));
	add_member(t, "project", gen_projects[h->project]);
	add_member(t, "status", gen_status(h));
	add_member(t, "created", day);
	gen_date(h->updated, day);
	text_str(t, "updated: ");
	text_str(t, day);
	text_str(t, rng_in(&h->r, 5) ? " # by hand\n" : "\n");
	add_tags(t, h);
	add_links(t, h);
	if (rng_in(&h->r, 750)) {
		text_str(t, "description: \"");
		add_phrase(t, &h->r, 5 + rng_below(&h->r, 10));
		text_str(t, "\"\n");
	}
	if (rng_in(&h->r, 100))
		add_number(t, "importance", 1 + rng_below(&h->r, 10));
	if (rng_in(&h->r, 60))
		add_number(t, "reviewed_by_count", rng_below(&h->r, 10));
	text_str(t, "---\n");
}

/* every \n becomes \r\n */
static void
to_crlf(const struct text *t, struct text *out)
{
	size_t i, from = 0;

	out->n = 0;
	for (i = 0; i < t->n; i++) {
		if (t->s[i] != '\n')
			continue;
		text_add(out, t->s + from, i - from);
		text_add(out, "\r\n", 2);
		from = i + 1;
	}
	text_add(out, t->s + from, t->n - from);
}

static void
make_parents(int root, char *path)
{
	char *slash;

	for (slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdirat(root, path, 0777) && errno != EEXIST)
			die("%s: %s", path, strerror(errno));
		*slash = '/';
	}
}

static void
write_file(int root, char *path, const struct text *t)
{
	const int how = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	size_t done = 0;
	ssize_t n;
	int fd;

	fd = openat(root, path, how, 0666);
	if (fd < 0 && errno == ENOENT) {
		make_parents(root, path);
		fd = openat(root, path, how, 0666);
	}
	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	while (done < t->n) {
		n = write(fd, t->s + done, t->n - done);
		if (n < 0)
			die("%s: %s", path, strerror(errno));
		done += (size_t)n;
	}
	if (close(fd))
		die("%s: %s", path, strerror(errno));
}

static void
write_atoms(int root)
{
	struct text path = { NULL, 0, 0 }, t = { NULL, 0, 0 };
	struct text crlf = { NULL, 0, 0 };
	struct head h;
	size_t i;

	for (i = 0; i < gen_atoms; i++) {
		gen_head(&h, i);
		path.n = t.n = 0;
		gen_path(&path, &h);
		text_str(&path, ".md");
		add_front_matter(&t, &h);
		gen_body(&t, &h);
		if (h.crlf)
			to_crlf(&t, &crlf);
		write_file(root, path.s, h.crlf ? &crlf : &t);
	}
	free(path.s);
	free(t.s);
	free(crlf.s);
}

int
main(int argc, char **argv)
{
	static const char use[] = "[-s SEED] -n ATOMS DIR";
	int c, root;

	bench_prog = "gen-vault";
	while ((c = getopt(argc, argv, "s:n:")) != -1) {
		switch (c) {
		case 's':
			gen_seed = count(optarg, "-s");
			break;
		case 'n':
			gen_atoms = count(optarg, "-n");
			break;
		default:
			usage(use);
		}
	}
	if (argc - optind != 1 || !gen_atoms)
		usage(use);
	if (mkdir(argv[optind], 0777))
		die("%s: %s: name a directory that does not exist yet",
		    argv[optind], strerror(errno));
	root = open(argv[optind], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root < 0)
		die("%s: %s", argv[optind], strerror(errno));
	gen_copies();
	write_atoms(root);
	if (close(root))
		die("%s: %s", argv[optind], strerror(errno));
	return 0;
}
