/** The progress, errors and results of a job. */
import { cancelJob, forgetJob, isOver, type Job, pathOf, saveWithKey } from "../jobs.js";
import { notice } from "../state.js";
import { language, t } from "../texts/texts.js";

/** A readable duration. @param seconds rounded in the output */
function timeOf(seconds: number): string {
	const [value, unit] =
		seconds < 100
			? [seconds, "second"]
			: seconds < 6_000
				? [seconds / 60, "minute"]
				: [seconds / 3_600, "hour"];
	return new Intl.NumberFormat(language.value, {
		style: "unit",
		unit: unit as string,
		unitDisplay: "short",
		maximumFractionDigits: unit === "hour" ? 1 : 0,
	}).format(value as number);
}

const number = (value: number, digits = 0): string =>
	new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(value);

export function JobProgress({ job }: { readonly job: Job }) {
	const { total, drawn, failed } = job.rows;
	const over = isOver(job);
	const { zips = [] } = job.links;
	return (
		<section class={`job ${job.state}`} aria-label={t("job")}>
			<header class="panel-head">
				<strong role="status">{t(`job.${job.state}`)}</strong>
				{over ? (
					<button type="button" class="quiet" onClick={forgetJob}>
						{t("close")}
					</button>
				) : (
					<button
						type="button"
						onClick={() =>
							void cancelJob(job).catch((error: Error) => {
								notice.value = error.message;
							})
						}
					>
						{t("job.cancel")}
					</button>
				)}
			</header>
			<progress max={total} value={drawn + failed} aria-label={t("job")} />
			<p class="hint">
				{[
					t("job.count", { drawn: number(drawn), total: number(total) }),
					failed > 0 && t("job.failures", { count: number(failed) }),
					!over &&
						job.rowsPerSecond !== null &&
						t("job.speed", { count: number(job.rowsPerSecond, 1) }),
					!over && job.secondsLeft !== null && t("job.left", { time: timeOf(job.secondsLeft) }),
				]
					.filter(Boolean)
					.join(" · ")}
			</p>
			{job.error && <p class="refused">{job.error.message}</p>}
			{job.errors.length > 0 && (
				<ul class="job-errors" aria-label={t("job.errors")}>
					{job.errors.map(({ row, message }) => (
						<li key={row}>
							<b>{t("rows.row", { number: row })}</b> {message}
						</li>
					))}
				</ul>
			)}
			{over && drawn > 0 && (
				<p class="actions">
					{zips.map((zip, index) => (
						<Result
							key={zip}
							link={zip}
							name={zips.length > 1 ? `posts-${index + 1}.zip` : "posts.zip"}
							text={zips.length > 1 ? `ZIP ${index + 1}` : "ZIP"}
						/>
					))}
					<Result link={job.links.manifest} name="manifest.ndjson" text={t("job.manifest")} />
				</p>
			)}
		</section>
	);
}

/** A file of a job. */
function Result({
	link,
	name,
	text,
}: {
	readonly link: string;
	readonly name: string;
	readonly text: string;
}) {
	const path = pathOf(link);
	return (
		<a
			class="button"
			href={path}
			download={name}
			onClick={(event) => {
				saveWithKey(event, path, name);
			}}
		>
			{text}
		</a>
	);
}
