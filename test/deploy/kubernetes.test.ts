/** The manifests of deploy/kubernetes: right by the API's schemas, and right among themselves. */
import { readdir, readFile } from "node:fs/promises";
import { Value } from "@sinclair/typebox/value";
import ipaddr from "ipaddr.js";
import t from "tap";
import { parseAllDocuments } from "yaml";
import { configTable, readConfig } from "../../src/app/config/config.js";
import { packageRoot } from "../../src/base/package-root.js";
import { isPublicAddress } from "../../src/service/pictures/fetch/address.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { KINDS, type Kind, type Resource } from "./kubernetes-schema.js";

const NAME = "post-image-render-service";
const folder = new URL("deploy/kubernetes/", packageRoot);
const read = async (file: string) =>
	parseAllDocuments(await readFile(new URL(file, folder), "utf8")).map((document) => {
		if (document.errors.length > 0) throw document.errors[0];
		return document.toJS() as unknown;
	});
const [kustomization] = (await read("kustomization.yaml")) as [
	{ resources: string[]; secretGenerator: { name: string; envs: string[] }[] },
];
const resources = (await Promise.all(kustomization.resources.map(read))).flat() as Resource[];
const find = <K extends Kind>(kind: K, name = NAME) =>
	resources.find((one) => one.kind === kind && one.metadata.name === name) as Resource<K>;

const deployment = find("Deployment");
const pod = deployment.spec!.template.spec!;
const container = pod.containers[0]!;
const env = new Map(container.env?.map(({ name, value }) => [name, value]));

/** What the API says against resources, as "Deployment /spec/replicas: Expected integer". */
const faultsOf = (resources: readonly Resource[]) =>
	resources.flatMap((one) =>
		[...Value.Errors(KINDS[one.kind], one)].map(
			({ path, message }) => `${one.kind} ${path}: ${message}`,
		),
	);

t.test("every file is applied, or for monitoring", async (t) => {
	const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
	t.same(files.sort(), [...kustomization.resources, "kustomization.yaml"].sort());
	t.equal(resources.length, 9);
});

t.test("each resource is one of the API's", async (t) => {
	t.same(faultsOf(resources), []);
	const changed = (change: (copy: Resource<"Deployment">) => void) => {
		const copy = structuredClone(deployment);
		change(copy);
		return copy;
	};
	const wrongType = changed((copy) => {
		copy.spec!.template.spec!.terminationGracePeriodSeconds = "40" as never;
	});
	t.match(faultsOf([wrongType])[0], "terminationGracePeriodSeconds", "a wrong type is found");
	const missing = changed((copy) => {
		Object.assign(copy.spec!.template.spec!, { containers: undefined });
	});
	t.match(faultsOf([missing])[0], "containers", "a missing field is found");
	const typo = changed((copy) => {
		Object.assign(copy.spec!.template.spec!.containers[0]!, { readinesProbe: {} });
	});
	const [error, ...others] = faultsOf([...resources, typo]);
	t.match(error, "readinesProbe", "a field that does not exist is found");
	t.same(others, [], "and there is no other");
});

t.test("the parts name each other", async (t) => {
	const port = container.ports![0]!;
	const service = find("Service").spec!;
	const labels = deployment.spec!.template.metadata!.labels!;
	t.equal(port.containerPort, readConfig({}).port);
	t.equal(service.ports![0]!.targetPort, port.name);
	t.match(labels, service.selector!);
	t.match(labels, deployment.spec!.selector.matchLabels!);
	const scaler = find("HorizontalPodAutoscaler").spec!;
	t.match(deployment, {
		apiVersion: scaler.scaleTargetRef.apiVersion!,
		kind: scaler.scaleTargetRef.kind,
		metadata: { name: scaler.scaleTargetRef.name },
	});
	t.equal(deployment.spec!.replicas, undefined, "the autoscaler's number is not overwritten");
	const redis = new URL(env.get("REDIS_URL")!);
	const redisService = find("Service", redis.hostname).spec!;
	t.equal(redisService.ports![0]!.port, Number(redis.port));
	t.match(find("Deployment", redis.hostname).spec!.template.metadata!.labels!, {
		...redisService.selector,
	});
});

