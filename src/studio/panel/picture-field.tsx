/** A picture: shown small, with buttons for a file, the library and none. */
import type { JsonPath } from "../../base/json-pointer.js";
import { ownPictures } from "../files.js";
import { shownSource } from "../library.js";
import { notice } from "../state.js";
import { t } from "../texts/texts.js";
import { Icon } from "./icon.js";

export interface PictureFieldProps {
	readonly id: string;
	readonly value: string;
	/** Sets an address, or removes the picture. */
	readonly write: (text: string | undefined) => void;
	/** Sets an own picture. @param others changes that belong to the same undo step */
	readonly put: (src: string, others: readonly (readonly [JsonPath, unknown])[]) => void;
	/** Without it there is no button for the library. */
	readonly openLibrary?: () => void;
	/** Whether there must be a picture. */
	readonly needed?: boolean;
	readonly "aria-label"?: string;
	readonly "aria-describedby"?: string | undefined;
}

export function PictureField({
	id,
	value,
	write,
	put,
	openLibrary,
	needed = false,
	...rest
}: PictureFieldProps) {
	const own = value.startsWith("data:");
	const shown = shownSource(value);
	return (
		<span class="picture-value">
			{shown !== undefined && <img src={shown} alt="" />}
			<input
				{...rest}
				id={id}
				type="text"
				dir="ltr"
				value={own ? t("field.ownPicture") : value}
				readOnly={own}
				placeholder={t("paint.source")}
				onInput={({ currentTarget }) => write(currentTarget.value || undefined)}
			/>
			<span class="actions">
				<label class="button mini" title={t("picture.choose")}>
					<Icon name="upload" />
					<span class="hidden">{t("picture.choose")}</span>
					<input
						class="hidden"
						type="file"
						accept="image/*"
						onChange={async ({ currentTarget }) => {
							const [file] = currentTarget.files ?? [];
							currentTarget.value = "";
							if (!file) return;
							const { pictures, others, trouble } = await ownPictures([file]);
							if (pictures[0]) put(pictures[0].src, others);
							if (trouble !== "") notice.value = trouble;
						}}
					/>
				</label>
				{openLibrary && (
					<button
						type="button"
						class="mini"
						aria-label={t("picture.library")}
						title={t("picture.library")}
						onClick={openLibrary}
					>
						<Icon name="photos" />
					</button>
				)}
				{!needed && value !== "" && (
					<button
						type="button"
						class="mini"
						aria-label={t("background.remove")}
						title={t("background.remove")}
						onClick={() => write(undefined)}
					>
						✕
					</button>
				)}
			</span>
		</span>
	);
}
