/** What `require("post-image-render-service")` gives: the ES module, with its types. */
import renderService = require("./index.js");

export = renderService;
