// The entry of every npm script. It uses old syntax, so that an old Node prints a sentence instead of a syntax error.
var version = process.versions.node.split(".").map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error("paddock: needs Node 20.19 or newer, and this is Node " + process.versions.node + ".");
  process.exit(1);
}
import("./main.mjs").then(function (main) {
  return main.run(process.argv.slice(2));
});
