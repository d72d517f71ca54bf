/* replay.c: runs a fuzz target once on each file named. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		static uint8_t data[1 << 20];
		FILE *f = fopen(argv[i], "rb");
		uint8_t *exact;
		size_t n;

		if (!f) {
			fprintf(stderr, "%s: %s\n", argv[i], strerror(errno));
			return 1;
		}
		n = fread(data, 1, sizeof data, f);
		fclose(f);
		/* A copy of the exact size, so that reading beyond it shows
		 * under the sanitizers. */
		exact = malloc(n ? n : 1);
		if (!exact)
			return 1;
		memcpy(exact, data, n);
		LLVMFuzzerTestOneInput(exact, n);
		free(exact);
	}
	printf("%d inputs\n", argc - 1);
	return 0;
}
