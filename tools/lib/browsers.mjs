// Finds the browsers for tests of the page.
import { existsSync } from "node:fs";
import { findProgram } from "./run.mjs";

const webkitPaths = ["4.1", "6.0", "4.0"].flatMap((version) =>
  ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
);

/** For each browser, paths in Debian and elsewhere in order of preference, and names on PATH. */
const browsers = {
  // The cheapest first: Chromium without windows, menus and their pages, which take more processor time than our page.
  chromium: {
    paths: [
      "/usr/bin/chromium-headless-shell",
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    names: ["chromium", "google-chrome", "google-chrome-stable", "chrome"],
  },
  firefox: { paths: ["/usr/bin/firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"], names: ["firefox-esr", "firefox"] },
  // The small browser of WebKitGTK is in no PATH.
  webkit: { paths: webkitPaths, names: ["MiniBrowser"] },
};

/** Returns the path in PADDOCK_CHROMIUM, PADDOCK_FIREFOX or PADDOCK_WEBKIT, else that of the first browser found; undefined if there is none. */
export function findBrowser(name = "chromium") {
  const { paths, names } = browsers[name];
  return [process.env[`PADDOCK_${name.toUpperCase()}`], ...paths].find((path) => path && existsSync(path)) ?? names.map((name) => findProgram(name)).find(Boolean);
}
