/** A mistake on the command line, explained in one sentence for the user. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** Exit statuses. */
export const EXIT = {
	ok: 0,
	/** Rendering failed, for example because of an image or a full disk. */
	failed: 1,
	/** The command line is invalid. */
	usage: 2,
	/** The document is invalid. */
	invalid: 3,
	/** Rendered, but with warnings, and --fail-on-warnings was given. */
	warned: 4,
} as const;

export const HELP = `post-image-render: renders social posts and carousels from one JSON document

  post-image-render render FILE [-o OUT] [options]   render the slides to files
  post-image-render measure FILE                     positions of texts and images, as JSON
  post-image-render link FILE [options]              signed links to the slides (LINK_KEYS, PUBLIC_BASE_URL)
  post-image-render render --template ID --set NAME=VALUE …   render a template (also for measure and link)
  post-image-render batch FILE --data ROWS -o OUT    render the document once per row of data
  post-image-render batch FILE --data ROWS --jobs URL -o OUT    the same, as a job of the service at URL (API_KEY)
  post-image-render templates list                   ids, names and variables (--query WORDS, --tag, --platform)
  post-image-render templates show ID                a template, as JSON
  post-image-render templates check FILE …           check your own templates, also with long texts and other brands
  post-image-render schema [--examples | --guide]    JSON Schema of a document, examples, the contract on a page
  post-image-render serve                            start the HTTP service, configured by environment variables
  post-image-render mcp                              start an MCP server on standard input and output

FILE is a JSON document, or - for standard input.

template, in place of FILE
  -t, --template ID    id of a template        --set NAME=VALUE    a variable, such as title="Autumn sale"; repeat it
      --brand ID       brand to render it with
      --platform ID    platform to render it for; repeat it, or ID,ID, for several. With a FILE that has platforms:
                       only these

render, batch
  -o, --out OUT        folder, or a file name for one slide, a PDF or a ZIP; - for standard output (default: .)
  -f, --format NAME    png, svg, jpeg, webp, pdf or zip (default: that of OUT's name, else the document's)
  -s, --slide N        only this slide, counted from 1
  -d, --data FILE      rows: CSV whose first row names the variables, or JSON or NDJSON with one object
                       per row; writes OUT/row-0001-slide-01.png and so on, and counts the warnings at the end
                       (with several platforms, one folder for each: OUT/pin/row-0001-slide-01.png)
  -w, --watch          render again when FILE changes
  -q, --quality N      1 to 100, for jpeg, webp and pdf
      --fail-on-warnings   exit with 4 if there are warnings
      --quiet          no progress, no warnings, no summary

link
  -s, --slide N        only this slide        -f, --format NAME   png, jpeg, webp or svg
      --expires-in S   seconds until the links expire (default: never)

  -h, --help    -v, --version

Exits with 0 on success, 1 if something failed, 2 for a wrong command line, 3 for an invalid document.
`;
