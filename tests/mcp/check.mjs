// check.mjs: the assertions of the scripts here, as TAP.
let tests = 0;
let bad = 0;

export function check(good, text, ...what) {
	tests++;
	console.log(`${good ? '' : 'not '}ok ${tests} - ${text}`);
	if (good)
		return;
	bad++;
	for (const w of what)
		console.log('#   ' + JSON.stringify(w));
}
export function done() {
	console.log(`1..${tests}`);
	process.exit(bad ? 1 : 0);
}
