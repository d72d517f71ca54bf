/* Secrets: every shape, where it must be seen and where it must not. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "lib/base/mem.h"
#include "lib/secret/secrets.h"

/* Samples stand in pieces, so that scanners of repositories let them be. */
#define A36 "abcdefghijABCDEFGHIJ0123456789abcdef"
#define A24 "abcdefABCDEF0123456789ab"

/* [kind:secret] for each finding. */
static void
expect(const char *text, const char *want)
{
	struct cx_secrets s = cx_secrets(cx_str(text), NULL, 0);
	struct cx_buf b = CX_BUF_INIT;
	struct cx_secret f;

	while (cx_secrets_next(&s, &f)) {
		assert_true(f.len > 0 && f.at + f.len <= strlen(text));
		cx_buf_fmt(&b, "[%s:%.*s]", f.kind, (int)f.len, text + f.at);
	}
	assert_string_equal(cx_buf_cstr(&b), want);
	cx_buf_release(&b);
	cx_secrets_release(&s);
}

static void
none(const char *text)
{
	expect(text, "");
}

/* Alone, in a sentence, quoted, and not when it is part of a word. */
static void
shape(const char *kind, const char *secret)
{
	static const char *const before[] = {"", "the key is ", "\"", "(", "=",
	    "\n", "\xC3\xA9 ", "key:", "x/"};
	struct cx_buf b = CX_BUF_INIT, want = CX_BUF_INIT;

	cx_buf_fmt(&want, "[%s:%s]", kind, secret);
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "%s%s", before[i], secret);
		expect(cx_buf_cstr(&b), cx_buf_cstr(&want));
		cx_buf_puts(&b, "\" and so on");
		expect(cx_buf_cstr(&b), cx_buf_cstr(&want));
	}
	b.len = 0;
	cx_buf_fmt(&b, "z%s", secret);
	none(cx_buf_cstr(&b));
	/* One character less is not a secret. */
	b.len = 0;
	cx_buf_fmt(&b, "%.*s", (int)strlen(secret) - 1, secret);
	none(cx_buf_cstr(&b));
	cx_buf_release(&b);
	cx_buf_release(&want);
}

static void
issuers(void **state)
{
	(void)state;
	shape("AWS access key", "AK" "IAIOSFODNN7EXAMPLE");
	shape("AWS access key", "AS" "IAIOSFODNN7EXAMPLE");
	shape("GitHub token", "gh" "p_" A36);
	shape("GitHub token", "gh" "o_" A36);
	shape("GitHub token", "gh" "u_" A36);
	shape("GitHub token", "gh" "s_" A36);
	shape("GitHub token", "gh" "r_" A36);
	shape("GitHub token", "github" "_pat_" "11ABCDEFG0abcdefghi_");
	shape("OpenAI or Anthropic key", "s" "k-abcdefghij0123456789");
	shape("Stripe key", "s" "k_live_" A24);
	shape("Stripe key", "r" "k_test_" A24);
	shape("Stripe secret", "whs" "ec_abcdef0123456789");
	shape("GitLab token", "glp" "at-abcdefghij0123456789");
	shape("Slack token", "xo" "xb-1234567890");
	shape("Slack token", "xo" "xp-abcdefghi0");
	shape("Google key", "AI" "zaabcdefghijABCDEFGHIJ0123456789abcde");
	shape("npm token", "np" "m_" A36);
	shape("Hugging Face token", "h" "f_abcdefghijABCDEFGHIJ");
	expect("s" "k-proj-abcdefghijABCDEFGHIJ-_0",
	    "[OpenAI or Anthropic key:s" "k-proj-abcdefghijABCDEFGHIJ-_0]");
	expect("s" "k-ant-api03-abcdefghijABCDEFGHIJ",
	    "[Anthropic key:s" "k-ant-api03-abcdefghijABCDEFGHIJ]");
	expect("use s" "k-aaaaaaaaaaaaaaaaaaaa",
	    "[OpenAI or Anthropic key:s" "k-aaaaaaaaaaaaaaaaaaaa]");
	/* Longer than an access key is none. */
	none("AK" "IAIOSFODNN7EXAMPLEX");
	none("AK" "IAiosfodnn7example");
	none("sk-learn-compatible-estimator-classes");
	none("a task-force-of-people-with-long-names");
	none("hf_model_name_for_the_tokenizer");
}

