/**
 * Logos with unusual aspect ratios and their own background, so that they are visible on any brand.
 */
const dataUrl = (svg: string): string =>
	`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

/** Five times as wide as high. */
export const wideLogo = dataUrl(
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 50"><rect width="250" height="50" rx="10" fill="#7A4FD0"/><circle cx="28" cy="25" r="13" fill="#FFF"/><path d="M56 25h164" stroke="#FFF" stroke-width="14" stroke-linecap="round"/></svg>`,
);

/** Twice as high as wide. */
export const tallLogo = dataUrl(
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 100"><rect width="50" height="100" rx="10" fill="#7A4FD0"/><circle cx="25" cy="27" r="14" fill="#FFF"/><path d="M14 60h22M14 78h22" stroke="#FFF" stroke-width="9" stroke-linecap="round"/></svg>`,
);
