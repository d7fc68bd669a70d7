import { ServiceError } from "../../base/errors.js";
import { ENUMS, type OutputFormat } from "../../contract/enums.js";
import type {
	LibraryTemplate,
	TemplateLibrary,
} from "../../documents/templates/template-library.js";
import { splitUrl, withUsualExtension } from "./link-path.js";

/** The start of the paths of open template links. */
export const OPEN_PREFIX = "/t/";

/** The content of an open template link. */
export interface OpenTarget {
	readonly template: LibraryTemplate;
	readonly format: OutputFormat;
	/** As it was sent, without the question mark; undefined if there is none. */
	readonly query?: string | undefined;
}

const PATH = new RegExp(
	`^${OPEN_PREFIX}(?<id>[a-z0-9-]{1,64})\\.(?<format>${ENUMS.outputFormat.join("|")})$`,
);

/**
 * Finds the template of a path such as `/t/sale-price.png`.
 * @param url the target of the request, a path or (from a proxy) an absolute URL
 * @param isOpen whether the operator lists a template
 * @throws ServiceError not_found
 */
export function readOpenPath(
	url: string,
	templates: TemplateLibrary,
	isOpen: (id: string) => boolean,
): OpenTarget {
	const { path, query } = splitUrl(url);
	const { id = "", format } = PATH.exec(withUsualExtension(path))?.groups ?? {};
	const template = isOpen(id) ? templates.get(id) : undefined;
	if (template === undefined) throw new ServiceError("not_found");
	return { template, format: format as OutputFormat, query };
}
