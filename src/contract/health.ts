import { type Static, Type } from "@sinclair/typebox";

/** The result of a check: passed, or the reason why not, and figures in some cases. */
const check = (description: string, reasons: readonly string[]) =>
	Type.Object(
		{
			ok: Type.Boolean({ description: "Whether the check passes." }),
			reason: Type.Optional(
				Type.String({
					description: `Why it fails: ${reasons.join(" or ")}.`,
					examples: [reasons[0]],
				}),
			),
		},
		{ description, additionalProperties: true },
	);

export const HealthSchema = Type.Object(
	{
		ok: Type.Boolean({
			description:
				"True when renderer and storage pass. Jobs do not count: without them, the service still renders.",
		}),
		version: Type.String({ description: "Version of the service.", examples: ["0.1.0"] }),
		uptimeSeconds: Type.Number({ description: "Seconds since the start." }),
		checks: Type.Object(
			{
				renderer: check("Whether slides can be drawn.", ["closing", "no_process"]),
				storage: check("Whether temporary images can be stored.", ["unavailable", "timeout"]),
				jobs: Type.Optional(
					check("Whether the queue of jobs and the store of their results answer.", [
						"unavailable",
						"timeout",
					]),
				),
			},
			{ description: "The checked parts.", additionalProperties: false },
		),
	},
	{ title: "Health", description: "State of the service.", additionalProperties: false },
);
export type Health = Static<typeof HealthSchema>;
