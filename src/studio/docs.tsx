/** The API reference at /docs, from the service's OpenAPI document. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { type OpenApi, type Operation, type Response, resolved } from "./reference/document.js";
import { kindOf, SchemaView } from "./reference/schema.js";
import { Try } from "./reference/try.js";

interface OperationProps {
	readonly api: OpenApi;
	readonly method: string;
	readonly path: string;
	readonly operation: Operation;
	readonly apiKey: string;
}

function OperationView({ api, method, path, operation, apiKey }: OperationProps) {
	const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
	const [open, setOpen] = useState(location.hash === `#${operationId}`);
	return (
		<details
			id={operationId}
			class="operation"
			open={open}
			onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
		>
			<summary>
				<b class={`method ${method}`}>{method.toUpperCase()}</b> <code>{path}</code>{" "}
				<span>{summary}</span>
			</summary>
			{open && (
				<div class="body">
					<p>{description}</p>
					{parameters.length > 0 && <h4>Parameters</h4>}
					<dl>
						{parameters.map(({ name, in: place, required, description, schema }) => (
							<div key={name}>
								<dt>
									<code>{name}</code> <span class="kind">{place}</span>
									{required && <b> required</b>} <span class="kind">{kindOf(api, schema)}</span>
								</dt>
								<dd>{description}</dd>
							</div>
						))}
					</dl>
					{Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
						<section key={type}>
							<h4>
								Body <span class="kind">{type}</span>
							</h4>
							{schema && <SchemaView api={api} schema={schema} />}
						</section>
					))}
					<h4>Responses</h4>
					{Object.entries(responses).map(([status, response]) => (
						<ResponseView
							key={status}
							api={api}
							status={status}
							response={resolved(api, response)}
						/>
					))}
					<h4>Try it</h4>
					<Try {...{ api, method, path, operation, apiKey }} />
				</div>
			)}
		</details>
	);
}

interface ResponseProps {
	readonly api: OpenApi;
	readonly status: string;
	readonly response: Response;
}

function ResponseView({ api, status, response }: ResponseProps) {
	const [open, setOpen] = useState(false);
	const content = Object.entries(response.content ?? {});
	return (
		<details
			class="response"
			open={open}
			onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
		>
			<summary>
				<b>{status}</b> {response.description}{" "}
				<span class="kind">{content.map(([type]) => type).join(", ")}</span>
			</summary>
			{open &&
				content.map(
					([type, { schema }]) => schema && <SchemaView key={type} api={api} schema={schema} />,
				)}
		</details>
	);
}

function Reference({ api }: { api: OpenApi }) {
	const [apiKey, setApiKey] = useState("");
	const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
	);
	return (
		<>
			<h1>
				{api.info.title} <small>{api.info.version}</small>
			</h1>
			<p>{api.info.description}</p>
			<label>
				API key, if the service asks for one
				<input
					type="password"
					autocomplete="off"
					value={apiKey}
					onInput={({ currentTarget }) => setApiKey(currentTarget.value)}
				/>
			</label>
			{api.tags.map(({ name, description }) => (
				<section key={name}>
					<h2>{name}</h2>
					<p>{description}</p>
					{operations
						.filter(({ operation }) => operation.tags.includes(name))
						.map((one) => (
							<OperationView key={one.operation.operationId} api={api} apiKey={apiKey} {...one} />
						))}
				</section>
			))}
		</>
	);
}

const response = await fetch("/api/openapi.json");
render(<Reference api={(await response.json()) as OpenApi} />, document.querySelector("#docs")!);
// The browser looked for the operation before it was there.
document.querySelector(location.hash || "#docs")?.scrollIntoView();
