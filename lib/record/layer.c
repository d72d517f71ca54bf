#include "lib/record/layer.h"
#include "lib/base/date.h"
#include "lib/base/err.h"

const char *const cx_layer_names[CX_LAYERS] = {"hot", "warm", "cold"};

struct cx_layers
cx_layers_init(const struct cx_config *config, int64_t hot, int64_t warm)
{
	struct cx_layers l;

	l.hot = hot >= 0 ? hot : cx_config_int(config, "layers", "hot");
	l.warm = warm >= 0 ? warm : cx_config_int(config, "layers", "warm");
	l.today = cx_today();
	if (l.hot > l.warm)
		cx_die(CX_USAGE, "hot is %lld days and warm %lld; hot is the "
		    "smaller one", (long long)l.hot, (long long)l.warm);
	return l;
}

enum cx_layer
cx_layer_of(const struct cx_layers *l, struct cx_str updated)
{
	struct cx_date d;

	if (!cx_date_parse(updated, &d))
		return CX_COLD;
	return cx_layer_of_day(l, d.day);
}

enum cx_layer
cx_layer_of_day(const struct cx_layers *l, int64_t day)
{
	int64_t age;

	if (day == CX_NO_DAY)
		return CX_COLD;
	age = l->today - day;
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
