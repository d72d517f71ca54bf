#include "lib/record/layer.h"
#include "lib/base/date.h"
#include "lib/base/err.h"
#include "lib/base/platform.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const char *const cx_layer_names[CX_LAYERS] = {"hot", "warm", "cold"};

struct cx_layers
cx_layers_init(const struct cx_config *config, int64_t hot, int64_t warm)
{
	struct cx_layers l;

	l.hot = hot >= 0 ? hot : cx_config_int(config, "layers", "hot");
	l.warm = warm >= 0 ? warm : cx_config_int(config, "layers", "warm");
	l.today = cx_today();
	l.relative = cx_config_bool(config, "layers", "newest");
	l.newest = CX_NO_DAY;
	if (l.hot > l.warm)
		cx_die(CX_USAGE, "hot is %lld days and warm %lld; hot is the "
		    "smaller one", (long long)l.hot, (long long)l.warm);
	return l;
}

void
cx_layers_see(struct cx_layers *l, int64_t day)
{
	if (l->relative && day <= l->today && day > l->newest)
		l->newest = day;
}

struct cx_reader *
cx_layers_read(struct cx_layers *l, struct cx_reader *r)
{
	CX_AUTO_BUF lines = CX_BUF_INIT;
	struct cx_record rec;
	int fd;

	if (!l->relative)
		return r;
	while (cx_reader_next(r, &rec)) {
		if (!cx_record_gone(&rec))
			cx_layers_see(l,
			    cx_updated_day(cx_record_updated(&rec)));
		cx_buf_str(&lines, rec.line);
		cx_buf_char(&lines, '\n');
	}
	cx_reader_close(r);
	fd = cx_memory_file("records");
	if (fd < 0 || cx_write_all(fd, lines.s, lines.len) != 0 ||
	    lseek(fd, 0, SEEK_SET) != 0)
		cx_die(CX_FAIL, "cannot keep the records: %s",
		    strerror(errno));
	return cx_reader_fd(fd, "(records)");
}

int64_t
cx_updated_day(struct cx_str updated)
{
	struct cx_date d;

	return cx_date_parse(updated, &d) ? d.day : CX_NO_DAY;
}

enum cx_layer
cx_layer_of(const struct cx_layers *l, struct cx_str updated)
{
	return cx_layer_of_day(l, cx_updated_day(updated));
}

enum cx_layer
cx_layer_of_day(const struct cx_layers *l, int64_t day)
{
	int64_t age;

	if (day == CX_NO_DAY)
		return CX_COLD;
	age = (l->newest == CX_NO_DAY ? l->today : l->newest) - day;
	if (age <= l->hot)
		return CX_HOT;
	return age <= l->warm ? CX_WARM : CX_COLD;
}

enum cx_layer
cx_layer_named(struct cx_str name)
{
	int i = 0;

	while (i < CX_LAYERS && !cx_str_is(name, cx_layer_names[i]))
		i++;
	return (enum cx_layer)i;
}
