// The browser that shows the page to the tests.
import { existsSync } from "node:fs";

/**
 * Where Debian and others put one, the cheapest first: Chromium without windows, menus and the pages that these are made of,
 * which take more of a processor than ours does.
 */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The path of the one that PADDOCK_CHROMIUM names, else of the first that is there; undefined: none is. */
export const findBrowser = () => [process.env.PADDOCK_CHROMIUM, ...places].find((path) => path && existsSync(path));
