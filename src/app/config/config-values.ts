import { isIP } from "node:net";
import { normalize } from "node:path";
import { TEMPLATE_ID } from "../../contract/templates.js";
import { METRICS_OPEN, readApiKey } from "../../http/settings.js";

/** An environment variable has an invalid value; the message says what is allowed. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
}

const fail = (allowed: string): never => {
	throw new ConfigError(allowed);
};

/** A whole number between the bounds (inclusive). */
export const integer = (min: number, max: number) => (text: string) => {
	const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
	return value >= min && value <= max
		? value
		: fail(`must be a whole number from ${min} to ${max}`);
};

/** One of the words. */
export const oneOf =
	<const T extends string>(words: readonly T[]) =>
	(text: string): T =>
		words.find((word) => word === text) ?? fail(`must be one of ${words.join(", ")}`);

/** Words separated by commas; white space around them and empty words are ignored. */
export const list = (text: string): readonly string[] =>
	Object.freeze(
		text
			.split(",")
			.map((part) => part.trim())
			.filter((part) => part !== ""),
	);

/** An absolute http(s) URL without user info, query and fragment; a trailing slash is removed. */
export const httpUrl = (text: string): string => {
	const url = URL.canParse(text) ? new URL(text) : null;
	const plain =
		url !== null &&
		(url.protocol === "http:" || url.protocol === "https:") &&
		`${url.username}${url.password}${url.search}${url.hash}` === "";
	return plain ? url.href.replace(/\/$/, "") : fail("must be an absolute http or https URL");
};

/**
 * Headers as `name=value` separated by commas, with percent-encoded values, as in OpenTelemetry.
 */
