import { CoverageTable } from "./coverage-table.js";
import type { FaceId, FaceQuery } from "./face-table.js";
import type { OperatorFile, OperatorFontFile } from "./operator-fonts.js";

/** The families of an operator by name, with their files in the order of the pack. */
export function operatorFamilies(
	files: readonly OperatorFontFile[],
): Map<string, OperatorFamilyFaces> {
	const byFamily = new Map<string, OperatorFontFile[]>();
	for (const file of files) byFamily.set(file.family, [...(byFamily.get(file.family) ?? []), file]);
	return new Map(
		[...byFamily].map(([family, own]) => [family, new OperatorFamilyFaces(family, own)]),
	);
}

/** A file and the characters that it has. */
interface Member {
	readonly file: OperatorFile;
	/** Read on first use. */
	table: CoverageTable | undefined;
}

interface Candidate {
	readonly member: Member;
	readonly face: FaceId;
}

const SPACE = 0x20;

/**
 * The faces of an operator's family. Each file may have all characters or a slice of them. A
 * character is drawn with the file that CSS would choose among those that have it.
 */
export class OperatorFamilyFaces {
	readonly #family: string;
	readonly #members: readonly Member[];
	/** Files by weight and slant (in one number), the nearest first. */
	readonly #candidates = new Map<number, readonly Candidate[]>();

	constructor(family: string, files: readonly OperatorFontFile[]) {
		this.#family = family;
		this.#members = files.map((own) => ({
			file: {
				file: `own:${own.name}`,
				weight: own.weight,
				variable: own.variable,
				italic: own.italic,
				bytes: own.length,
				own,
			},
			table: undefined,
		}));
	}

	faceWith(codePoint: number, query: FaceQuery): FaceId | undefined {
		return this.#ordered(query).find(({ member }) => has(member, codePoint))?.face;
	}

	faceWithAll(codePoints: readonly number[], query: FaceQuery): FaceId | undefined {
		return this.#ordered(query).find(({ member }) =>
			codePoints.every((codePoint) => has(member, codePoint)),
		)?.face;
	}

	/** The face whose metrics determine the lines: the one with a space, as in browsers. */
	primaryFace(query: FaceQuery): FaceId {
		return this.faceWith(SPACE, query) ?? this.#ordered(query)[0]!.face;
	}

	#ordered(query: FaceQuery): readonly Candidate[] {
		const number = query.weight * 2 + (query.italic ? 1 : 0);
		let candidates = this.#candidates.get(number);
		if (candidates === undefined) {
			candidates = this.#members
				.map((member) => ({ member, face: this.#face(member, query) }))
				.sort((a, b) => distance(a.member.file.own, query) - distance(b.member.file.own, query));
			this.#candidates.set(number, candidates);
		}
		return candidates;
	}

	#face(member: Member, { weight, italic }: FaceQuery): FaceId {
		const { file } = member;
		const [least, greatest] = file.weight;
		const drawn = Math.min(Math.max(weight, least), greatest);
		return {
			key: `${file.file}/${weight}${italic ? "i" : ""}`,
			family: this.#family,
			file,
			weight: drawn,
			syntheticItalic: italic && !file.italic && file.own.slant === null,
			slanted: italic && file.own.slant !== null,
			has: (codePoint) => has(member, codePoint),
		};
	}
}

function has(member: Member, codePoint: number): boolean {
	const { coverage } = member.file.own;
	member.table ??= new CoverageTable([coverage]);
	return member.table.sliceOf(codePoint) === 0;
}

/** More than the difference between any two weights. */
const TIER = 1_000;
const WRONG_SLANT = 10 * TIER;

/**
 * The distance between a file and the request: slant first, then weight by the rules of CSS (CSS
 * Fonts 4, section 5.2): for 400 and 500, weights between the two, then lighter ones; for weights
 * above 500, heavier ones first.
 */
function distance({ weight, italic, slant }: OperatorFontFile, query: FaceQuery): number {
	const slanted = italic === query.italic || slant !== null ? 0 : WRONG_SLANT;
	const [least, greatest] = weight;
	const asked = query.weight;
	if (greatest < asked) return slanted + TIER + asked - greatest;
	if (least <= asked) return slanted;
	return slanted + (asked > 500 || least <= 500 ? 0 : 2 * TIER) + least - asked;
}
