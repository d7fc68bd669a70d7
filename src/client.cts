/** `require("post-image-render-service/client")`. */
import client = require("./client.js");

export = client;
