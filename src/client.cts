/** What `require("post-image-render-service/client")` gives. */
import client = require("./client.js");

export = client;
