/** takumi-js as in its README: JSX passed to render(), fonts as an option, images by URL. */
import { render } from "takumi-js";
import { fonts } from "./design.mjs";
import { serve } from "./peer-server.mjs";

serve({
	png: (slide, size) => render(slide, { ...size, fonts }),
});
