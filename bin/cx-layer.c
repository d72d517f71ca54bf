/* cx-layer - partition records into hot, warm and cold by date */
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/index/publisher.h"
#include "lib/record/layerfiles.h"

static struct cx_publisher publisher;
static const char *only_layers;
static int64_t hot_days = -1, warm_days = -1;

static const struct cx_opt options[] = {
    CX_PUBLISHER_OPTIONS(publisher),
    CX_OPT_TEXT(0, "only", "LAYER,...", only_layers,
	"print only the records of these layers"),
    CX_OPT_INT(0, "hot", "DAYS", hot_days, 0, INT32_MAX,
	"maximum age of a hot note, in days (2)"),
    CX_OPT_INT(0, "warm", "DAYS", warm_days, 0, INT32_MAX,
	"maximum age of a warm note, in days (7)"),
    CX_OPT_NOW, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-layer",
    "[-c CONFIG] [--only LAYER,...] [--hot DAYS] [--warm DAYS] "
    "[--now DATE] "
    "[-o DIR | --stage DIR] [FILE...]\n"
    "--commit DIR [ID]",
    "partition records into hot, warm and cold by date", options, false};

/* --- records in, records out --- */

static void
annotate(struct cx_layers *layers, unsigned only, char *const *files, int n)
{
	static const char *const json[CX_LAYERS] = {"\"hot\"", "\"warm\"",
	    "\"cold\""};
	struct cx_reader *reader = cx_layers_read(layers,
	    cx_reader_open(files, n));
	struct cx_record rec;

	while (cx_reader_next(reader, &rec)) {
		struct cx_member member = {"layer", {NULL, 0}};
		enum cx_layer layer;

		/* What is gone has no layer: it passes as it is, or not. */
		if (cx_record_gone(&rec)) {
			if (only)
				continue;
			cx_buf_str(cx_out(), rec.line);
		} else {
			layer = cx_layer_of(layers, cx_record_updated(&rec));
			if (only && !(only >> layer & 1))
				continue;
			member.value = cx_str(json[layer]);
			cx_record_put(cx_out(), rec.line, &member, 1);
		}
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	cx_reader_close(reader);
}

/* A bit per layer of "hot,warm". */
static unsigned
parse_only(const struct cx_args *a)
{
	struct cx_str rest = cx_str(only_layers), name;
	unsigned only = 0;

	while (cx_str_split(&rest, ',', &name)) {
		enum cx_layer layer = cx_layer_named(name);

		if (layer == CX_LAYERS)
			cx_usage_die(a, "--only must be one of hot, warm and "
			    "cold, not '%.*s'", (int)name.len, name.s);
		only |= 1u << layer;
	}
	if (!only)
		cx_usage_die(a, "--only needs layer names, such as hot,warm");
	return only;
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	unsigned only = only_layers ? parse_only(&a) : 0;
	struct cx_config *config;
	struct cx_layers layers;
	struct cx_stage *stage;

	if (publisher.mode != CX_NOWHERE && only)
		cx_usage_die(&a, "--only selects records of a stream; -o "
		    "writes all layers");
	if (publisher.mode == CX_COMMIT) {
		cx_publisher_commit_asked(&publisher, &a, NULL);
		return cx_finish();
	}
	if (publisher.mode == CX_NOWHERE)
		cx_only_read(-1, false);
	config = cx_config_load(cx_common.config);
	layers = cx_layers_init(config, hot_days, warm_days);
	cx_config_free(config);
	if (publisher.mode == CX_NOWHERE) {
		annotate(&layers, only, a.argv, a.argc);
	} else {
		cx_publisher_open(&publisher);
		stage = cx_stage_new(publisher.fd);
		cx_layer_files_of(&layers, a.argv, a.argc, stage);
		cx_publisher_end(&publisher, stage);
	}
	return cx_finish();
}
