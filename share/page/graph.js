'use strict';
/*
 * graph.js: the notes and their links, drawn on a canvas.  Notes repel each
 * other, as far off ones by the cells of a grid, and links pull (Fruchterman
 * and Reingold, "Graph drawing by force-directed placement", 1991).
 * centre: the note whose neighbours it has; without it, all of them.
 */
function showGraph(centre)
{
	const {notes} = page.meta, local = centre >= 0;
	const beside = list => [...new Set(list.flatMap(i => [i,
		...notes[i].links, ...page.backlinks[i]]))];
	let ids = local ? beside([centre]) :
		notes.map((_, i) => i).filter(accepts());

	/* Few: theirs, too. */
	if (local && ids.length < 10)
		ids = beside(ids);
	const place = new Map(ids.map((note, k) => [note, k]));
	const N = ids.length;
	const edges = ids.flatMap((note, k) => notes[note].links.filter(j =>
		place.has(j) && j !== note).map(j => [k, place.get(j)]));
	/* A spiral, so that it looks the same every time. */
	const [x, y] = [Math.cos, Math.sin].map(f => Float64Array.from(ids,
		(_, k) => 60 * Math.sqrt(k + 0.5) * f(k * 2.399963)));
	const vx = new Float64Array(N), vy = new Float64Array(N);
	const degree = new Uint32Array(N);

	for (const k of edges.flat())
		degree[k]++;

	/* By type; by directory where most notes have none. */
	const typed = 2 * ids.filter(note => known(notes[note].type)).length >= N;
	const kindOf = note => typed ? notes[note].type ?? 'unknown' :
		notes[note].path.split('/').slice(0, -1)[0] ?? 'no folder';
	const COLORS = ['#3b82c4', '#c2571a', '#2e9e5b', '#a855b5', '#b58900',
		'#d1495b', '#1a9ba1', '#7a8794'];
	const top = countsOf(ids.map(kindOf)).map(k => k[0]);
	const colorOf = type => COLORS[Math.min(top.indexOf(type),
		COLORS.length - 1)];
	const groups = Map.groupBy(ids.keys(), k => colorOf(kindOf(ids[k])));

	const canvas = el('canvas', {tabindex: 0, role: 'application',
		'aria-label': `Graph of ${some(N, 'note')} and ` +
		`${some(edges.length, 'link')}; ` +
		' arrows move, plus and minus zoom, Enter opens the ' +
		'note in the middle. Each note lists its links as text.'});
	const hover = el('div', {id: 'hover', role: 'status', hidden: true});
	const legend = el('div', {id: 'legend'}, local ? linkTo(centre) :
		null, `${some(N, 'note')}, ` +
		some(edges.length, 'link'), top.slice(0, 8).flatMap((type, i) =>
			[' ', el('span', {}, el('i'), i === 7 && top.length > 8 ?
				'others' : type === 'unknown' ? 'no type' :
				type)]));

	legend.querySelectorAll('i').forEach((dot, i) =>
		dot.style.background = COLORS[i]);
	const context = canvas.getContext('2d');
	let scale = 1, left = 0, above = 0, heat = 1, fitted = true, frame = 0;
	const home = place.get(centre) ?? -1;
	let under = home, dirty = true, ticks = 0;
	/* Until then somebody moves it; whether it moved a frame ago. */
	let rest = 0, moving = false, last = 0;

	/* The least and the greatest of them. */
	const ends = list => N ? [list.reduce((a, b) => Math.min(a, b)),
		list.reduce((a, b) => Math.max(a, b))] : [0, 0];

	function step()
	{
		const G = Math.max(6, Math.min(20, Math.ceil(Math.sqrt(N / 6))));
		/* The borders of the cells wander, so that none is seen. */
		const parts = (list, by) => {
			const [from, to] = ends(list);
			const w = (to - from) / (G - 1) + 1e-6;

			return list.map(v => Math.floor((v - from) / w +
				ticks * by % 1));
		};
		const column = parts(x, 0.618), row = parts(y, 0.382);
		const mean = (of, list) => list.reduce((sum, k) => sum + of[k],
			0) / list.length;
		const cells = [...Map.groupBy(x.keys(), k => column[k] + 2 * G *
			row[k]).values()].map(list => ({list, n: list.length,
			mx: mean(x, list), my: mean(y, list)}));

		ticks++;
		/* Cells push cells, and in a cell each pushes each; of a
		 * crowded one a sample does it for all. */
		const push = 900;

		for (const {list, mx, my} of cells) {
			const sample = list.slice(-24);
			let fx = 0, fy = 0;

			for (const cell of cells) {
				const dx = mx - cell.mx, dy = my - cell.my;
				const f = push * cell.n / (dx * dx + dy * dy +
					50);

				fx += dx * f;
				fy += dy * f;
			}
			for (const k of list) {
				/* What nothing holds stays with the rest. */
				const home = degree[k] ? 0.1 : 0.25;
				let ax = fx - home * x[k];
				let ay = fy - home * y[k];

				for (const j of sample) {
					const dx = x[k] - x[j], dy = y[k] - y[j];
					const f = push / (dx * dx + dy * dy + 20);

					ax += dx * f;
					ay += dy * f;
				}
				vx[k] += ax * 0.05;
				vy[k] += ay * 0.05;
			}
		}
		for (const [a, b] of edges) {
			const dx = x[b] - x[a], dy = y[b] - y[a];
			/* A link of a hub is weak, and moves the hub little. */
			const f = 0.16 / Math.min(degree[a], degree[b]) /
				(degree[a] + degree[b]);

			vx[a] += dx * f * degree[b];
			vy[a] += dy * f * degree[b];
			vx[b] -= dx * f * degree[a];
			vy[b] -= dy * f * degree[a];
		}
		for (let k = 0; k < N; k++) {
			const v = Math.hypot(vx[k], vy[k]) || 1;
			const most = Math.min(v, 60 * heat) / v;

			x[k] += vx[k] * most;
			y[k] += vy[k] * most;
			vx[k] *= 0.6;
			vy[k] *= 0.6;
		}
		heat *= 0.985;
	}

	/* All of it, with a margin for names. */
	function fit()
	{
		const w = canvas.clientWidth, h = canvas.clientHeight;
		const [x0, x1] = ends(x), [y0, y1] = ends(y);
		const top = legend.offsetHeight; /* which covers nothing */

		scale = Math.min(0.9 * w / Math.max(120, x1 - x0),
			0.9 * (h - top) / Math.max(120, y1 - y0));
		left = w / 2 - scale * (x0 + x1) / 2;
		above = (h + top) / 2 - scale * (y0 + y1) / 2;
	}
	function again()
	{
		if (fitted)
			fit();
		dirty = true;
	}

	const style = getComputedStyle(canvas);
	const sx = k => left + x[k] * scale, sy = k => above + y[k] * scale;
	const sizeOf = k => Math.max(N < 500 ? 3 : 1.2, Math.min(9, (2 +
		Math.sqrt(degree[k])) * Math.sqrt(scale)));
	function lines(list, color, width)
	{
		context.strokeStyle = color;
		context.lineWidth = width;
		context.beginPath();
		for (const [a, b] of list) {
			context.moveTo(sx(a), sy(a));
			context.lineTo(sx(b), sy(b));
		}
	}
	function draw()
	{
		const ratio = devicePixelRatio || 1;
		const w = canvas.clientWidth, h = canvas.clientHeight;
		const [wide, high] = [w, h].map(n => Math.round(n * ratio));

		dirty = false;
		if (canvas.width !== wide || canvas.height !== high)
			[canvas.width, canvas.height] = [wide, high];
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		context.fillStyle = style.backgroundColor;
		context.fillRect(0, 0, w, h);
		/* While it moves, some of many links are enough: they are most
		 * of what a frame costs. */
		const by = moving ? Math.ceil(edges.length / 1000) : 1;

		context.globalAlpha = N > 1500 ? 0.15 : 0.35;
		lines(edges.filter((_, e) => e % by === 0),
			style.borderTopColor, 1);
		context.stroke();
		context.globalAlpha = 1;
		if (under >= 0) {
			lines(edges.filter(e => e.includes(under)),
				style.outlineColor, 2);
			context.moveTo(sx(under) + 11, sy(under));
			context.arc(sx(under), sy(under), 11, 0, 7);
			context.stroke();
		}
		for (const [color, list] of groups) {
			context.fillStyle = color;
			context.beginPath();
			for (const k of list) {
				const r = sizeOf(k), px = sx(k), py = sy(k);

				if (px < -9 || py < -9 || px > w + 9 ||
				    py > h + 9)
					continue;
				if (r < 2.5) {
					context.fillRect(px - r, py - r,
						2 * r, 2 * r);
				} else {
					context.moveTo(px + r, py);
					context.arc(px, py, r, 0, 7);
				}
			}
			context.fill();
		}
		/* Names of many notes would only flicker. */
		if (N <= 500 || heat <= 0.02)
			label(w, h);
	}

	/* Names, of those with most links first, where there is room: on no
	 * other name, and of few on no dot. */
	const order = [...ids.keys()].sort((a, b) => degree[b] - degree[a])
		.slice(0, 400);
	function label(w, h)
	{
		const taken = [[0, 0, legend.offsetLeft + legend.offsetWidth,
			legend.offsetTop + legend.offsetHeight]];
		const dots = order.map(k => [sx(k) - sizeOf(k), sy(k) -
			sizeOf(k), 2 * sizeOf(k), 2 * sizeOf(k)]);
		const free = (box, list) => !list.some(t => box[0] < t[0] +
			t[2] && t[0] < box[0] + box[2] && box[1] < t[1] +
			t[3] && t[1] < box[1] + box[3]);

		context.font = '12px system-ui, sans-serif';
		context.lineWidth = 3;
		context.strokeStyle = style.backgroundColor;
		context.fillStyle = style.color;
		for (const k of order) {
			const px = sx(k), py = sy(k), r = sizeOf(k);

			/* Of many notes, those without a link stay dots. */
			if (taken.length > 40 || (N > 200 && !degree[k]))
				break;
			if (px < 0 || py < 0 || px > w || py > h)
				continue;
			const all = nameOf(ids[k]), name = all.length > 32 ?
				all.slice(0, 31) + '\u2026' : all;
			const {width} = context.measureText(name);
			const boxes = [[px + r + 2, py - 7],
				[px - r - 6 - width, py - 7],
				[px - width / 2, py - r - 16],
				[px - width / 2, py + r + 2]].map(([bx, by]) =>
				[bx, by, width + 4, 14]).filter(box =>
				box[0] >= 0 && box[0] + box[2] <= w &&
				box[1] >= 0 && box[1] + box[3] <= h &&
				free(box, taken));
			const box = boxes.find(b => free(b, dots)) ?? (N > 100 &&
				boxes[0]);

			if (!box)
				continue;
			taken.push(box);
			context.strokeText(name, box[0], box[1] + 11);
			context.fillText(name, box[0], box[1] + 11);
		}
	}

	function tick(now)
	{
		if (heat > 0.02 && N) {
			/* More than one step a frame, where that is not seen. */
			const until = performance.now() + (now - last < 25 ?
				3 : 0);

			do
				step();
			while (heat > 0.02 && performance.now() < until);
			again();
		}
		last = now;
		/* What has come to rest is drawn in full. */
		const was = moving;
		moving = heat > 0.02 || now < rest;
		canvas.setAttribute('aria-busy', heat > 0.02);
		if (dirty || (was && !moving))
			draw();
		canvas.dataset.frames = Number(canvas.dataset.frames || 0) + 1;
		frame = requestAnimationFrame(tick);
	}

	/* The note next to a place of the canvas, not further than this. */
	function find(cx, cy, far)
	{
		let best = -1;

		for (let k = 0; k < N; k++) {
			const d = Math.hypot(sx(k) - cx, sy(k) - cy);

			if (d < far)
				[best, far] = [k, d];
		}
		return best;
	}
	const findAt = e => find(e.offsetX, e.offsetY, 12);
	function point(k)
	{
		const now = k < 0 ? home : k;

		dirty ||= now !== under;
		under = now;
		hover.hidden = k < 0;
		hover.textContent = k < 0 ? '' : nameOf(ids[k]);
		canvas.style.cursor = k < 0 ? '' : 'pointer';
	}
	function zoom(by, cx = canvas.clientWidth / 2,
		cy = canvas.clientHeight / 2)
	{
		const to = Math.max(0.02, Math.min(12, scale * by)) / scale;

		scale *= to;
		pan((cx - left) * (1 - to), (cy - above) * (1 - to));
	}
	function pan(dx, dy)
	{
		left += dx;
		above += dy;
		rest = performance.now() + 150;
		fitted = false;
		dirty = true;
	}

	const fingers = new Map();
	let moved = 0;
	canvas.onpointerdown = e => {
		fingers.set(e.pointerId, [e.clientX, e.clientY]);
		canvas.setPointerCapture(e.pointerId);
		moved = 0;
	};
	canvas.onpointermove = e => {
		const was = fingers.get(e.pointerId);

		if (!was) {
			point(findAt(e));
			return;
		}
		const apart = () => {
			const [a, b = a] = [...fingers.values()];

			return Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
		};
		const before = apart();
		const dx = e.clientX - was[0], dy = e.clientY - was[1];

		fingers.set(e.pointerId, [e.clientX, e.clientY]);
		moved += Math.abs(dx) + Math.abs(dy);
		if (fingers.size === 2)
			zoom(apart() / before);
		else
			pan(dx, dy);
	};
	const choose = k => k >= 0 && location.assign(hrefOf(ids[k]));
	canvas.onpointercancel = e => fingers.delete(e.pointerId);
	canvas.onpointerup = e => {
		fingers.delete(e.pointerId);
		choose(moved < 5 ? findAt(e) : -1);
	};
	canvas.addEventListener('wheel', e => {
		e.preventDefault();
		zoom(Math.exp(-e.deltaY / 400), e.offsetX, e.offsetY);
	}, {passive: false});
	const keys = {__proto__: null, ArrowLeft: () => pan(40, 0), ArrowUp: () =>
		pan(0, 40), ArrowRight: () => pan(-40, 0), ArrowDown: () =>
		pan(0, -40), '+': () => zoom(1.25), '=': () => zoom(1.25),
	'-': () => zoom(0.8), 0: () => {
		fitted = true;
		again();
	}, Enter: () => choose(under)};
	canvas.onkeydown = e => {
		if (!keys[e.key])
			return;
		keys[e.key]();
		e.preventDefault();
		point(find(canvas.clientWidth / 2, canvas.clientHeight / 2,
			Infinity));
	};
	new ResizeObserver(again).observe(canvas);
	page.redraw = again;
	page.stop = () => {
		cancelAnimationFrame(frame);
		page.redraw = page.stop = null;
	};
	/* With motion reduced, it is laid out before it is shown. */
	if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
		for (let n = 0; n < 120; n++)
			step();
		heat = 0;
		requestAnimationFrame(again);
	}
	frame = requestAnimationFrame(tick);
	return [canvas, legend, hover];
}