static void
structures(void **state)
{
	(void)state;
	expect("a ey" "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def b",
	    "[JWT:ey" "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def]");
	none("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0");
	none("eyJ.eyJ.eyJ");
	none("key" "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def");

#define KEY(kind) "-----BEGIN " kind "PRIVATE KEY-----\nMIIabc\n"             \
	"-----END " kind "PRIVATE KEY-----"
#define PRIVATE(kind) expect("see " KEY(kind) " there",                       \
	"[private key:" KEY(kind) "]")
	PRIVATE("");
	PRIVATE("RSA ");
	PRIVATE("DSA ");
	PRIVATE("EC ");
	PRIVATE("OPENSSH ");
	PRIVATE("ENCRYPTED ");
	expect("-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n",
	    "[private key:-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n]");
	none("-----BEGIN PUBLIC KEY-----\nMIIabc\n-----END PUBLIC KEY-----");
	none("-----BEGIN CERTIFICATE-----");

	expect("postgres://app:hunter2@db/x",
	    "[password in a URL:app:hunter2]");
	expect("redis://:s3cret@h", "[password in a URL::s3cret]");
	none("https://user:password@example.org");
	none("postgres://postgres:postgres@localhost/db");
	none("https://host:8080/a@b");
	none("https://user@host/x:y");
	none("https://user:${PASS}@host");
	none("https://<user>:<password>@host");
	none("see http://a:b and c@d.org");

	expect("Authorization: Bearer abc123def456",
	    "[bearer token:abc123def456]");
	expect("\"authorization\": \"bearer abc123def456\"",
	    "[bearer token:abc123def456]");
	none("Authorization: Bearer <token>");
	none("Authorization: Bearer $TOKEN_1234");
	none("Authorization: Bearer tokens are short-lived");
}

/* The look at three bytes that goes before all lets each beginning pass. */
static void
beginnings(void **state)
{
	/* In two pieces, for whoever looks for secrets in this file. */
	static const char *const known[][2] = {{"AK", "IA"}, {"AS", "IA"},
	    {"AI", "za"}, {"gh", "p_"}, {"gh", "o_"}, {"gh", "u_"},
	    {"gh", "s_"}, {"gh", "r_"}, {"github_", "pat_"}, {"glp", "at-"},
	    {"hf", "_"}, {"np", "m_"}, {"rk_", "live_"}, {"rk_", "test_"},
	    {"sk_", "live_"}, {"sk_", "test_"}, {"sk", "-"}, {"whs", "ec_"},
	    {"xo", "xa-"}, {"xo", "xb-"}, {"xo", "xp-"}, {"xo", "xr-"},
	    {"xo", "xs-"}};
	static const char *const words[] = {"password", "passwd",
	    "passphrase", "pwd", "secret", "token", "apikey", "api_key",
	    "api-key", "api key"};
	struct cx_secret one;
	struct cx_secrets s;
	char text[128];

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		snprintf(text, sizeof text, "%s%s%s", known[i][0],
		    known[i][1], i < 2 ? "ABCDEFGH12345678" : A36);
		s = cx_secrets(cx_str(text), NULL, 0);
		assert_true(cx_secrets_next(&s, &one));
		assert_int_equal(one.at, 0);
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (int upper = 0; upper < 4; upper++) {
			snprintf(text, sizeof text, "%s=abc123DEF456",
			    words[i]);
			for (size_t k = 0; upper && k < strlen(words[i]); k++)
				if (upper == 3 || k % 2 + 1 == (size_t)upper)
					text[k] = (char)toupper(
					    (unsigned char)text[k]);
			s = cx_secrets(cx_str(text), NULL, 0);
			assert_true(cx_secrets_next(&s, &one));
			assert_int_equal(one.at, strlen(words[i]) + 1);
		}
}

static void
assigned(void **state)
{
	(void)state;
	expect("password=hunter2hunter2", "[password:hunter2hunter2]");
	expect("passwd: s3cr3t!pass", "[password:s3cr3t!pass]");
	expect("pwd = Tr0ub4dor&3", "[password:Tr0ub4dor&3]");
	expect("DB_PASSWORD='p@ss word 9'", "[password:p@ss word 9]");
	expect("{\"password\": \"abc12345\"}", "[password:abc12345]");
	expect("{\\\"password\\\": \\\"abc12345\\\"}", "[password:abc12345]");
	expect("client_secret: 8f14e45fceea167a",
	    "[secret:8f14e45fceea167a]");
	expect("SECRET := q9w8e7r6t5", "[secret:q9w8e7r6t5]");
	expect("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPx",
	    "[secret:wJalrXUtnFEMI/K7MDENG/bPx]");
	expect("token: abcdef123456", "[token:abcdef123456]");
	expect("api_key=abc123abc123, next", "[API key:abc123abc123]");
	expect("API-Key: abc123abc123", "[API key:abc123abc123]");
	expect("api key: abc123abc123", "[API key:abc123abc123]");
	expect("apikey: aBcDeFgHiJkL", "[API key:aBcDeFgHiJkL]");
	expect("**Password:** hunter22!", "[password:hunter22!]");
	expect("token=gh" "p_" A36, "[GitHub token:gh" "p_" A36 "]");
	expect("password=12345678", "[password:12345678]");
	expect("token: aaa111bbb password: ccc222ddd",
	    "[token:aaa111bbb][password:ccc222ddd]");
	none("password=short1");
	none("token: JWT-based");
	none("secret: never-trust-client");
	none("token: stateless");
	none("password: required, at least twelve characters");
	none("token = getAccessToken()");
	none("password = process.env.DB_PASSWORD");
	none("token: ${{ secrets.GITHUB_TOKEN1 }}");
	none("password: <your-password-1>");
	none("password=$PASSWORD_1");
	none("password: ********");
	none("tokens: abcdef123456");
	none("tokenizer: abcdef123456");
	none("token:\nabcdef123456");
	none("the token abcdef123456");
	none("secret: HS256-signed");
	none("token: 2026-04-15");
	none("token: 2026-04-15T12:00:00Z");
	none("pwd: /home/user1/project");
	none("Culture=neutral, PublicKeyToken=31bf3856ad364e35");
	none("log=^USER1&pwd=^PASS1^&x");
	none("password=\"THEENCRYPTEDPASSWORDFROMABOVE\"");
	none("token = Token.objects.create(user=user1)");
	expect("password = 'ab1(cd2)ef'", "[password:ab1(cd2)ef]");
	none("token: https://auth.example.com/v2/token1");
}

