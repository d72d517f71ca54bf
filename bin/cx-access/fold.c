/* fold: one line an atom. */
#include "cx-access.h"

#include <stdlib.h>

int
cmd_fold(const struct options *o, const struct cx_args *a)
{
	struct cx_config *config = cx_config_load(cx_common.config);
	double half_life = cx_config_num(config, "rank",
	    "activation_half_life");
	struct cx_tally t = {.n = 0};
	uint32_t *order;

	cx_config_free(config);
	read_logs(&t, NULL, o, a);
	order = tally_by_path(&t);
	for (size_t i = 0; i < t.n; i++) {
		const struct cx_tally_atom *atom = &t.atoms[order[i]];

		if (!cx_tally_told(atom))
			continue;
		print_fold(cx_out(), atom, half_life);
		cx_out_record();
	}
	free(order);
	cx_tally_release(&t);
	return cx_finish();
}
