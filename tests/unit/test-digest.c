/* BLAKE2b-256 against RFC 7693 and against b2sum -l 256. */
#include "lib/base/digest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
check(const void *s, size_t len, const char *want)
{
	struct cx_digest d;
	char hex[CX_DIGEST_HEX + 1];

	cx_digest_init(&d);
	cx_digest_add(&d, s, len);
	cx_digest_hex(&d, hex);
	assert_string_equal(hex, want);
}

/* Values of b2sum -l 256 (coreutils 9.1). */
static void
known(void **state)
{
	char *x = malloc(1000);

	(void)state;
	check("", 0, "0e5751c026e543b2e8ab2eb06099daa1"
	    "d1e5df47778f7787faab45cdf12fe3a8");
	check("abc", 3, "bddd813c634239723171ef3fee98579b"
	    "94964e3bb1cb3e427262c8c068d52319");
	assert_non_null(x);
	memset(x, 'x', 1000);
	check(x, 127, "32afe327aece2cc8275e868be2ea9294"
	    "10f47bcfbac87d8197d92c972a290d3d");
	check(x, 128, "164ffb7089bae6f5a62fb0795e751dc9"
	    "e88eac92e1a5b2fafe93a25abf2d9c3b");
	check(x, 129, "03b0758fa71d249c846c2304a2b9996e"
	    "6ae66ffa7e5528f9e612e089a360fc8d");
	check(x, 256, "cb9d468022b930d52da4d9b0226ef9c9"
	    "97e0acc119eeb08afefb8219bc53972b");
	check(x, 1000, "ab75119ede14ef06ebf31f745fb655ed"
	    "006cccfe8054c635308a557f7c9beaba");
	free(x);
}

/* RFC 7693, appendix E: a digest over digests of inputs made by a small
 * generator; the published value covers BLAKE2b with 20, 32, 48 and 64 bytes
 * and keys, so only its unkeyed inputs of 32 bytes are taken here, with the
 * total from b2sum. */
static void
generator(unsigned char *out, size_t len, uint32_t seed)
{
	uint32_t a = 0xDEAD4BAD * seed, b = 1, t;

	for (size_t i = 0; i < len; i++) {
		t = a + b;
		a = b;
		b = t;
		out[i] = (unsigned char)(t >> 24);
	}
}

static void
rfc_inputs(void **state)
{
	static const size_t lengths[] = {0, 3, 128, 129, 255, 1024};
	unsigned char in[1024], one[CX_DIGEST_SIZE];
	struct cx_digest all, d;
	char hex[CX_DIGEST_HEX + 1];

	(void)state;
	cx_digest_init(&all);
	for (size_t i = 0; i < 6; i++) {
		generator(in, lengths[i], (uint32_t)lengths[i]);
		cx_digest_init(&d);
		cx_digest_add(&d, in, lengths[i]);
		cx_digest_end(&d, one);
		cx_digest_add(&all, one, sizeof one);
	}
	cx_digest_hex(&all, hex);
	assert_string_equal(hex, "4f115497d72f1ccb3d237329babe5088"
	    "0012733139e76a227f62b1ee64cd03e4");
}

/* However the input is cut, the digest is the same. */
static void
pieces(void **state)
{
	unsigned char in[1024];
	char want[CX_DIGEST_HEX + 1], got[CX_DIGEST_HEX + 1];
	struct cx_digest d;

	(void)state;
	generator(in, sizeof in, 7);
	cx_digest_init(&d);
	cx_digest_add(&d, in, sizeof in);
	cx_digest_hex(&d, want);
	for (size_t step = 1; step <= 300; step++) {
		cx_digest_init(&d);
		for (size_t at = 0; at < sizeof in; at += step)
			cx_digest_add(&d, in + at, sizeof in - at < step
			    ? sizeof in - at : step);
		cx_digest_hex(&d, got);
		assert_string_equal(got, want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(known), cmocka_unit_test(rfc_inputs),
	    cmocka_unit_test(pieces)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
