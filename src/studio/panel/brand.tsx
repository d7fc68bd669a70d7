/** The user's own brand: a form whose values fill templates and swatches. */
import { type OwnBrand, ownBrand, useOwnBrand } from "../brand.js";
import { contract } from "../schema.js";
import { design } from "../state.js";
import { type TextKey, t } from "../texts/texts.js";
import { Colour } from "./colour.js";
import { PictureField } from "./picture-field.js";

const EMPTY: OwnBrand = {
	name: "",
	handle: "",
	colors: ["#2E5BFF", "#FFFFFF", "#111111"],
	font: "",
	logo: "",
};

/** Names of the first colours. */
const ROLES: readonly TextKey[] = ["brand.main", "brand.background", "brand.text"];
const MAX_COLOURS = 12;

export function BrandForm() {
	const brand = ownBrand.value ?? EMPTY;
	const fonts = contract.value?.fonts ?? [];
	const put = (fields: Partial<OwnBrand>) => {
		ownBrand.value = { ...brand, ...fields };
		useOwnBrand(true);
	};
	return (
		<>
			<p class="hint">{t("brand.hint")}</p>
			<div class="fields brand">
				{brand.colors.map((colour, index) => {
					const role = ROLES[index];
					const title = role ? t(role) : t("paint.stop", { number: index + 1 });
					return (
						<div key={index} class="field narrow">
							<label for={`brand-${index}`}>{title}</label>
							<Colour
								id={`brand-${index}`}
								name="brand"
								label={title}
								value={colour}
								plain
								write={(next) =>
									/^#[0-9a-f]{6}$/i.test(next ?? "")
										? put({ colors: brand.colors.with(index, next!) })
										: next === undefined &&
											index >= ROLES.length &&
											put({ colors: brand.colors.toSpliced(index, 1) })
								}
							/>
						</div>
					);
				})}
				{brand.colors.length < MAX_COLOURS && (
					<button
						type="button"
						class="quiet"
						onClick={() => put({ colors: [...brand.colors, "#FFC600"] })}
					>
						{t("paint.addStop")}
					</button>
				)}
				<div class="field">
					<label for="brand-font">{t("brand.font")}</label>
					<select
						id="brand-font"
						value={brand.font}
						onChange={({ currentTarget }) => put({ font: currentTarget.value })}
					>
						<option value="">{t("field.none")}</option>
						{fonts.map(({ family }) => (
							<option key={family} value={family}>
								{family}
							</option>
						))}
					</select>
				</div>
				<div class="field">
					<label for="brand-logo">{t("brand.logo")}</label>
					<PictureField
						id="brand-logo"
						value={brand.logo}
						write={(next) => put({ logo: next ?? "" })}
						put={(src) => put({ logo: src })}
					/>
				</div>
				{(["name", "handle"] as const).map((name) => (
					<div key={name} class="field narrow">
						<label for={`brand-${name}`}>{t(`brand.${name}`)}</label>
						<input
							id={`brand-${name}`}
							type="text"
							dir="auto"
							maxLength={80}
							value={brand[name]}
							onInput={({ currentTarget }) => put({ [name]: currentTarget.value })}
						/>
					</div>
				))}
			</div>
			{design.value.template !== undefined && <p class="hint">{t("brand.applied")}</p>}
			{ownBrand.value !== null && (
				<button
					type="button"
					class="quiet"
					onClick={() => {
						useOwnBrand(false);
						ownBrand.value = null;
					}}
				>
					{t("brand.forget")}
				</button>
			)}
		</>
	);
}
