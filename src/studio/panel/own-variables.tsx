/** The variables of a design: their samples, types and labels. */
import { stepsOf } from "../../base/json-pointer.js";
import { edit } from "../history.js";
import { design } from "../state.js";
import type { Value } from "../templates.js";
import { capital, label, t } from "../texts/texts.js";
import { dialog } from "../toolbar-state.js";
import { declare, ownVariables, setSample, setType } from "../variables.js";
import { One } from "./variables.js";

const TYPES = ["text", "richText", "number", "color", "image", "boolean"] as const;

export function OwnVariables() {
	const all = Object.entries(ownVariables.value);
	return (
		<section aria-label={t("variables.own")} class="variables">
			<h2>{t("variables.own")}</h2>
			<p class="hint">{t("variables.hint", { example: "{{name}}" })}</p>
			{all.length > 0 && (
				<p class="actions">
					<button type="button" onClick={() => (dialog.value = "rows")}>
						{t("rows")}
					</button>
				</p>
			)}
			{all.map(([name, variable]) => (
				<div key={name} class="fields variable">
					<One
						name={name}
						variable={{ ...variable, required: true }}
						value={design.value.variables?.[name] as Value}
						write={(value) =>
							Array.isArray(value)
								? edit([[stepsOf(`/variables/${name}`), value]])
								: setSample(name, value)
						}
					/>
					{variable.type !== "list" && (
						<div class="field narrow">
							<label for={`type-${name}`}>{t("variables.type")}</label>
							<select
								id={`type-${name}`}
								value={variable.type}
								onChange={({ currentTarget }) => setType(name, currentTarget.value)}
							>
								{TYPES.map((type) => (
									<option key={type} value={type}>
										{capital(label("value", type))}
									</option>
								))}
							</select>
						</div>
					)}
					<div class="field narrow">
						<label for={`label-${name}`}>{t("variables.label")}</label>
						<input
							id={`label-${name}`}
							type="text"
							maxLength={80}
							value={variable.label}
							onInput={({ currentTarget }) => declare(name, { label: currentTarget.value || name })}
						/>
					</div>
				</div>
			))}
		</section>
	);
}
