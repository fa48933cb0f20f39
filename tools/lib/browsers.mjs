// Finds the browser for tests of the page.
import { existsSync } from "node:fs";
import { findProgram } from "./run.mjs";

/**
 * Paths in Debian and elsewhere, the cheapest browser first: Chromium without windows, menus and their pages, which
 * take more processor time than our page.
 */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const names = ["chromium", "google-chrome", "google-chrome-stable", "chrome"];

/** Returns the path in PADDOCK_CHROMIUM, else the first browser found; undefined if there is none. */
export const findBrowser = () =>
  [process.env.PADDOCK_CHROMIUM, ...places].find((path) => path && existsSync(path)) ?? names.map((name) => findProgram(name)).find(Boolean);

/** Other engines, for `npm run test:browsers`; the small browser of WebKitGTK is in no PATH. */
const others = {
  firefox: { paths: ["/usr/bin/firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"], names: ["firefox-esr", "firefox"] },
  webkit: { paths: ["4.1", "6.0", "4.0"].flatMap((version) => ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`)), names: ["MiniBrowser"] },
};

/** Returns the path of "firefox" or "webkit", which PADDOCK_FIREFOX and PADDOCK_WEBKIT may name; undefined if there is none. */
export const findOtherBrowser = (name) =>
  [process.env[`PADDOCK_${name.toUpperCase()}`], ...others[name].paths].find((path) => path && existsSync(path)) ??
  others[name].names.map((name) => findProgram(name)).find(Boolean);
