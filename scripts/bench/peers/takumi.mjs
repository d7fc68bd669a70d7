/** takumi-js as in its README: JSX passed to render(), fonts as an option, images by URL. */
import { render } from "takumi-js";
import { fonts } from "./design.mjs";
import { serve } from "./peer-server.mjs";

serve({
	png: (slide, { format = "png", scale = 1, ...size }) =>
		render(slide, {
			...{ width: size.width * scale, height: size.height * scale, devicePixelRatio: scale },
			...(format === "png" ? {} : { format: /** @type {"webp"} */ (format), quality: 90 }),
			fonts,
		}),
});
