/** A mistake on the command line, in a sentence for the person who typed it. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** What the process ends with. */
export const EXIT = {
	ok: 0,
	/** It could not be drawn: an image that fails, no room on the disk. */
	failed: 1,
	/** The command line is wrong. */
	usage: 2,
	/** The document is wrong. */
	invalid: 3,
	/** Drawn, but with warnings, and --fail-on-warnings was given. */
	warned: 4,
} as const;

export const HELP = `post-image-render: draws social posts and carousels from one JSON document

  post-image-render render FILE [-o OUT] [options]   draw the slides into files
  post-image-render measure FILE                     where texts and images lie, as JSON
  post-image-render link FILE [options]              signed links to the slides (LINK_KEYS, PUBLIC_BASE_URL)
  post-image-render render --template ID --set NAME=VALUE …   draw a template (measure and link take one, too)
  post-image-render batch FILE --data ROWS -o OUT    draw the document once for each row of data
  post-image-render batch FILE --data ROWS --jobs URL -o OUT    the same by a job of the service at URL (API_KEY)
  post-image-render templates list                   ids, names and variables (--query WORDS, --tag, --platform)
  post-image-render templates show ID                a template, as JSON
  post-image-render templates check FILE             what is wrong with a template of your own
  post-image-render schema [--examples | --guide]    JSON Schema of a document, examples, the contract on a page
  post-image-render serve                            the HTTP service; all is set by environment variables
  post-image-render mcp                              an MCP server on standard input and output

FILE is a JSON document, or - for standard input.

template, in place of FILE
  -t, --template ID    id of a template        --set NAME=VALUE    a variable, such as title="Autumn sale"; repeat it
      --brand ID       brand to draw it with
      --platform ID    platform to draw it for; repeat it, or ID,ID, for several. Of a FILE with platforms:
                       only these

render, batch
  -o, --out OUT        folder, or a file name for one slide, a PDF or a ZIP; - for standard output (default: .)
  -f, --format NAME    png, svg, jpeg, webp, pdf or zip (default: that of OUT's name, else the document's)
  -s, --slide N        only this slide, counted from 1
  -d, --data FILE      rows: CSV, the first of which names the variables, or JSON or NDJSON with an object for
                       each row; draws OUT/row-0001-slide-01.png and so on, and counts the warnings at the end
                       (with several platforms, into a folder for each: OUT/pin/row-0001-slide-01.png)
  -w, --watch          draw again when FILE changes
  -q, --quality N      1 to 100, for jpeg, webp and pdf
      --fail-on-warnings   end with 4 when there are warnings
      --quiet          no progress, no warnings, no summary

link
  -s, --slide N        only this slide        -f, --format NAME   png, jpeg, webp or svg
      --expires-in S   seconds until the links end (default: never)

  -h, --help    -v, --version

Ends with 0 when all is drawn, 1 when something failed, 2 for a wrong command line, 3 for a wrong document.
`;
