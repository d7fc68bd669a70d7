import { type Static, Type } from "@sinclair/typebox";

/** A check says that it passes or why it does not, and may tell figures of its part. */
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
		ok: Type.Boolean({ description: "True when every check passes." }),
		version: Type.String({ description: "Version of the service.", examples: ["0.1.0"] }),
		uptimeSeconds: Type.Number({ description: "Seconds since the start." }),
		checks: Type.Object(
			{
				renderer: check("Whether slides can be drawn.", ["closing", "no_process"]),
				storage: check("Whether temporary images can be stored.", ["unavailable", "timeout"]),
			},
			{ description: "The checked parts.", additionalProperties: false },
		),
	},
	{ title: "Health", description: "State of the service.", additionalProperties: false },
);
export type Health = Static<typeof HealthSchema>;
