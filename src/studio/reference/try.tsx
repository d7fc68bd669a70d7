/** Sends a request to the service, and shows the response. */
import { useEffect, useState } from "preact/hooks";
import { type OpenApi, type Operation, resolved } from "./document.js";

/** Longest text that is shown. Characters. */
const MAX_TEXT = 100_000;

interface Answer {
	readonly status: string;
	readonly text?: string;
	readonly image?: string;
}

interface TryProps {
	readonly api: OpenApi;
	readonly method: string;
	readonly path: string;
	readonly operation: Operation;
	/** The API key, if one was given. */
	readonly apiKey: string;
}

export function Try({ api, method, path, operation, apiKey }: TryProps) {
	const parameters = operation.parameters ?? [];
	const examples = operation.requestBody?.content["application/json"]?.examples ?? {};
	const bodies = Object.entries(examples).map(
		([name, one]) => [name, textOf(resolved(api, one).value)] as const,
	);
	const [values, setValues] = useState<Readonly<Record<string, string>>>({});
	const [body, setBody] = useState(bodies[0]?.[1] ?? "{}");
	const [answer, setAnswer] = useState<Answer>();
	useEffect(() => () => answer?.image && URL.revokeObjectURL(answer.image), [answer]);

	const send = async () => {
		setAnswer({ status: "Sending…" });
		const query = new URLSearchParams();
		let target = path;
		for (const { name, in: place } of parameters) {
			const value = values[name] ?? "";
			if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(value));
			else if (value !== "") query.set(name, value);
		}
		const headers = new Headers(apiKey === "" ? {} : { "X-API-Key": apiKey });
		if (operation.requestBody) headers.set("content-type", "application/json");
		try {
			const response = await fetch(`${target}${query.size > 0 ? `?${query}` : ""}`, {
				method: method.toUpperCase(),
				headers,
				...(operation.requestBody && { body }),
			});
			setAnswer(await read(response));
		} catch (error) {
			setAnswer({ status: String(error) });
		}
	};

	return (
		<form
			class="try"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			{parameters.map(({ name, in: place }) => (
				<label key={name}>
					{name}
					<input
						required={place === "path"}
						value={values[name] ?? ""}
						onInput={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
					/>
				</label>
			))}
			{bodies.length > 1 && (
				<label>
					Example
					<select
						onChange={({ currentTarget }) =>
							setBody(bodies[currentTarget.selectedIndex]?.[1] ?? "")
						}
					>
						{bodies.map(([name]) => (
							<option key={name}>{name}</option>
						))}
					</select>
				</label>
			)}
			{operation.requestBody && (
				<textarea
					aria-label="Request body"
					rows={12}
					spellcheck={false}
					value={body}
					onInput={({ currentTarget }) => setBody(currentTarget.value)}
				/>
			)}
			<button type="submit">Send request</button>
			{answer && (
				<output>
					<b>{answer.status}</b>
					{answer.image && <img src={answer.image} alt="The response" />}
					{answer.text && <pre>{answer.text}</pre>}
				</output>
			)}
		</form>
	);
}

async function read(response: Response): Promise<Answer> {
	const status = `${response.status} ${response.statusText}`;
	const type = response.headers.get("content-type") ?? "";
	if (type.startsWith("image/"))
		return { status, image: URL.createObjectURL(await response.blob()) };
	if (!/json|text/.test(type))
		return { status: `${status}: ${(await response.blob()).size} bytes of ${type}` };
	const text = await response.text();
	const shown = /\bjson\b/.test(type) && !type.includes("ndjson") ? textOf(JSON.parse(text)) : text;
	return { status, text: shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown };
}

const textOf = (value: unknown) => JSON.stringify(value, null, 2);