static void
keys(void **state)
{
	(void)state;
	expect("RAILS_MASTER_KEY=0c6d1f8a9b3e7f42",
	    "[key:0c6d1f8a9b3e7f42]");
	expect("hmacKey: 'Zm9vYmFyMTIz+/4xQz=='",
	    "[key:Zm9vYmFyMTIz+/4xQz==]");
	expect("encryption key: 0c6d 1f8a 9b3e 7f42 and",
	    "[key:0c6d 1f8a 9b3e 7f42]");
	expect("encryption_key=k8Qz1vLm", "[key:k8Qz1vLm]");
	none("some_key=k8Qz1vLm");
	none("public_key=0c6d1f8a9b3e7f420c6d1f8a9b3e7f42");
	none("primary key: 0c6d1f8a9b3e7f42");
	none("key: 550e8400-e29b-41d4-a716-446655440000");
	none("key: SHA256:p2QAMXNIC1TJYWeIOttrVc98R1BUFWu3LiyKgUfQM");
	expect("PIN: 4711", "[PIN:4711]");
	none("PIN: 47110815123");
	none("spin: 4711");
	expect("SSN 512-34-8765.", "[social security number:512-34-8765]");
	expect("db:5432:shop:app:k8Qz1vLm4RtYw",
	    "[password:k8Qz1vLm4RtYw]");
	none("db:5432:shop:app:password");
	expect("recovery codes:\n- 1a2b3-4c5d6\n- 7e8f9-0a1b2\nend",
	    "[recovery code:1a2b3-4c5d6\n- 7e8f9-0a1b2]");
}

/* A name that ends in pass is judged as password is, where no test may pass. */
static void
passes(void **state)
{
	(void)state;
	expect("[smtp]\npass = \"moor-Ralle-77\"", "[password:moor-Ralle-77]");
	expect("vault_become_pass: Lachmoewe_k3", "[password:Lachmoewe_k3]");
	expect("redis-pass: 4kBirkenrinde", "[password:4kBirkenrinde]");
	expect("smtpPass: 'teich_rohr_5'", "[password:teich_rohr_5]");
	none("pass: 12, fail: 0");
	none("pass: true");
	none("pass: see vault");
	none("pass: ok");
	none("First pass: parse2html-v3 of all");
	none("two-pass: encoder2-x264");
	none("PASS: test_unit2.py::test_x");
	none("alias cdpass='cd $PASSES'");
}

/* What all may see: encrypted, public, or which key it is. */
static void
for_all(void **state)
{
#define SEALED "AgBx5q2JW9NqWB72goecKKcngxQi8KurtSykQR3QStlDO2i3VoIbCPgObj"
	(void)state;
	none("Key fingerprint = D85A 51CE 999C 7697 3768  75D3 FD05 42B8 8792 "
	    "EE91");
	none("My key: D85A 51CE 999C 7697 3768  75D3 FD05 42B8 8792 EE91");
	expect("encryption key: 0C6D 1F8A 9B3E 7F42 0C6D",
	    "[key:0C6D 1F8A 9B3E 7F42 0C6D]");
	none("applicationServerKey: \"" SEALED "\"");
	none("public_signing_key = \"" SEALED "\"");
	none("publicToken: \"0c6d1f8a9b3e7f420c6d\"");
	expect("VAPID_PRIVATE_KEY=" SEALED, "[key:" SEALED "]");
	none("password: ENC[AES256_GCM,data:xKJnbuQJIJvrQlro,iv:kG+drXN9pBeCGd"
	    "iQRIHo4u3mn/RvNZYIeU0K4ltxVsQ=,tag:dEm7EfHjeMX==,type:str]");
	none("db.password=ENC(pJ718UuyPE5bHyWKyuLQSm02auQPUtm)");
	none("secret: vault:v1:8SDd3WHDOjf7mq69CyCqYjBXAiQQAVZR==");
	none("db_password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  62313365");
	none("spec:\n  encryptedData:\n    password: " SEALED SEALED SEALED
	    SEALED);
	expect("spec:\n  data:\n    password: " SEALED SEALED SEALED SEALED,
	    "[password:" SEALED SEALED SEALED SEALED "]");
}

