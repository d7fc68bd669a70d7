import type { PostRenderer } from "../app/embed/create-renderer.js";
import type { PlatformId } from "../contract/platforms.js";
import type { InlineTemplate } from "../contract/templates.js";
import type { Warning } from "../contract/warning.js";
import {
	TRIAL_BRANDS,
	type TrialBrand,
	type TrialRow,
	trialRows,
} from "../documents/templates/trial-rows.js";

/** What one row of a trial gave on one platform with one brand. */
export interface Trial {
	readonly platform: string;
	readonly brand: string;
	readonly row: string;
	/** All but those of severity info. */
	readonly warnings: readonly Warning[];
}

const DEFAULT_PLATFORM: PlatformId = "photo-feed-square";

/**
 * Measures a template with other data: every row of `trialRows` on each of its platforms, with
 * each of three brands.
 * @param template checked
 * @param takes chooses among the trials by their number; all by default
 */
export async function* tryTemplate(
	renderer: Pick<PostRenderer, "measure">,
	template: InlineTemplate,
	takes: (trial: number) => boolean = () => true,
): AsyncGenerator<Trial> {
	const rows = trialRows(template);
	let trial = 0;
	for (const platform of template.platforms ?? [DEFAULT_PLATFORM])
		for (const row of rows)
			for (const brand of TRIAL_BRANDS)
				if (takes(trial++)) yield await measured(renderer, template, { platform, row, brand });
}

async function measured(
	renderer: Pick<PostRenderer, "measure">,
	template: InlineTemplate,
	{ platform, row, brand }: { platform: string; row: TrialRow; brand: TrialBrand },
): Promise<Trial> {
	const variables = { ...row.variables, ...brand.variables };
	const document = { template, variables, platform };
	type Body = Parameters<PostRenderer["measure"]>[0];
	const { warnings } = await renderer.measure(document as unknown as Body);
	return {
		platform,
		brand: brand.name,
		row: row.name,
		warnings: warnings.filter(({ severity }) => severity !== "info"),
	};
}
