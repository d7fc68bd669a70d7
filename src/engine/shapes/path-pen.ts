import { appendEndpointArc } from "./endpoint-arc.js";
import { CLOSE, CUBIC, LINE, MOVE } from "./outline.js";

/** Follows the commands of path data, and records them as an absolute outline. */
export class PathPen {
	readonly outline: number[] = [];
	#x = 0;
	#y = 0;
	#startX = 0;
	#startY = 0;
	/** Control point that S and T mirror; the pen itself after other commands. */
	#controlX = 0;
	#controlY = 0;
	#last = "";

	/**
	 * @param command upper case
	 * @param values its operands
	 */
	add(command: string, relative: boolean, values: readonly number[]): void {
		const x0 = relative ? this.#x : 0;
		const y0 = relative ? this.#y : 0;
		if (command === "Z") this.#close();
		else if (command === "H") this.#line(x0 + values[0]!, this.#y);
		else if (command === "V") this.#line(this.#x, y0 + values[0]!);
		else if (command === "A") {
			const [x, y] = [x0 + values[5]!, y0 + values[6]!];
			appendEndpointArc(this.outline, this.#x, this.#y, values, x, y);
			this.#to(x, y);
		} else {
			const points = values.map((value, i) => value + (i % 2 === 0 ? x0 : y0));
			if (command === "M") this.#move(points[0]!, points[1]!);
			else if (command === "L") this.#line(points[0]!, points[1]!);
			else this.#curve(command, points);
		}
		this.#last = command;
	}

	#curve(command: string, points: readonly number[]): void {
		const cubic = command === "C" || command === "S";
		if (command === "S" || command === "T") {
			const smooth = (cubic ? "CS" : "QT").includes(this.#last);
			points = [
				smooth ? 2 * this.#x - this.#controlX : this.#x,
				smooth ? 2 * this.#y - this.#controlY : this.#y,
				...points,
			];
		}
		if (cubic) {
			this.outline.push(CUBIC, ...points);
			this.#to(points[4]!, points[5]!, points[2]!, points[3]!);
			return;
		}
		const [x1, y1, x, y] = points as [number, number, number, number];
		// The control points of a quadratic curve as a cubic one are two thirds of the way to its own.
		this.outline.push(
			CUBIC,
			this.#x + (2 / 3) * (x1 - this.#x),
			this.#y + (2 / 3) * (y1 - this.#y),
			x + (2 / 3) * (x1 - x),
			y + (2 / 3) * (y1 - y),
			x,
			y,
		);
		this.#to(x, y, x1, y1);
	}

	#move(x: number, y: number): void {
		this.outline.push(MOVE, x, y);
		this.#to(x, y);
		this.#startX = x;
		this.#startY = y;
	}

	#line(x: number, y: number): void {
		this.outline.push(LINE, x, y);
		this.#to(x, y);
	}

	#close(): void {
		this.outline.push(CLOSE);
		this.#to(this.#startX, this.#startY);
	}

	#to(x: number, y: number, controlX = x, controlY = y): void {
		this.#x = x;
		this.#y = y;
		this.#controlX = controlX;
		this.#controlY = controlY;
	}
}