t.test(
	"the Secret comes from a file that git ignores, and has every key that a pod asks for",
	async (t) => {
		const asked = container.env!.flatMap(({ name, valueFrom }) => {
			const secret = valueFrom?.secretKeyRef;
			return secret ? [{ name, key: secret.key, secret: secret.name }] : [];
		});
		t.same(kustomization.secretGenerator, [{ name: NAME, envs: ["secrets.env"] }]);
		t.match(
			await readFile(new URL(".gitignore", packageRoot), "utf8"),
			"/deploy/kubernetes/secrets.env\n",
		);
		const example = await readFile(new URL("secrets.example.env", folder), "utf8");
		const keys = [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)];
		t.same(
			keys.map(([, key]) => key),
			asked.map(({ key }) => key),
		);
		for (const [line, , value] of keys) t.equal(value, "", `${line}: no key of everybody's`);
		for (const { name, key, secret } of asked)
			t.same({ name, secret }, { name: key, secret: NAME });
		t.throws(() => readConfig({ API_KEYS: "" }), "a Secret that nobody filled in starts nothing");
		t.ok(readConfig({ LINK_KEYS: "" }));
	},
);

t.test("the Ingress passes on what nginx.conf does, to the service", async (t) => {
	const { rules, tls } = find("Ingress").spec!;
	const [{ host, http } = { host: undefined, http: undefined }] = rules!;
	t.equal(`https://${host}`, env.get("PUBLIC_BASE_URL"));
	t.same(tls![0]!.hosts, [host]);
	const nginx = await readFile(new URL("deploy/nginx.conf", packageRoot), "utf8");
	const passed = [...nginx.matchAll(/location (= )?(\/\S*) \{[^}]*proxy_pass/g)].map(
		([, exact, path]) => `${exact ? "Exact" : "Prefix"} ${path}`,
	);
	t.same(http!.paths.map(({ path, pathType }) => `${pathType} ${path}`).sort(), passed.sort());
	t.notOk(passed.some((path) => path.includes("metrics")));
	const { ports } = find("Service").spec!;
	for (const { backend } of http!.paths)
		t.same(backend.service, { name: NAME, port: { name: ports![0]!.name } });
});

t.test("what is set exists, and can be", async (t) => {
	for (const name of env.keys()) t.match(configTable(), `| \`${name}\` |`);
	t.ok(readConfig(Object.fromEntries(env)));
});

t.test("the autoscaler's metric is one that the service gives", async (t) => {
	const scaler = find("HorizontalPodAutoscaler").spec!;
	const metric = scaler.metrics!.find(({ type }) => type === "Pods")!.pods!.metric.name;
	const { get } = await startApp(t, {}, { renderer: fakeRenderer() });
	t.match(await (await get("/metrics")).text(), new RegExp(`^${metric} \\d`, "m"));
	const adapter = JSON.stringify(await read("monitoring/prometheus-adapter-values.yaml"));
	t.match(adapter, `"as":"${metric}"`);
	const [monitor] = (await read("monitoring/pod-monitor.yaml")) as [
		{ spec: { podMetricsEndpoints: { port: string }[]; selector: { matchLabels: object } } },
	];
	t.equal(monitor.spec.podMetricsEndpoints[0]!.port, container.ports![0]!.name);
	t.match(deployment.spec!.template.metadata!.labels!, monitor.spec.selector.matchLabels);
});

t.test("probes need no key, and Redis being away ends no pod", async (t) => {
	const { startupProbe, livenessProbe, readinessProbe } = container;
	const { get } = await startApp(t, { API_KEYS: "a-secret-key" }, { renderer: fakeRenderer() });
	for (const { httpGet } of [startupProbe!, livenessProbe!]) {
		t.equal((await get(httpGet!.path!)).status, 200);
		t.not(httpGet!.path, "/api/health");
	}
	const dockerfile = await readFile(new URL("Dockerfile", packageRoot), "utf8");
	const check = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile)?.[1];
	t.same(readinessProbe!.exec!.command, JSON.parse(check!));
});