/* All of it, where more than the first part is secret. */
static void
whole(void **state)
{
#define ID "AK" "IAZ2G7YQ3ENL64QWXY"
#define B40 "7bKk9Xq4DEaEwot2KhD+CtnNJPJbexTATT326fYT"
#define B30 "qW4sOkbnfqPpHoGItRgAV2d3C8XRaZ"
#define LINE "AAAAIPq3t5Jc0bV1x7Jd2rWkYb8gQm4u6nEoZs1vHhTfLpXz"
#define HEAD "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
#define BODY "eyJzdWIiOiJvdHRvIiwiaWF0IjoxNzY0MDAwMDAwfQ"
	(void)state;
	expect("the deploy user: " ID " / " B40,
	    "[AWS access key:" ID " / " B40 "]");
	expect("key " ID ":" B40, "[AWS access key:" ID ":" B40 "]");
	expect(ID " / the key", "[AWS access key:" ID "]");
	expect("LT" "AI5tabcOF3h8qQQRrr7jX2 / " B30,
	    "[Alibaba Cloud access key:LT" "AI5tabcOF3h8qQQRrr7jX2 / " B30 "]");
	expect("Private-Lines: 2\r\n" LINE "\r\nAb3=\r\nPrivate-MAC: x",
	    "[private key:" LINE "\r\nAb3=]");
	none("Private-Lines: number-of-lines\nthat many lines of base64");
	expect("api_key: >-\n  0c6d1f8a9b3e7f42\n  9a8b7c6d5e4f3a2b\nnext: 1",
	    "[API key:0c6d1f8a9b3e7f42\n  9a8b7c6d5e4f3a2b]");
	expect("token: |\n  q9w8e7r6t5Zu\n\n  after",
	    "[token:q9w8e7r6t5Zu]");
	expect("password:\n  Kornweihe_91\n  more", "[password:Kornweihe_91]");
	expect(HEAD ".\n" BODY ".\n" B30, "[JWT:" HEAD ".\n" BODY ".\n" B30
	    "]");
	none(HEAD ".\nThe_payload_comes_next.And so on");
	none(HEAD "." BODY ".\nAnd so on");
}

/* Signs and letters that passwords have. */
static void
signs(void **state)
{
	(void)state;
	expect("password: Zander(8)Moor", "[password:Zander(8)Moor]");
	expect("**Password:** `Wendehals[77]Ast`",
	    "[password:Wendehals[77]Ast]");
	none("token = getUser(id).token");
	none("token = tokens[0]['x']");
	expect("## Password\n\nSchlei~4410~Fl\xC3\xB6te",
	    "[password:Schlei~4410~Fl\xC3\xB6te]");
	none("## Password\n\n\xC3\x9C" "bersicht-2024-M\xC3\xA4rz");
	none("## Password\n\nm\xC3\xBCssen\xE2\x89\xA5" "12Zeichen!");
}

/* Where a name and its value stand. */
static void
places(void **state)
{
	(void)state;
	expect("FROM x\nENV PG_PASSWORD 7gHolunder\n",
	    "[password:7gHolunder]");
	expect("setx DB_PASSWORD teich-99-rohr", "[password:teich-99-rohr]");
	none("the ENV DB_PASSWORD teich-99-rohr");
	none("ENV DB_PASSWORD $PW_TEICH_99");
	expect("<property name=\"db.password\">Bekassine41</property>",
	    "[password:Bekassine41]");
	expect("<entry key='password' type='x'>Bekassine41</entry>",
	    "[password:Bekassine41]");
	expect("<param name=\"password\" value=\"Moor-Otter-31\">no</param>",
	    "[password:Moor-Otter-31]");
	none("<label for=\"password\">Bekassine41</label>");
	none("<span id=\"password\">Forgot it?</span>");
	expect("curl -H \"x-acme-team: eKXm24eaKFjuSHlu7IpsD2\"",
	    "[API key:eKXm24eaKFjuSHlu7IpsD2]");
	expect("X-Auth-User: 0c6d1f8a9b3e7f429a8b",
	    "[API key:0c6d1f8a9b3e7f429a8b]");
	none("x-acme-team: platform-infrastructure-2");
	none("red-team: eKXm24eaKFjuSHlu7IpsD2");
	none("X-Auth-Email: otto@moor.example.org");
	expect("WLAN-Schl\xC3\xBCssel (FRITZ!Box): 7812 5434 2459 2743 1609",
	    "[password:7812 5434 2459 2743 1609]");
	none("WPA2 since 2004: 7812 5434");
	expect("GenieKey 2b13cecf-e862-4356-b8aa-f920c5607cbb",
	    "[Opsgenie key:2b13cecf-e862-4356-b8aa-f920c5607cbb]");
	expect("u+KmRaUxPf_uQlNyVTBh", "[PagerDuty key:u+KmRaUxPf_uQlNyVTBh]");
	none("u+averylongwordinone");
}

