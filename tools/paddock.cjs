// The entry of every npm script: old syntax on purpose, so that an old Node gets a sentence and not a syntax error.
var version = process.versions.node.split(".").map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error("paddock: needs Node 20.19 or newer, and this is Node " + process.versions.node + ".");
  process.exit(1);
}
import("./main.mjs").then(function (main) {
  return main.run(process.argv.slice(2));
});
