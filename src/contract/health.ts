import { type Static, Type } from "@sinclair/typebox";

export const HealthSchema = Type.Object(
	{
		ok: Type.Boolean({ description: "True when every check passes." }),
		version: Type.String({ description: "Version of the service.", examples: ["0.1.0"] }),
		uptimeSeconds: Type.Number({ description: "Seconds since the start." }),
		checks: Type.Record(
			Type.String(),
			Type.Object(
				{ ok: Type.Boolean({ description: "Whether the check passes." }) },
				{ additionalProperties: true },
			),
			{ description: "The parts that were looked at: renderer and storage." },
		),
	},
	{ title: "Health", description: "State of the service.", additionalProperties: false },
);
export type Health = Static<typeof HealthSchema>;