/* RFC 7517: a member of an object with "kty" that nobody else may have. */
static void
jwk(void **state)
{
#define D "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
	(void)state;
	expect("{\"kty\":\"OKP\",\"x\":\"" D "\",\"d\":\"" D "\"}",
	    "[private key:" D "]");
	expect("{\"d\": \"" D "\",\n \"p\" : \"" D "\", \"kty\": \"RSA\"}",
	    "[private key:" D "][private key:" D "]");
	expect("{\"kty\":\"oct\",\"k\":\"" D "\"}", "[private key:" D "]");
	none("{\"kty\":\"OKP\",\"x\":\"" D "\"}");
	none("{\"d\":\"" D "\"}, {\"kty\":\"EC\"}");
	expect("L4" "rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1",
	    "[Bitcoin key:L4" "rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8Tr"
	    "isoyY1]");
	none("L4" "rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1a");
}

/* Other languages, case included, and what ends a value in them. */
static void
languages(void **state)
{
	(void)state;
	expect("MOT DE PASSE : k8Qz1vLm4R", "[password:k8Qz1vLm4R]");
	expect("CONTRASE\xC3\x91" "A: k8Qz1vLm4R", "[password:k8Qz1vLm4R]");
	expect("\xD0\x9F\xD0\x90\xD0\xA0\xD0\x9E\xD0\x9B\xD0\xAC: k8Qz1vLm4R",
	    "[password:k8Qz1vLm4R]");
	expect("\xE5\xAF\x86\xE7\xA0\x81\xE6\x98\xAFk8Qz1vLm4R\xE3\x80\x82",
	    "[password:k8Qz1vLm4R]");
	none("\xE5\xAF\x87\xE7\xA0\x81\xE6\x98\xAFk8Qz1vLm4R");
	none("contrase\xC3\xB1" "as: 12 caracteres");
}

/* Read as what they mean, found where they are. */
static void
folded(void **state)
{
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	expect("pass\xE2\x80\x8Bword: k8Qz1vLm4R", "[password:k8Qz1vLm4R]");
	expect("password\xEF\xBC\x9Ak8Qz\xC2\xAD" "1vLm4R",
	    "[password:k8Qz\xC2\xAD" "1vLm4R]");
	expect("password=k8Qz1vLm4\xEF\xBC\xB2", /* a wide R */
	    "[password:k8Qz1vLm4\xEF\xBC\xB2]");
	expect("token = \"k8Qz1v\" +\n  \"Lm4RtYw\";",
	    "[token:k8Qz1v\" +\n  \"Lm4RtYw]");
	expect("TOKEN=\\\n  k8Qz1vLm4R", "[token:k8Qz1vLm4R]");
	none("pass\xE2\x80\x94word: k8Qz1vLm4R");
	assert_true(cx_secrets_redact(&b, CX_STR("a\xC2\xA0password="
	    "\xEF\xBD\x8B" "8Qz1vLm4R\xE2\x80\x8B b"), NULL, 0, NULL, NULL));
	assert_string_equal(cx_buf_cstr(&b),
	    "a\xC2\xA0password=[REDACTED]\xE2\x80\x8B b");
	cx_buf_release(&b);
}

static void
cards(void **state)
{
	/* The first and the last of each issuer's range, and those beside it,
	 * all with the digit that Luhn's test wants. */
	static const char *const good[] = {"4739401826573016",
	    "5173940182657301", "5573940182657307", "2221739401826575",
	    "2720739401826571", "347394018265735", "377394018265738",
	    "30073940182653", "30573940182652", "36739401826574",
	    "38739401826572", "39739401826571", "6447394018265731",
	    "6597394018265739", "3528739401826573", "3589739401826579",
	    "6273940182657308", "5073940182657302", "5673940182657306",
	    "5873940182657304", "6373940182657307", "6773940182657303"};
	static const char *const bad[] = {"5973940182657303",
	    "2220739401826576", "2721739401826570", "35739401826575",
	    "337394018265737", "30673940182650", "6012739401826579",
	    "6437394018265733", "6673940182657304", "3527739401826574",
	    "3590739401826576", "6173940182657309"};
	char want[64];

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		snprintf(want, sizeof want, "[card number:%s]", good[i]);
		expect(good[i], want);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		none(bad[i]);
	expect("card 4111111111111111.", "[card number:4111111111111111]");
	expect("4111 1111 1111 1111", "[card number:4111 1111 1111 1111]");
	expect("4111-1111-1111-1111 2026",
	    "[card number:4111-1111-1111-1111]");
	expect("amex 3782 822463 10005", "[card number:3782 822463 10005]");
	expect("378282246310005", "[card number:378282246310005]");
	expect("4222222222222", "[card number:4222222222222]");
	expect("https://a.example/pay?card=4222222222222",
	    "[card number:4222222222222]");
	expect("see /4222222222222", "[card number:4222222222222]");
	expect("id=4222222222222", "[card number:4222222222222]");
	expect("https://a.example/call?call-id=4222222222222", "");
	expect("[x](https://a.example/4222222222222/x)", "");
	expect("5555555555554444", "[card number:5555555555554444]");
	expect("2223003122003222", "[card number:2223003122003222]");
	expect("6011111111111117", "[card number:6011111111111117]");
	none("4111111111111112");
	none("0.4111111111111111");
	none("a4111111111111111");
	none("4111111111111111f");
	none("4111 1111 11111111");
	none("4111-1111 1111-1111");
}

