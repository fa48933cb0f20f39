// Finds the browser for tests of the page.
import { existsSync } from "node:fs";

/**
 * Paths in Debian and elsewhere, the cheapest browser first: Chromium without windows, menus and their pages, which
 * take more processor time than our page.
 */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Returns the path in PADDOCK_CHROMIUM, else the first browser found; undefined if there is none. */
export const findBrowser = () => [process.env.PADDOCK_CHROMIUM, ...places].find((path) => path && existsSync(path));
