/**
 * Path data of SVG as path operators of PDF, which has neither relative
 * coordinates nor quadratic curves nor arcs. For markup of our own alone: what is
 * not path data ends the path.
 */
import { arcCurves } from "./arc.js";

/** A number for PDF: three decimals, no exponent. */
export const pdfNumber = (value: number): string => {
	const rounded = Math.round(value * 1_000) / 1_000;
	return rounded === 0 ? "0" : String(rounded);
};

export function pathOperators(data: string): string {
	const pen = new Pen();
	const values = new Values(data);
	let command = "";
	for (;;) {
		const next = values.command();
		if (next !== undefined) command = next;
		else if (!values.more) break;
		if (!pen.draw(command, values)) break;
		// Pairs after a move are lines.
		if (command === "M") command = "L";
		else if (command === "m") command = "l";
	}
	return pen.operators;
}

/** Reads numbers and commands one after the other. */
class Values {
	readonly #data: string;
	#at = 0;

	constructor(data: string) {
		this.#data = data;
	}

	get more(): boolean {
		this.#skip();
		return this.#at < this.#data.length;
	}

	command(): string | undefined {
		this.#skip();
		const code = this.#data.charCodeAt(this.#at) | 32;
		// e is for exponents.
		if (!(code >= 97 && code <= 122)) return undefined;
		return this.#data[this.#at++];
	}

	/** NaN when there is none. */
	number(): number {
		this.#skip();
		const start = this.#at;
		const data = this.#data;
		let at = start;
		let code = data.charCodeAt(at);
		if (code === MINUS || code === PLUS) code = data.charCodeAt(++at);
		while (isDigit(code)) code = data.charCodeAt(++at);
		if (code === DOT) {
			code = data.charCodeAt(++at);
			while (isDigit(code)) code = data.charCodeAt(++at);
		}
		if ((code | 32) === EXPONENT) {
			code = data.charCodeAt(++at);
			if (code === MINUS || code === PLUS) code = data.charCodeAt(++at);
			while (isDigit(code)) code = data.charCodeAt(++at);
		}
		this.#at = at;
		return at === start ? Number.NaN : Number(data.slice(start, at));
	}

	/** A flag of an arc is one digit, with or without a space behind it. */
	flag(): boolean {
		this.#skip();
		return this.#data[this.#at++] === "1";
	}

	#skip(): void {
		for (;;) {
			const code = this.#data.charCodeAt(this.#at);
			if (code !== 32 && code !== 44 && !(code >= 9 && code <= 13)) return;
			this.#at++;
		}
	}
}

const [PLUS, MINUS, DOT, EXPONENT] = [43, 45, 46, 101];
const isDigit = (code: number) => code >= 48 && code <= 57;

/** Follows the commands, and writes them down as operators. */
class Pen {
	operators = "";
	#x = 0;
	#y = 0;
	#startX = 0;
	#startY = 0;
	/** The last control point, and whether it is that of a cubic (C) or a quadratic (Q) curve. */
	#controlX = 0;
	#controlY = 0;
	#curve = "";

	/** @returns false when there are no values for it */
	draw(command: string, values: Values): boolean {
		const upper = command.toUpperCase();
		const relative = command !== upper;
		const x0 = relative ? this.#x : 0;
		const y0 = relative ? this.#y : 0;
		if (upper === "Z") {
			this.operators += "h ";
			[this.#x, this.#y, this.#curve] = [this.#startX, this.#startY, ""];
			return true;
		}
		if (upper === "H") return this.#line(x0 + values.number(), this.#y);
		if (upper === "V") return this.#line(this.#x, y0 + values.number());
		if (upper === "L") return this.#line(x0 + values.number(), y0 + values.number());
		if (upper === "M") return this.#move(x0 + values.number(), y0 + values.number());
		if (upper === "C" || upper === "S") {
			const mirrored = this.#mirrored("C");
			const [x1, y1] = upper === "S" ? mirrored : [x0 + values.number(), y0 + values.number()];
			const [x2, y2] = [x0 + values.number(), y0 + values.number()];
			const [x, y] = [x0 + values.number(), y0 + values.number()];
			return this.#cubic(x1, y1, x2, y2, x, y) && this.#keep(x2, y2, "C");
		}
		if (upper === "Q" || upper === "T") {
			const mirrored = this.#mirrored("Q");
			const [cx, cy] = upper === "T" ? mirrored : [x0 + values.number(), y0 + values.number()];
			const [x, y] = [x0 + values.number(), y0 + values.number()];
			const drawn = this.#cubic(
				this.#x + (2 / 3) * (cx - this.#x),
				this.#y + (2 / 3) * (cy - this.#y),
				x + (2 / 3) * (cx - x),
				y + (2 / 3) * (cy - y),
				x,
				y,
			);
			return drawn && this.#keep(cx, cy, "Q");
		}
		if (upper === "A") {
			const [rx, ry, turn] = [values.number(), values.number(), values.number()];
			const [large, sweep] = [values.flag(), values.flag()];
			const [x, y] = [x0 + values.number(), y0 + values.number()];
			if (Number.isNaN(y)) return false;
			const curves = arcCurves(this.#x, this.#y, rx, ry, turn, large, sweep, x, y);
			for (const curve of curves) this.#cubic(...curve);
			return curves.length > 0 || this.#line(x, y);
		}
		return false;
	}

	/** What S and T take for the first control point. */
	#mirrored(curve: string): readonly [number, number] {
		if (this.#curve !== curve) return [this.#x, this.#y];
		return [2 * this.#x - this.#controlX, 2 * this.#y - this.#controlY];
	}

	#keep(x: number, y: number, curve: string): boolean {
		[this.#controlX, this.#controlY, this.#curve] = [x, y, curve];
		return true;
	}

	#move(x: number, y: number): boolean {
		if (Number.isNaN(x + y)) return false;
		this.operators += `${pdfNumber(x)} ${pdfNumber(y)} m `;
		[this.#startX, this.#startY] = [x, y];
		return this.#to(x, y);
	}

	#line(x: number, y: number): boolean {
		if (Number.isNaN(x + y)) return false;
		this.operators += `${pdfNumber(x)} ${pdfNumber(y)} l `;
		return this.#to(x, y);
	}

	#cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
		if (Number.isNaN(x1 + y1 + x2 + y2 + x + y)) return false;
		this.operators += `${pdfNumber(x1)} ${pdfNumber(y1)} ${pdfNumber(x2)} ${pdfNumber(y2)} ${pdfNumber(x)} ${pdfNumber(y)} c `;
		return this.#to(x, y);
	}

	#to(x: number, y: number): boolean {
		[this.#x, this.#y, this.#curve] = [x, y, ""];
		return true;
	}
}