export const headerPairs = (text: string): string =>
	text.split(",").every((pair) => /^\s*[\w!#$%&'*+.^`|~-]+\s*=\s*[\x21-\x7e]*\s*$/.test(pair))
		? text
		: fail('must be like "name=value,other=value"');

/** The http(s) URL of a bucket (path style), optionally with a key prefix. */
export const bucketUrl = (text: string): string => {
	const url = URL.canParse(text) ? httpUrl(text) : "";
	const path = url === "" ? "" : new URL(url).pathname;
	return /^(?:\/[A-Za-z0-9._-]+)+$/.test(path)
		? url
		: fail('must be a URL like "https://endpoint.example/bucket/prefix"');
};

/** The URL of a Redis server, optionally with user info and a database. */
export const redisUrl = (text: string): string => {
	const url = URL.canParse(text) ? new URL(text) : null;
	const plain =
		url !== null &&
		(url.protocol === "redis:" || url.protocol === "rediss:") &&
		url.hostname !== "" &&
		/^(?:\/\d{0,4})?$/.test(url.pathname) &&
		`${url.search}${url.hash}` === "";
	return plain ? text : fail('must be a URL like "redis://user:password@host:6379/0"');
};

/** An absolute path. */
export const directory = (text: string): string =>
	text.startsWith("/") ? text : fail("must be an absolute path");

/** An absolute path of a folder that can contain files; the kernel's own folders cannot. */
export const filesDirectory = (text: string): string => {
	const [, first] = normalize(directory(text)).split("/");
	return first === "proc" || first === "sys"
		? fail("must be a folder outside /proc and /sys")
		: text;
};

/** "true" or "false". */
export const onOff = (text: string): boolean =>
	text === "true" ? true : text === "false" ? false : fail("must be true or false");

/** "true", "false", or words separated by commas. */
const switchOrList = (text: string): boolean | readonly string[] =>
	text === "true" ? true : text === "false" ? false : list(text);

/** Words that mean on or off in other programs, and would otherwise be taken for names. */
const SWITCH_WORDS = new Set(["yes", "no", "on", "off", "1", "0", "y", "n", "all", "none", "any"]);
const HOST_NAME =
	/^(?:[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*\.?|\[?[0-9a-f:.]{2,45}\]?)$/i;

/** "true", "false", or host names and addresses separated by commas. */
export const hosts = (text: string): boolean | readonly string[] => {
	const values = switchOrList(text);
	const known =
		typeof values === "boolean" ||
		values.every((value) => HOST_NAME.test(value) && !SWITCH_WORDS.has(value.toLowerCase()));
	return known ? values : fail("must be true, false, or host names separated by commas");
};

/** Ids of templates separated by commas, or "*". */
export const templateIds = (text: string): readonly string[] => {
	const values = list(text);
	return values.every((value) => value === "*" || new RegExp(TEMPLATE_ID).test(value))
		? values
		: fail('must be "*" or ids of templates like "sale-price", separated by commas');
};

/** Hosts of URLs, each with a port if it is not the usual one, separated by commas. */
export const imageHosts = (text: string): readonly string[] =>
	list(text).map((value) => {
		const url = URL.canParse(`https://${value}`) ? new URL(`https://${value}`) : undefined;
		if (url?.host === value.toLowerCase() && !SWITCH_WORDS.has(url.host)) return url.host;
		return fail('must be host names like "cdn.example.com", separated by commas');
	});

/** An address or host name to listen on. */
export const listenHost = (text: string): string =>
	HOST_NAME.test(text) ? text : fail("must be an address or a host name");

/** Origins such as "https://app.example", separated by commas, or "*". */
export const origins = (text: string): readonly string[] => {
	const values = list(text);
	for (const value of values) {
		const known = value === "*" || (URL.canParse(value) && new URL(value).origin === value);
		if (!known) fail('must be "*" or origins like "https://app.example", separated by commas');
	}
	return values;
};

const keysOf =
	(least: number) =>
	(text: string): readonly string[] => {
		const values = list(text);
		// Only commas is a mistake. It does not mean "no keys".
		const none = values.length === 0 && text !== "";
		return !none && values.every((key) => key.length >= least && /^[\x21-\x7e]+$/.test(key))
			? values
			: fail(`must be keys of at least ${least} visible ASCII characters, separated by commas`);
	};

/** Shortest API key, so that none can be guessed. Characters. */
const LEAST_API_KEY = 8;

/** API keys separated by commas, each alone or as `name:key`. */
export const apiKeys = (text: string): readonly string[] => {
	const entries = keysOf(LEAST_API_KEY)(text);
	const names = new Map<string, string | undefined>();
	for (const { key, name } of entries.map(readApiKey)) {
		if (key.length < LEAST_API_KEY)
			fail(`must have keys of at least ${LEAST_API_KEY} characters after the names`);
		if (names.has(key) && names.get(key) !== name) fail("must not name the same key twice");
		names.set(key, name);
	}
	return entries;
};

/** A key, or the word that opens what it is for. */
export const metricsKey = (text: string): string =>
	text === METRICS_OPEN || (text.length >= LEAST_API_KEY && /^[\x21-\x7e]+$/.test(text))
		? text
		: fail(`must be at least ${LEAST_API_KEY} visible ASCII characters, or "${METRICS_OPEN}"`);

/** Keys that sign. Anyone with a link can try keys offline, so they must be longer. */
export const linkKeys = keysOf(16);

/** Largest number of proxies in front of the service. */
const MAX_HOPS = 16;
/** Network names that the framework knows. */
const NETWORK_NAMES = new Set(["loopback", "linklocal", "uniquelocal"]);

/** Trusted proxies: all, none, a number of hops, or addresses and networks separated by commas. */
export const trustProxy = (text: string): boolean | number | readonly string[] => {
	if (/^\d+$/.test(text) && Number(text) <= MAX_HOPS) return Number(text);
	const values = switchOrList(text);
	return typeof values === "boolean" || (values.length > 0 && values.every(isNetwork))
		? values
		: fail(
				`must be true, false, a number of hops from 0 to ${MAX_HOPS}, or addresses and networks like "10.0.0.0/8", separated by commas`,
			);
};

function isNetwork(text: string): boolean {
	if (NETWORK_NAMES.has(text)) return true;
	const [address = "", length, ...rest] = text.split("/");
	const family = isIP(address);
	if (family === 0 || rest.length > 0) return false;
	const bits = family === 4 ? 32 : 128;
	return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
}

/** A key that can be sent in a header. */
export const secret = (text: string): string =>
	/^[\x21-\x7e]+$/.test(text) ? text : fail("must be visible ASCII characters without spaces");
