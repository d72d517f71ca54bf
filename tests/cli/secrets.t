#!/bin/sh
# secrets.t: what cx-secrets(5) says is what lib/secret/secrets.def has, and
# cx-gate and cx-check find the same in the sentences of tests/secrets.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/../tap.sh"
. "$SRC/tests/records.sh"

UNIT=$(dirname "$BIN")/unit/test-secrets-corpus
CORPUS=$SRC/tests/secrets
CORTEX_NOW=2026-04-15T12:00:00
export CORTEX_NOW CORPUS
[ -x "$UNIT" ] || skip_all 'the unit tests are not built'

awk -f "$CORPUS/manual.awk" "$SRC/lib/secret/secrets.def" >want
sed -n '/^\.Sh ISSUERS/,/^\.Sh/p' "$SRC/man/cx-secrets.5" |
	sed '1,/^\.Bl/d; /^\.El/,$d' >got
same got want 'the manual lists the issuers of the table'
ok 'there are 60 or more' test "$(grep -c '^\.It' got)" -ge 60
is "$(grep -c '^ISSUER([^)]*, "")' "$SRC/lib/secret/secrets.def")" 0 \
	'each line has its source'

# cand: a candidate of each line of stdin, in which a tab is a line end
cand()
{
	jq -Rc '{type: "decision", reason: "Nobody could say why it was so",
		content: (gsub("\t"; "\n") + " (a note of the people who run the servers)")}'
}

"$UNIT" shapes >secret
cand <secret >in
run cx-gate --rejects rej in
status 1
n=$(jq -r .error rej | grep -c SENSITIVE_DATA_DETECTED)
ok "cx-gate refuses $n of $(wc -l <secret), 95 % at least" \
	test $((n * 100)) -ge $(($(wc -l <secret) * 95))
"$UNIT" harmless >none
cand <none >in
run cx-gate --rejects rej in
jq_of -r rej 'select(.error == "SENSITIVE_DATA_DETECTED") | .content' '' \
	'and no harmless sentence'

mkdir v && touch v/cortex.toml
sed 's/^/- /' secret >v/a.md
sed 's/^/- /' none >v/b.md
(cd v && cx-check --scan --rule secret,example-secret) >"$T/out" 2>"$T/err"
jq_of -r "$T/out" 'select(.path == "b.md") | .line' '' \
	'cx-check finds nothing in them either'
