/** `require("post-image-render-service")`: the ES module with its types. */
import renderService = require("./index.js");

export = renderService;
