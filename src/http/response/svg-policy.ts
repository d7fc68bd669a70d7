/** An SVG that is opened as a page may run and load nothing. */
export const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
