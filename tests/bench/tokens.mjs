// tokens.mjs [VAULT...]: how full cx context makes its budget, by two real
// tokenizers (o200k_base and cl100k_base of gpt-tokenizer).
//
// For each script a vault of 400 notes made of sentences below, in an order
// that is the same each time; and the vaults given, which have an index.  A row
// is the larger of the two counts in percent of each budget; what is above 100
// is a fault, and the status is then 1.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';

const budgets = [1000, 2000, 4000, 8000, 12000];
const scripts = {
	Latin: [
		'The queue of the payment service waits for a lock when two workers start at once.',
		'We decided to keep the old schema until the migration of the archive has ended.',
		'Anna prefers short reviews in the morning and no meetings on Friday.',
		'Die Sicherung läuft nachts, weil der Speicher tagsüber ausgelastet ist.',
		'The cache is warmed after each deploy, otherwise the first requests time out.',
		'Le serveur de test redémarre chaque dimanche à quatre heures.',
		'An index that is behind is rebuilt before the next search answers.',
		'Nobody knows why the flag was added; it was removed in build 214 without harm.',
	],
	Cyrillic: [
		'Очередь платёжного сервиса ждёт блокировку, когда два процесса стартуют сразу.',
		'Мы решили оставить старую схему, пока не закончится перенос архива.',
		'Анна предпочитает короткие обзоры утром и не любит встречи в пятницу.',
		'Резервная копия делается ночью, потому что днём диск занят.',
		'После каждого выпуска кэш прогревается, иначе первые запросы не успевают.',
		'Тестовый сервер перезапускается каждое воскресенье в четыре часа.',
		'Если индекс устарел, он строится заново перед следующим поиском.',
		'Никто не помнит, зачем добавили этот флаг, и его убрали без последствий.',
	],
	Chinese: [
		'两个进程同时启动时，支付服务的队列会等待锁。',
		'我们决定在归档迁移结束之前保留旧的表结构。',
		'安娜喜欢早上做简短的评审，星期五不开会。',
		'备份在夜里进行，因为白天磁盘很忙。',
		'每次发布之后都要预热缓存，否则最初的请求会超时。',
		'测试服务器每个星期日四点重新启动。',
		'如果索引落后，下一次搜索之前会重新建立。',
		'没有人知道为什么加了这个开关，后来在第214版删除了。',
	],
	Japanese: [
		'二つのプロセスが同時に起動すると、支払いサービスの待ち行列はロックを待つ。',
		'アーカイブの移行が終わるまで、古いスキーマを残すことにした。',
		'アンナは朝の短いレビューを好み、金曜日の会議を避ける。',
		'昼間はディスクが忙しいので、バックアップは夜に行う。',
		'リリースのたびにキャッシュを温めないと、最初の要求が時間切れになる。',
		'テスト用サーバーは毎週日曜日の四時に再起動する。',
		'索引が古いときは、次の検索の前に作り直される。',
		'なぜこの設定が追加されたのか誰も知らず、後で削除された。',
	],
	Korean: [
		'두 프로세스가 동시에 시작되면 결제 서비스의 대기열은 잠금을 기다린다.',
		'보관 자료의 이전이 끝날 때까지 옛 구조를 유지하기로 했다.',
		'안나는 아침의 짧은 검토를 좋아하고 금요일 회의를 피한다.',
		'낮에는 디스크가 바쁘기 때문에 백업은 밤에 한다.',
		'배포할 때마다 캐시를 데우지 않으면 첫 요청이 시간을 넘긴다.',
		'시험 서버는 매주 일요일 네 시에 다시 시작된다.',
		'색인이 뒤처지면 다음 검색 전에 다시 만들어진다.',
		'왜 이 설정이 추가되었는지 아무도 모르며 나중에 지워졌다.',
	],
	Arabic: [
		'ينتظر طابور خدمة الدفع قفلا عندما تبدأ عمليتان في الوقت نفسه.',
		'قررنا الإبقاء على البنية القديمة حتى تنتهي عملية نقل الأرشيف.',
		'تفضل آنا المراجعات القصيرة في الصباح ولا تحب اجتماعات الجمعة.',
		'يجري النسخ الاحتياطي ليلا لأن القرص مشغول في النهار.',
		'تسخن الذاكرة المؤقتة بعد كل إصدار وإلا تأخرت الطلبات الأولى.',
		'يعاد تشغيل خادم الاختبار كل يوم أحد في الساعة الرابعة.',
		'إذا تأخر الفهرس فإنه يبنى من جديد قبل البحث التالي.',
		'لا أحد يعرف لماذا أضيف هذا الخيار وقد حذف لاحقا دون ضرر.',
	],
	Hindi: [
		'जब दो प्रक्रियाएँ एक साथ शुरू होती हैं तब भुगतान सेवा की कतार ताले की प्रतीक्षा करती है।',
		'हमने तय किया कि पुराना ढाँचा संग्रह के स्थानांतरण तक रहेगा।',
		'अन्ना को सुबह की छोटी समीक्षा पसंद है और शुक्रवार की बैठक नहीं।',
		'दिन में डिस्क व्यस्त रहती है इसलिए प्रतिलिपि रात में बनती है।',
		'हर संस्करण के बाद कैश गरम किया जाता है नहीं तो पहले अनुरोध देर से पहुँचते हैं।',
		'परीक्षण सर्वर हर रविवार चार बजे फिर से शुरू होता है।',
		'सूची पुरानी हो तो अगली खोज से पहले वह फिर बनाई जाती है।',
		'कोई नहीं जानता कि यह विकल्प क्यों जोड़ा गया और बाद में हटा दिया गया।',
	],
};
const types = ['decision', 'lesson', 'preference', 'context', 'thread'];
let state = 1;
function below(n) {
	state = (Math.imul(state, 1103515245) + 12345) >>> 0;
	return (state >>> 8) % n;
}
function vault(dir, sentences) {
	mkdirSync(join(dir, '.cortex'), { recursive: true });
	for (let i = 0; i < 400; i++) {
		const text = [];
		for (let n = 2 + below(14); n > 0; n--)
			text.push(sentences[below(sentences.length)]);
		const day = String(1 + below(28)).padStart(2, '0');
		writeFileSync(join(dir, `n${i}.md`),
			`---\nname: ${text[0].slice(0, 40).trim()} ${i}\n` +
			`type: ${types[below(types.length)]}\nproject: work\n` +
			`created: 2026-0${1 + below(4)}-${day}\n` +
			`importance: ${1 + below(10)}\n---\n${text.join(' ')}\n`);
	}
	execFileSync('cx', ['-C', dir, 'rebuild'], { stdio: 'ignore' });
}

