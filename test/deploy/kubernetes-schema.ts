/** The fields of the Kubernetes API that deploy/kubernetes uses; others are mistakes. */
import {
	type Static,
	type TObject,
	type TOptional,
	type TProperties,
	type TSchema,
	Type,
} from "@sinclair/typebox";

const text = Type.String();
const int = Type.Integer();
const bool = Type.Boolean();
const texts = Type.Array(text);
const labels = Type.Record(text, text);
type Optional<O extends TProperties> = { [K in keyof O]: TOptional<O[K]> };
/** Required fields, then optional ones. */
const fields = <R extends TProperties, O extends TProperties = Record<never, never>>(
	required: R,
	optional?: O,
): TObject<R & Optional<O>> => {
	const others = Object.entries(optional ?? {}).map(([name, field]) => [
		name,
		Type.Optional(field),
	]);
	const properties = { ...required, ...Object.fromEntries(others) } as R & Optional<O>;
	return Type.Object(properties, { additionalProperties: false });
};
const named = Type.Union([text, int]);

const selector = fields({ matchLabels: labels });
const exec = fields({ command: texts });
const port = named;
const probe = fields(
	{},
	{
		httpGet: fields({ path: text, port }),
		exec,
		tcpSocket: fields({ port }),
		periodSeconds: int,
		timeoutSeconds: int,
		failureThreshold: int,
	},
);
const seccompProfile = fields({ type: text });
const container = fields(
	{ name: text, image: text },
	{
		args: texts,
		ports: Type.Array(fields({ name: text, containerPort: int })),
		env: Type.Array(
			fields(
				{ name: text },
				{
					value: text,
					valueFrom: fields({
						secretKeyRef: fields({ name: text, key: text }, { optional: bool }),
					}),
				},
			),
		),
		resources: fields({ requests: labels, limits: labels }),
		startupProbe: probe,
		livenessProbe: probe,
		readinessProbe: probe,
		lifecycle: fields({ preStop: fields({ exec }) }),
		securityContext: fields({
			allowPrivilegeEscalation: bool,
			readOnlyRootFilesystem: bool,
			capabilities: fields({ drop: texts }),
		}),
		volumeMounts: Type.Array(fields({ name: text, mountPath: text }, { readOnly: bool })),
	},
);
const podSpec = fields(
	{ containers: Type.Array(container) },
	{
		automountServiceAccountToken: bool,
		enableServiceLinks: bool,
		shareProcessNamespace: bool,
		terminationGracePeriodSeconds: int,
		securityContext: fields({
			runAsNonRoot: bool,
			runAsUser: int,
			runAsGroup: int,
			seccompProfile,
		}),
		topologySpreadConstraints: Type.Array(
			fields({ maxSkew: int, topologyKey: text, whenUnsatisfiable: text, labelSelector: selector }),
		),
		volumes: Type.Array(
			fields(
				{ name: text },
				{
					emptyDir: fields({ sizeLimit: text }),
					configMap: fields({ name: text, optional: bool }),
				},
			),
		),
	},
);
const peer = fields(
	{},
	{
		namespaceSelector: selector,
		podSelector: selector,
		ipBlock: fields({ cidr: text }, { except: texts }),
	},
);
const peerPorts = Type.Array(fields({ protocol: text, port }));
const target = fields({ type: text }, { averageValue: text, averageUtilization: int });
const scaling = fields({
	stabilizationWindowSeconds: int,
	policies: Type.Array(fields({ type: text, value: int, periodSeconds: int })),
});

/** A resource with this spec. */
const resource = <S extends TSchema, K extends string>(apiVersion: string, kind: K, spec: S) =>
	fields({
		apiVersion: Type.Literal(apiVersion),
		kind: Type.Literal(kind),
		metadata: fields({ name: text }, { labels, annotations: labels }),
		spec,
	});

const Deployment = resource(
	"apps/v1",
	"Deployment",
	fields(
		{ selector, template: fields({ metadata: fields({ labels }), spec: podSpec }) },
		{
			replicas: int,
			strategy: fields(
				{},
				{ type: text, rollingUpdate: fields({ maxSurge: named, maxUnavailable: named }) },
			),
		},
	),
);
const Service = resource(
	"v1",
	"Service",
	fields({
		selector: labels,
		ports: Type.Array(fields({ name: text, port: int, targetPort: port })),
	}),
);
const backend = fields({ service: fields({ name: text, port: fields({ name: text }) }) });
const Ingress = resource(
	"networking.k8s.io/v1",
	"Ingress",
	fields({
		ingressClassName: text,
		tls: Type.Array(fields({ hosts: texts, secretName: text })),
		rules: Type.Array(
			fields({
				host: text,
				http: fields({ paths: Type.Array(fields({ path: text, pathType: text, backend })) }),
			}),
		),
	}),
);
const NetworkPolicy = resource(
	"networking.k8s.io/v1",
	"NetworkPolicy",
	fields(
		{ podSelector: selector, policyTypes: texts },
		{
			ingress: Type.Array(fields({ from: Type.Array(peer), ports: peerPorts })),
			egress: Type.Array(fields({ to: Type.Array(peer) }, { ports: peerPorts })),
		},
	),
);
const HorizontalPodAutoscaler = resource(
	"autoscaling/v2",
	"HorizontalPodAutoscaler",
	fields({
		scaleTargetRef: fields({ apiVersion: text, kind: text, name: text }),
		minReplicas: int,
		maxReplicas: int,
		metrics: Type.Array(
			fields(
				{ type: text },
				{
					pods: fields({ metric: fields({ name: text }), target }),
					resource: fields({ name: text, target }),
				},
			),
		),
		behavior: fields({ scaleUp: scaling, scaleDown: scaling }),
	}),
);
const PodDisruptionBudget = resource(
	"policy/v1",
	"PodDisruptionBudget",
	fields({ maxUnavailable: named, selector }),
);

export const KINDS = {
	Deployment,
	Service,
	Ingress,
	NetworkPolicy,
	HorizontalPodAutoscaler,
	PodDisruptionBudget,
};
export type Kind = keyof typeof KINDS;
export type Resource<K extends Kind = Kind> = Static<(typeof KINDS)[K]>;