# Shapes that look like secrets in real notes, each as people write it.
put v/c.md <<'END'
PWD=/home/x OLDPWD=/home/anna/projects/notes
The id is 9223372036854775807, the other 18446744073709551615.
secret: 4611686018427387904
max_token = 9223372036854775807
![](https://cdn.example.org/a/5f2b8c1e9d7a4f3b8c1e9d7a4f3b8c1e.png?key=large)
![logo](https://lh3.googleusercontent.com/a/ACg8ocJ3kQx9ZrT5vYw1uX7m=s96-c)
DATABASE_URL=postgres://postgres:postgres@localhost:5432/app
secret = random_bytes(16)
api_key = os.environ["API_KEY"]
csrfToken = hmac.toHex() + "." + randomValue.toHex()
'__Token': '@antiforgeryProvider.GetAndStoreTokens(this.Context).RequestToken'
[advisory](https://snyk.io/vuln/npm:jsonwebtoken:20150331), and others
docker build . -t tutorial --build-arg NPM_TOKEN=1234 --secret id=npmrc,src=.npmrc
The password "This is one longer than 512 bits which is the block size of SHA-256"
`"Key:value" -> "Header:value"`(ex. `"token: " & Label = "QA"`)
echo "##vso[task.setvariable variable=token;issecret=true]${token}"
the judge gives you a pass https://overcast.fm/+11VXkxtsg
AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==
Authorization: Token 9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b
curl -u sk_test_BQokikJOvBiI2HlWgH4olfQ2: https://api.stripe.com/v1/charges
eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWV9.TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ
[book](https://shop.example.org/x?dib=eyJ2IjoiMSJ9.TpEtiZrsdk2rWGlieYrH7aeDobuBZ7.zoYyiw2DtcQ)
[new-discovery-token]: #creating-a-new-discovery-token2
S3_SECRET_ACCESS_KEY=op://DevVault/S3Prod/secret_key2
heroku config:set DOTENV_KEY="dotenv://:key_1234@dotenv.org/vault"
TOKEN=my-etcd-token-1 or password: superSecure1
`RUN --mount=type=secret=id=mysecret1,target=/x`
**`postgresql://[DB_USER[:DB_PASSWORD]@][HOST]`**
- Token: ![[Github#My Github Token2]]
jdbc.password=
jdbc.driverClassName=org.h2.Driver
DB_PASSWORD:
hibernate.dialect=org.hibernate.dialect.H2Dialect
END
nbsp=$(printf '\302\240')
sed "s/~/$nbsp /g" >>v/c.md <<'END'
~~~~~~~~"token": {
~~~~~~~~~~"access": access_token,
~~~~~~~~~~"refresh": refresh_token,
~~~~~~~~},
~~~~~~},
~~~~~~status=status.HTTP_200_OK,
END
(cd v && cx-check --scan --rule secret,example-secret) >"$T/out" 2>"$T/err"
jq_is 'select(.path == "c.md") | .line' '' 'nor what only looks like one'
cand <v/c.md >in
run cx-gate --rejects rej in
jq_of -r rej 'select(.error == "SENSITIVE_DATA_DETECTED") | .content' '' \
	'which the gate lets pass'
cat >v/c.md <<'END'
DATABASE_URL=postgres://postgres:k8Qz1vLm4RtY@db.example.org/app
deploy --secret k8Qz1vLm4RtYw
password "k8Qz1vLm4RtYw"
password = "k8Qz1v${m4!RtYw"
MY_SECRET=8c2886dca39e7b692cb378e704072ad4
password = "CompanySecret2023!"
DATABASE_URL=postgres://admin:MySecretDB2024@db.example.org/app
curl -H "Authorization: Bearer k8Qz1vLm4RtYw2Nx7Pb5" https://example.org/ && curl http://localhost/
curl -u anna:k8Qz1vLm4RtYw https://localhost.example.org/
[password]: k8Qz1vLm4RtYw
settings["password"]: "k8Qz1vLm4RtYw"
postgres://$USER:k8Qz1vLm4RtYw@db.example.org/app
password = "id=k8Qz1vLm4RtYw"
password: my-dog-is-called-rex-secret1
http://user:k8Qz1vLm4RtYw@localhost:8080/
curl -k -u user:k8Qz1vLm4RtYw https://localhost:8080/
curl -H "Authorization: Basic dXNlcjo5M2EwMWNmMC03OTRiLTRi" localhost:8080
curl -H "Authorization: Bearer k8Qz1vLm4RtYw2Nx7Pb5" http://127.0.0.1/
password: azhRejF2TG00UnRZdw==
Cookie: lang=en;jsessionid=0265C1992F573129BCC7D4AF7734DBF7
password: ***k8Qz1vLm4RtYw***
https://api.acme.io/v1?alt=json&token=66d9fc0a-dbc6-4961-b483-d7b3da298e0c
password: superSecure27
auth: YWRtaW46JGFwcjEkbjdDdTZnSGwkRTQ3b2dmN0NPOE5SWWpFakJPa1dNLgoK
END
(cd v && cx-check --scan --rule secret,example-secret) >"$T/out" 2>"$T/err"
jq_is 'select(.path == "c.md") | .line' '1
2
3
4
5
6
7
8
9
10
11
12
13
14
15
16
17
18
19
20
21
22
23
24' 'but for a password, wherever it is sent'
(cd v && cx-check --scan --rule secret,example-secret) >"$T/out" 2>"$T/err"
lines=$(jq -r 'select(.path == "a.md") | .line' "$T/out" | sort -u | wc -l)
ok "and $lines of $(wc -l <secret) secrets" \
	test $((lines * 100)) -ge $(($(wc -l <secret) * 95))

# What is folded is reported where it stands.
printf 'one\n\303\251 pass\342\200\213word\357\274\232k8Qz\302\2551vLm4RtYw there\n' >v/c.md
(cd v && cx-check --scan --rule secret) >"$T/out" 2>"$T/err"
jq_is 'select(.path == "c.md") | [.line, .col]' '[2,13]' \
	'the place of a secret is that in the file'

# Each line without its first word: a secret, or an example of one.
cat >shown <<'E'
example aws_access_key_id = AKIAIOSFODNN7EXAMPLE
example aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
example xoxb-1234567890-1234567890123-abcdefghijklmnopqrstuvwx
example postgres://app:Kd93-mfpQ@db.example.com/app
example https://bob:Kd93-mfpQ@localhost:8080/
example api_key = "0123456789abcdef0123456789abcdef"
example card 4242 4242 4242 4242
example password: P@ssw0rd
example xfreerdp /u:alice /p:'Passw0rd!' /v:10.0.0.7
example https://example.com/controller/123/action?apiKey=a53f435643de32
example eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJVU0VSIjoiZm9vIiwic3ViIjoidGVzdCIsIm5hbWUiOiJKb2huIERvZSAyIiwiaWF0IjoxNTE2MjM5MDIyfQ.wI3857KzwjtZAtOjng6MnzKVhFSqS1vt1SjxUMZF4jc
secret https://bob:Kd93-mfpQ@db.acme.io/app
secret https://api.acme.io/controller/123/action?apiKey=a53f435643de32
secret eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyIjo0MTcsImlhdCI6MTcyNTM4OTEyMn0.wI3857KzwjtZAtOjng6MnzKVhFSqS1vt1SjxUMZF4jc
example PIN: 1234
example api_key = "abc123xyz"
example API_TOKEN=deadbeefdeadbeefdeadbeefdeadbeef
example private key `0x46464646464646464646464646464646`
secret PIN: 1706
secret api_key = "abc7Qz1xyz"
secret API_TOKEN=deadbeef9c41deadbeefdead8c2886dc
secret private key `0x46f64c4b46a64d464846e64f464046b6`
secret api_key = "0c1f9a27e4b85d3364a09b7e1fd2c85a"
secret card 4539 1488 0343 6467
secret password: Kd93-mfpQ
example key = "-----BEGIN RSA PRIVATE KEY-----\n<the balancer's own key>\n-----END RSA PRIVATE KEY-----\n"
example "key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpQIB..\n67VT3Dg=\n-----END RSA PRIVATE KEY-----"
secret "key": "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIBkg4LVWM9nuwNSk3yByxZpYRTBnVJk8Xm2q\n-----END EC PRIVATE KEY-----"
example -----BEGIN RSA PRIVATE KEY-----
E
cut -d ' ' -f 2- shown >v/c.md
(cd v && cx-check --scan --rule secret,example-secret) >"$T/out" 2>"$T/err"
is "$(jq -r 'select(.path == "c.md") | "\(.severity) \(.code)"' "$T/out")" \
	"$(sed 's/^example.*/warning example-secret/
		s/^secret.*/error secret/' shown)" \
	'what is made up is a warning of its own'

done_testing
