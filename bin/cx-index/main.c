/* cx-index - write atom records as index files */
#include "bin/cx-index/index.h"

#include "lib/config.h"
#include "lib/publisher.h"
#include "lib/record.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { OPT_OUT, OPT_STAGE, OPT_COMMIT, OPT_CAT, OPT_SEARCH };

static const struct cx_opt options[] = {
    CX_PUBLISHER_OPTIONS,
    [OPT_CAT] = {0, "cat", "DIR", "print the records that DIR has"},
    [OPT_SEARCH] = {0, "search", NULL, "also write what cx-score -i needs"},
    {'c', NULL, "CONFIG", "configuration, as cx-config prints it"},
    {0, NULL, NULL, NULL}};

static const struct cx_usage usage = {"cx-index",
    "[--search] [-c CONFIG] (-o DIR | --stage DIR) [FILE...]\n"
    "--commit DIR [ID]\n"
    "--cat DIR",
    "write atom records as index files", options};

static void
print_records(const char *path)
{
	static const char *const name[] = {"manifest.json"};
	struct cx_publisher p = {.mode = CX_COMMIT, .path = path};
	struct cx_reader *reader;
	struct cx_record rec;
	int fd, gen;

	cx_publisher_open(&p);
	gen = cx_gen_files(p.fd, name, 1, &fd, NULL);
	if (gen < 0 && errno == ENOENT)
		cx_die(CX_FAIL, "%s: no index there; make one with cx rebuild",
		    path);
	if (gen < 0)
		cx_die(CX_FAIL, "%s: %s", path, strerror(errno));
	close(gen);
	close(p.fd);
	reader = cx_reader_fd(fd, name[0]);
	while (cx_reader_line(reader, &rec)) {
		cx_buf_str(cx_out(), rec.line);
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	cx_reader_close(reader);
}

static void
write_index(struct cx_publisher *p, const char *config_file, bool search,
    char *const *files, int n)
{
	struct cx_config *config = cx_config_load(config_file);
	struct index ix = {.keys = NULL};
	char digest[CX_DIGEST_HEX + 1];
	struct cx_stage *stage;

	cx_config_digest(config, digest);
	if (search)
		ix.search = cx_search_build_new(config);
	index_read(&ix, files, n);
	cx_publisher_open(p);
	stage = cx_stage_new(p->fd);
	index_write(&ix, stage, digest);
	cx_publisher_end(p, stage);
	index_release(&ix);
	cx_config_free(config);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args(&usage, argc, argv);
	struct cx_publisher p = {.mode = CX_NOWHERE};
	const char *config = NULL, *cat = NULL;
	bool search = false;
	int c;

	while ((c = cx_args_next(&a)) != 0) {
		switch (c) {
		case 'o':
			cx_publisher_set(&p, &a, CX_OUT);
			break;
		case CX_LONG + OPT_STAGE:
			cx_publisher_set(&p, &a, CX_STAGE);
			break;
		case CX_LONG + OPT_COMMIT:
			cx_publisher_set(&p, &a, CX_COMMIT);
			break;
		case CX_LONG + OPT_CAT:
			cat = a.value;
			break;
		case CX_LONG + OPT_SEARCH:
			search = true;
			break;
		default:
			config = a.value;
			break;
		}
	}
	if (!cat == (p.mode == CX_NOWHERE))
		cx_usage_die(&a, "one of -o, --stage, --commit and --cat says "
		    "what to do");
	if (search && (cat || p.mode == CX_COMMIT))
		cx_usage_die(&a, "--search goes with -o and --stage");
	if (cat && a.argc > 0)
		cx_usage_die(&a, "--cat takes no operand, not '%s'",
		    a.argv[0]);
	if (p.mode == CX_COMMIT && a.argc > 1)
		cx_usage_die(&a, "--commit takes one id, not also '%s'",
		    a.argv[1]);
	if (cat) {
		print_records(cat);
	} else if (p.mode == CX_COMMIT) {
		cx_publisher_open(&p);
		cx_publisher_commit(&p, a.argc ? a.argv[0] : NULL);
	} else {
		write_index(&p, config, search, a.argv, a.argc);
	}
	return cx_finish();
}