let over = 0;
function row(name, dir) {
	const cells = budgets.map((budget) => {
		const text = execFileSync('cx', ['-C', dir, 'context', '--no-log',
			...(name in scripts ? ['--project', 'work'] : []), '--budget',
			String(budget)], { cwd: dir, encoding: 'utf8', maxBuffer: 1 << 26,
			stdio: ['ignore', 'pipe', 'ignore'],
			env: { ...process.env, CORTEX_NOW: '2026-05-01' } });
		const most = Math.max(o200k(text), cl100k(text));
		over += most > budget;
		return `${(100 * most / budget).toFixed(0)} %`.padStart(7);
	});
	console.log(`| ${name.padEnd(24)} |${cells.join(' |')} |`);
}

console.log(`| ${'the larger of two counts'} |${budgets.map((b) =>
	String(b).padStart(7)).join(' |')} |`);
console.log('|---|---|---|---|---|---|');
const dir = mkdtempSync(join(tmpdir(), 'cx-tokens-'));
try {
	for (const [name, sentences] of Object.entries(scripts)) {
		vault(join(dir, name), sentences);
		row(name, join(dir, name));
	}
	for (const v of process.argv.slice(2))
		row(basename(resolve(v)), v);
} finally {
	rmSync(dir, { recursive: true });
}
process.exit(over ? 1 : 0);