/* What public notes have, and beside it what must still be found. */
static void
neighbours(void **state)
{
#define JWT "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJraW0ifQ.k8Qz1vLm4RtYw2Nx7Pb5"
#define FAR "AB12cd34EF56gh78AB12cd34EF56gh78AB12cd34EF56gh78AB12cd34EF56gh78"
	static const char *const notes[][3] = {
	    /* code */
	    {"token = Hash::make($r->pass1)", "token = k8Qz::1vLm4R",
	    "[token:k8Qz::1vLm4R]"},
	    {"token = b64encode(dumps(h))", "token = k8Qz1vLm4RtY",
	    "[token:k8Qz1vLm4RtY]"},
	    {"token = md5($id).rand(10)", "token = k8Qz1vLm4RtY",
	    "[token:k8Qz1vLm4RtY]"},
	    {"token = headers.auth1?.split(' ')", "token = k8Qz1vLm?4RtY",
	    "[token:k8Qz1vLm?4RtY]"},
	    {"secret := &v1.Secret{}", "secret := &v1Secr8Qz",
	    "[secret:&v1Secr8Qz]"},
	    {"Password::min(8)->letters()", "password:: k8Qz1vLm4R",
	    "[password:k8Qz1vLm4R]"},
	    {"'password' => 'required|min:8'", "'password' => 'k8Qz|1vLm'",
	    "[password:k8Qz|1vLm]"},
	    {"--token '\"$RUNNER_T0KEN\"'", "--token '\"k8Qz1vLm4R\"'",
	    "[token:k8Qz1vLm4R]"},
	    {"password='\".$pwd1.\"'", "password='k8Qz.$1vLm.'",
	    "[password:k8Qz.$1vLm.]"},
	    {"pass = \"' OR '1'='1\"", "pass = \"k8Qz' OR 9\"",
	    "[password:k8Qz' OR 9]"},
	    {"password \\$DB_PASS1", "password: \\8Qz1vLm4R",
	    "[password:\\8Qz1vLm4R]"},
	    {"password=\"`cat /run/pass1`\"", "password=`k8Qz1vLm4R`",
	    "[password:k8Qz1vLm4R]"},
	    {"--password --dbname=db1", "--password -k8Qz1vLm4R",
	    "[password:-k8Qz1vLm4R]"},
	    /* names of something else */
	    {"App password: `kim360@example.com`", "password: kim360@k8Qz",
	    "[password:kim360@k8Qz]"},
	    {"hydra -P rockyou-10.txt host", "hydra -p rockyou-10.tXt host",
	    "[password:rockyou-10.tXt]"},
	    {"password: ~/.pgpass1", "password: ~k8Qz1vLm4R",
	    "[password:~k8Qz1vLm4R]"},
	    {"password: page_scroll=0", "password: page8scroll=0",
	    "[password:page8scroll=0]"},
	    {"--initial-cluster-token etcd-cluster-0",
	    "--token etcd-8c1u5ter-0", "[token:etcd-8c1u5ter-0]"},
	    {"kubectl get secret app-token-l9v7v", "secret k8Qz1vLm4R",
	    "[secret:k8Qz1vLm4R]"},
	    {"\"user_login\": \"Kimmac16\"", "login: Kimmac16",
	    "[password:Kimmac16]"},
	    {"Pin-Priority: 1001", "Pin: 1701", "[PIN:1701]"},
	    {"'key': 'cache:k8Qz1vLm4RtYw2Nx7Pb5'",
	    "'key': 'k8Qz1vLm4RtYw2Nx7Pb5'", "[key:k8Qz1vLm4RtYw2Nx7Pb5]"},
	    {"minisign_key = 'RWQf6LRCGA9i53mlYecO4IzT51TGPpvW'",
	    "some_key = 'RXQf6LRCGA9i53mlYecO4IzT51TGPpvW'",
	    "[key:RXQf6LRCGA9i53mlYecO4IzT51TGPpvW]"},
	    {"id 4c9711c8-240b-46f0-bdfb-4a290e0a8d17 is a token",
	    "k8Qz1vLm4RtYw2Nx7Pb5 is the token",
	    "[token:k8Qz1vLm4RtYw2Nx7Pb5]"},
	    {"pkcs11:token=Label;slot-id=1", "token=k8Qz1vLm4R;slot-id=1",
	    "[token:k8Qz1vLm4R]"},
	    {"\"id\": \"-" "y_i9QsswpXuCGaQXw6Z7\"",
	    "\"id\": \"" "y_i9QsswpXuCGaQXw6Z7\"",
	    "[PagerDuty key:y_i9QsswpXuCGaQXw6Z7]"},
	    {"postgres://app:STORAGE_KEY@db.internal/x",
	    "postgres://app:St0rage_Key@db.internal/x",
	    "[password in a URL:app:St0rage_Key]"},
	    {"http://$HOST1:8000@x", "http://$HOST1:8000x@db.internal",
	    "[password in a URL:$HOST1:8000x]"},
	    /* what was left out */
	    {"secretKey: wJal8Qz...YEKY", "secretKey: wJal8Qz..YEKY",
	    "[secret:wJal8Qz..YEKY]"},
	    {"PAT: `gh" "p_k8Qz1vLm4R`...", "the token is k8Qz1vLm4R.",
	    "[token:k8Qz1vLm4R]"},
	    {"Bearer " JWT "...", "Bearer " JWT ".", "[JWT:" JWT "]"},
	    {"https://oauth2:gh1_***@host.internal/",
	    "https://oauth2:gh1_**x8@host.internal/",
	    "[password in a URL:oauth2:gh1_**x8]"},
	    /* in addresses, pictures and dumps */
	    {"![](https://a.example/b.png?jwt=" JWT ")",
	    "https://a.example/b?jwt=" JWT, "[JWT:" JWT "]"},
	    {"https://a.example/s?zd_token=" JWT,
	    "https://a.example/s?id_token=" JWT, "[JWT:" JWT "]"},
	    {FAR "/cY3pw=w1920-h1080", "pw=w1920-h1080X",
	    "[password:w1920-h1080X]"},
	    {"00000010: 6230 6261 4235 6233 5567 5958",
	    "card 4111 1111 1111 1111 0728", ""},
	    {"smtp_pass = projects/58359/secrets/smtp-8Qz/versions/4",
	    "smtp_pass = k8Qz/58359/secrets/smtp",
	    "[password:k8Qz/58359/secrets/smtp]"},
	    {"password: in router 2a of k8s", "password: 0vz6ap3apubt",
	    "[password:0vz6ap3apubt]"},
	    {"https://a.example/private-beta?secret=none",
	    "otpauth://totp/a?secret=" "FVQMYUHYEQEQJVSU",
	    "[TOTP secret:FVQMYUHYEQEQJVSU]"},
	    {"Authorization: Basic cGxheTo=", /* play: */
	    "Authorization: Basic cGxheTprOFF6MXY=",
	    "[bearer token:cGxheTprOFF6MXY=]"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
		none(notes[i][0]);
		if (*notes[i][2])
			expect(notes[i][1], notes[i][2]);
	}
}

static void
not_secrets(void **state)
{
	char b[32];

	(void)state;
	none("");
	none("2026-04-15T12:00:00.000Z");
	none("da39a3ee5e6b4b0d3255bfef95601890afd80709");
	none("commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904");
	none("550e8400-e29b-41d4-a716-446655440000");
	none("41111111-1111-1111-4111-111111111111");
	none("e3b0c44298fc1c149afbf4c8996fb924"
	    "27ae41e4649b934ca495991b7852b855");
	/* A tenth of all moments in milliseconds pass Luhn's test. */
	for (int i = 0; i < 1000; i++) {
		snprintf(b, sizeof b, "1776254%06d", i * 997);
		none(b);
		snprintf(b, sizeof b, "1776254400%06d", i * 997);
		none(b);
		snprintf(b, sizeof b, "20260415%06d", i * 59);
		none(b);
	}
	none("Ticks : 638586236835683086, 637020702607132640");
	none("ISBN 9780306406157");
}

/* Excalidraw keeps a drawing as compressed base64: what occurs in it by chance
 * is no secret; in any other fence, or with any other text, it is. */
static void
drawings(void **state)
{
#define WIF "5" "JK3SPvWWAnDpf2gmf5Yw7pTGkS9Gcg1ZJvtQYLqJ1Hkm3sCJaZ"
	static const char *const parts[][2] = {
	    {"```compressed-json\n", "\n```\n"},
	    {"```compressed-json\r\n", "==\r\n```\r\n"},
	    {"```json\n", "\n```\n"},
	    {"```compressed-json\n", "\n"},
	    {"```compressed-json\na, b: ", "\n```\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct cx_buf b = CX_BUF_INIT;

		cx_buf_puts(&b, parts[i][0]);
		for (int n = 0; n < 64; n++)
			cx_buf_puts(&b, "N4Kg");
		cx_buf_puts(&b, "\n\n" WIF "\n\nAB/xy");
		cx_buf_puts(&b, parts[i][1]);
		expect(cx_buf_cstr(&b), i < 2 ? "" : "[Bitcoin key:" WIF "]");
		cx_buf_puts(&b, "and " WIF);
		expect(cx_buf_cstr(&b), i < 2 ? "[Bitcoin key:" WIF "]"
		    : "[Bitcoin key:" WIF "][Bitcoin key:" WIF "]");
		cx_buf_release(&b);
	}
	/* One key is no drawing. */
	expect("```compressed-json\n" WIF "\n```\n",
	    "[Bitcoin key:" WIF "]");
}

static void
shapes(void **state)
{
	struct cx_secret_shape own;
	struct cx_secrets s;
	struct cx_secret f;

	(void)state;
	assert_true(cx_secret_shape(CX_STR("acme_*8"), &own));
	s = cx_secrets(CX_STR("x acme_1234567 acme_12345678-9 y"), &own, 1);
	assert_true(cx_secrets_next(&s, &f));
	assert_int_equal(f.at, 15);
	assert_int_equal(f.len, 15);
	assert_string_equal(f.kind, "secret of a configured shape");
	assert_false(cx_secrets_next(&s, &f));
	assert_false(cx_secret_shape(CX_STR("acme_"), &own));
	assert_false(cx_secret_shape(CX_STR("acme_*"), &own));
	assert_false(cx_secret_shape(CX_STR("acme_*7"), &own));
	assert_false(cx_secret_shape(CX_STR("acme_*1000"), &own));
	assert_false(cx_secret_shape(CX_STR("acme_*8x"), &own));
	assert_false(cx_secret_shape(CX_STR("ac*8"), &own));
	assert_false(cx_secret_shape(CX_STR("_acme*8"), &own));
}

/* Texts on which looking ahead again and again would be quadratic: 16 times
 * the text may take 16 times as long, here up to 100 and what the clock does
 * not tell; a quadratic one takes many seconds. */
static double
cost(const char *piece, size_t n)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_secret f;
	struct cx_secrets s;
	struct timespec from, to;
	size_t found = 0;

	while (b.len < n)
		cx_buf_puts(&b, piece);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	s = cx_secrets(cx_buf_view(&b), NULL, 0);
	while (cx_secrets_next(&s, &f))
		found += f.len;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	assert_true(found <= b.len);
	cx_secrets_release(&s);
	cx_buf_release(&b);
	return (double)(to.tv_sec - from.tv_sec) * 1e9 +
	    (double)(to.tv_nsec - from.tv_nsec);
}

static void
linear(void **state)
{
	static const char *const pieces[] = {"eyJ-", "eyJ.", "eyJaaaaaaaaa.",
	    "token:", "token:a", "password=\"", "https://a:", "://", "@://a:b",
	    "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "s" "k-", "4111 ",
	    "authorization: bearer ", "token: 'x ", "gh" "p_", "-", "1", "a",
	    "token=token-", "sk" "-a ", " -pabc1234x ", "mysql -pabc1234x ",
	    " -u a:b1c2d3e ", "$6$", "cookie: a=", "password for ",
	    "<password>",
	    "Private-Lines: 1\n", "-team", "x-auth-",
	    "a_token: >\n  a1B2c3D4\n",
	    "<a name=\"token\" ", "ENV TOKEN ", "encryptedData: password: Ag",
	    "{\"kty\":1,\"d\":\"aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3\",",
	    "seed phrase ", "aws ",
	    "DE89 ",
	    "id=4111", "secret access key ", "password: \"a ", "{SSHA}a",
	    "a7Q~",
	    "11111:AA", "https://sl.sl.", "key: ", "key=\"a1 ", "aaaa key ",
	    "key 1a2b ", "pin ", "pin is ", "recovery codes ", "a:5432:",
	    "*:*:", "-a-key ", "\\\n", "\" + \"", "+", "\xE2\x80\x8B",
	    "p\xC2\xADin", "\xEF\xBC\x9A", "\xE5\xAF\x86\xE7\xA0\x81",
	    "\xE5\xAF\x86\xE7\xA0\x81: ", "htpasswd -b a b c",
	    "app password ", "door code 1 ", "code 1a ", "wallet: ",
	    "seed: abandon ", "seed\n1. abandon ", "a,password\n",
	    "password,a,b\n", "(\"aaaaaaa", "('a', ",
	    "x1Y2z3Aa is the password ", "gh" "p_aaaaaa1\n", "cookie=a",
	    "jsessionid=", "\"password\", \"a\": 1,", "echo a | sudo -s ",
	    "com2sec a b ", "password\n\n", "password is\n",
	    "salasana, a ", "totp seed aaaa "};

	(void)state;
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		double small = 0, large = 0;

		if (getenv("CX_ASAN")) {
			cost(pieces[i], 1 << 14);
			continue;
		}
		for (int round = 0; round < 3; round++) {
			double s = cost(pieces[i], 1 << 14);

			small = round && small < s ? small : s;
		}
		/* Again only where the machine may have been busy. */
		for (int round = 0; round < 3 &&
		     (!round || large > 100 * small + 5e8); round++)
			large = cost(pieces[i], 1 << 18);
		if (large > 100 * small + 5e8)
			fail_msg("'%s': %g ns for 16 K, %g for 256 K",
			    pieces[i], small, large);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(issuers),
	    cmocka_unit_test(structures),
	    cmocka_unit_test(beginnings),
	    cmocka_unit_test(assigned),
	    cmocka_unit_test(keys),
	    cmocka_unit_test(passes),
	    cmocka_unit_test(for_all),
	    cmocka_unit_test(whole),
	    cmocka_unit_test(signs),
	    cmocka_unit_test(places),
	    cmocka_unit_test(jwk),
	    cmocka_unit_test(languages),
	    cmocka_unit_test(folded),
	    cmocka_unit_test(cards),
	    cmocka_unit_test(neighbours),
	    cmocka_unit_test(not_secrets),
	    cmocka_unit_test(drawings),
	    cmocka_unit_test(shapes),
	    cmocka_unit_test(linear),
	};

	return cmocka_run_group_tests_name("secrets", tests, NULL, NULL);
}
