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

/** Why a store fails. */
export const CHECK_FAILURES = ["unavailable", "timeout", "read_only", "full"] as const;

export const HealthSchema = Type.Object(
	{
		ok: Type.Boolean({
			description:
				"True when renderer and storage pass. Jobs do not count: without them, the service still renders. GET /api/health/ready only depends on the renderer.",
		}),
		version: Type.String({ description: "Version of the service.", examples: ["0.1.0"] }),
		uptimeSeconds: Type.Number({ description: "Seconds since the start." }),
		checks: Type.Object(
			{
				renderer: check("Whether slides can be drawn.", ["closing", "no_process", "stopped"]),
				storage: check("Whether temporary images can be stored.", CHECK_FAILURES),
				jobs: Type.Optional(
					check(
						"Whether the queue of jobs and the store of their results accept something.",
						CHECK_FAILURES,
					),
				),
			},
			{ description: "The checked parts.", additionalProperties: false },
		),
	},
	{ title: "Health", description: "State of the service.", additionalProperties: false },
);
export type Health = Static<typeof HealthSchema>;

export const LiveSchema = Type.Object(
	{ ok: Type.Literal(true, { description: "The process answers." }) },
	{ title: "Live", description: "Whether the process is alive.", additionalProperties: false },
);

export const ReadySchema = Type.Object(
	{
		ok: Type.Boolean({ description: "Whether the service can render now." }),
		reason: Type.Optional(
			Type.String({ description: "Why not: see checks.renderer of GET /api/health." }),
		),
	},
	{ title: "Ready", description: "Whether to send requests.", additionalProperties: false },
);
export type Ready = Static<typeof ReadySchema>;
