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
