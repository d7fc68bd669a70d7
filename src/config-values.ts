/** A value of an environment variable that cannot be used; the message says what was allowed. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
}

const fail = (allowed: string): never => {
	throw new ConfigError(allowed);
};

/** A whole number between the bounds, both included. */
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

/** Words between commas; white space around them and empty ones do not count. */
export const list = (text: string): readonly string[] =>
	Object.freeze(
		text
			.split(",")
			.map((part) => part.trim())
			.filter((part) => part !== ""),
	);

/** An absolute http(s) URL without user info, query and fragment; the trailing slash is dropped. */
export const httpUrl = (text: string): string => {
	const url = URL.canParse(text) ? new URL(text) : null;
	const plain =
		url !== null &&
		(url.protocol === "http:" || url.protocol === "https:") &&
		`${url.username}${url.password}${url.search}${url.hash}` === "";
	return plain ? url.href.replace(/\/$/, "") : fail("must be an absolute http or https URL");
};

/** The URL of a Redis server, with its user info and its database if it has them. */
export const redisUrl = (text: string): string => {
	const url = URL.canParse(text) ? new URL(text) : null;
	const plain =
		url !== null &&
		(url.protocol === "redis:" || url.protocol === "rediss:") &&
		url.hostname !== "" &&
		/^(?:\/\d{0,4})?$/.test(url.pathname) &&
		`${url.search}${url.hash}` === "";
	return plain ? text : fail('must be an URL like "redis://user:password@host:6379/0"');
};

/** An absolute path. */
export const directory = (text: string): string =>
	text.startsWith("/") ? text : fail("must be an absolute path");

/** "true", "false", or words between commas. */
export const switchOrList = (text: string): boolean | readonly string[] =>
	text === "true" ? true : text === "false" ? false : list(text);

/** Origins of pages, as "https://app.example", between commas, or "*". */
export const origins = (text: string): readonly string[] => {
	const values = list(text);
	for (const value of values) {
		const known = value === "*" || (URL.canParse(value) && new URL(value).origin === value);
		if (!known) fail('must be origins like "https://app.example" between commas, or "*"');
	}
	return values;
};

/** Keys between commas, of 8 characters at least, so that none can be guessed by trying. */
export const keys = (text: string): readonly string[] => {
	const values = list(text);
	return values.every((key) => key.length >= 8 && /^[\x21-\x7e]+$/.test(key))
		? values
		: fail("must be keys of 8 or more visible ASCII characters between commas");
};

/** Proxies to trust: all, none, a number of hops, or addresses and networks between commas. */
export const trustProxy = (text: string): boolean | number | readonly string[] =>
	/^\d{1,2}$/.test(text) ? Number(text) : switchOrList(text);

/** A key that travels in a header. */
export const secret = (text: string): string =>
	/^[\x21-\x7e]+$/.test(text) ? text : fail("must be visible ASCII characters without spaces");