t.test("a pod has the time to end", async (t) => {
	const [command, pause] = container.lifecycle!.preStop!.exec!.command!;
	t.equal(command, "sleep");
	const { shutdownTimeoutMs } = readConfig(Object.fromEntries(env));
	t.ok(pod.terminationGracePeriodSeconds! > Number(pause) + shutdownTimeoutMs / 1_000);
});

t.test("a pod has the memory that its settings ask for", async (t) => {
	const { renderProcesses, renderMemoryMb } = readConfig(Object.fromEntries(env));
	const mb = (quantity: unknown) => {
		const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(String(quantity))!;
		return Number(number) * (unit === "Gi" ? 1_024 : 1);
	};
	const { requests, limits } = container.resources!;
	t.equal(Number(requests!.cpu), renderProcesses);
	t.ok(mb(limits!.memory) >= renderProcesses * renderMemoryMb + 1_024);
	t.ok(mb(requests!.memory) <= mb(limits!.memory));
});

t.test("no pod can do more than it has to", async (t) => {
	const dockerfile = await readFile(new URL("Dockerfile", packageRoot), "utf8");
	const user = /^USER (\d+):(\d+)$/m.exec(dockerfile);
	t.match(pod.securityContext!, { runAsUser: Number(user?.[1]), runAsGroup: Number(user?.[2]) });
	for (const { spec } of [find("Deployment"), find("Deployment", "post-image-redis")]) {
		const { securityContext, automountServiceAccountToken, containers } = spec!.template.spec!;
		t.match(securityContext!, { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
		t.equal(automountServiceAccountToken, false);
		t.equal(containers.length, 1);
		t.match(containers[0], {
			securityContext: {
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: { drop: ["ALL"] },
			},
		});
	}
});

t.test("the network lets a pod reach public addresses only, as the service does", async (t) => {
	const { egress, policyTypes } = find("NetworkPolicy").spec!;
	t.ok(policyTypes!.includes("Egress"));
	const blocks = egress!.flatMap(({ to }) => to!).flatMap(({ ipBlock }) => ipBlock ?? []);
	const inside = (address: string, cidr: string) => {
		const parsed = ipaddr.parse(address);
		const [network, bits] = ipaddr.parseCIDR(cidr);
		return parsed.kind() === network.kind() && parsed.match(network, bits);
	};
	const reachable = (address: string) =>
		blocks.some(
			({ cidr, except = [] }) =>
				inside(address, cidr) && !except.some((one) => inside(address, one)),
		);
	for (const { cidr, except } of blocks)
		for (const one of except!) t.ok(inside(one.split("/")[0]!, cidr), `${one} is within ${cidr}`);
	// Both ends of each block, and a step beyond: where a range is too short or too long shows there.
	const edges = blocks.flatMap(({ except }) => except!).flatMap(edgesOf);
	const well = [
		"8.8.8.8",
		"1.1.1.1",
		"2606:4700::1111",
		"2a00:1450:4001::1",
		"::1",
		"fe80::1",
		"fc00::1",
	];
	const nat64 = ["64:ff9b::808:808", "::ffff:10.0.0.1", "ff02::1", "::"];
	for (const address of [...edges, ...well, ...nat64]) {
		if (!isPublicAddress(address)) t.notOk(reachable(address), `${address} is not reached`);
	}
	for (const address of well.slice(0, 4)) t.ok(reachable(address), `${address} is reached`);
});

/** First and last address of a network, and their neighbours outside. */
function edgesOf(cidr: string): string[] {
	const [network, bits] = ipaddr.parseCIDR(cidr);
	const bytes = network.toByteArray();
	const width = BigInt(bytes.length * 8);
	const first = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
	const last = first + (1n << (width - BigInt(bits))) - 1n;
	return [first - 1n, first, last, last + 1n]
		.filter((value) => value >= 0n && value < 1n << width)
		.map((value) =>
			ipaddr
				.fromByteArray(
					bytes.map((_, i) => Number((value >> BigInt(8 * (bytes.length - 1 - i))) & 255n)),
				)
				.toString(),
		);
}
