/*
 * probe: floors.  What any program must spend that does the same work, on one
 * thread: looking at each file, reading it, parsing its front matter.
 *
 * Prints the seconds it took, without process start; counts go to stderr.
 */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <yaml.h>

enum work { STAT, READ, YAML };

struct tally {
	enum work work;
	struct text t;
	size_t files, bytes, largest, events, bad;
	size_t names, most_names; /* bytes of the names of one directory */
	struct text dir;
};

static void
parse(struct tally *y)
{
	yaml_parser_t parser;
	yaml_event_t event;
	const char *s;
	size_t n, body;
	int type;

	s = front_matter(y->t.s, y->t.n, &n, &body);
	if (!s)
		return;
	if (!yaml_parser_initialize(&parser))
		die("out of memory");
	yaml_parser_set_input_string(&parser, (const unsigned char *)s, n);
	do {
		if (!yaml_parser_parse(&parser, &event)) {
			y->bad++;
			break;
		}
		type = event.type;
		yaml_event_delete(&event);
		y->events++;
	} while (type != YAML_STREAM_END_EVENT);
	yaml_parser_delete(&parser);
}

static void
look(void *ctx, int dir, const char *name, const char *path)
{
	struct tally *y = ctx;
	size_t n, skip = (size_t)(name - path);
	struct stat st;

	if (y->work == STAT) {
		if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
			die("%s: %s", path, strerror(errno));
		n = (size_t)st.st_size;
	} else {
		slurp(dir, name, &y->t);
		n = y->t.n;
		if (y->work == YAML)
			parse(y);
	}
	if (y->dir.n != skip || memcmp(y->dir.s, path, skip)) {
		y->dir.n = y->names = 0;
		text_add(&y->dir, path, skip);
	}
	y->names += strlen(name);
	if (y->names > y->most_names)
		y->most_names = y->names;
	if (n > y->largest)
		y->largest = n;
	y->files++;
	y->bytes += n;
}

int
main(int argc, char **argv)
{
	static const char *const works[] = { "stat", "read", "yaml" };
	struct tally y = { .files = 0 };
	double start;
	size_t w;

	bench_prog = "probe";
	for (w = 0; argc == 3 && w < 3 && strcmp(argv[1], works[w]); w++)
		;
	if (argc != 3 || w == 3)
		usage("stat|read|yaml DIR");
	y.work = (enum work)w;
	start = seconds();
	walk(argv[2], false, look, &y);
	printf("%.4f\n", seconds() - start);
	fprintf(stderr, "probe: %zu files, %zu bytes, largest %zu, names of a "
	    "directory up to %zu, %zu events, %zu invalid\n", y.files, y.bytes,
	    y.largest, y.most_names, y.events, y.bad);
	free(y.t.s);
	free(y.dir.s);
	close_stdout();
	return 0;
}
