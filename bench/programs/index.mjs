// All programs of the benchmark, by family. Each is { name, family, write, full, smoke }. `write(full)` is its text at
// the timed size, `write(smoke)` at a size that runs immediately. `grid`: number of processes; `isText`: reading,
// checking and planning are timed; `tolerance`: of results, relative to the greatest.
import * as contraction from "./contraction.mjs";
import * as controlFlow from "./control-flow.mjs";
import * as convolution from "./convolution.mjs";
import * as dataMovement from "./data-movement.mjs";
import * as elementwise from "./elementwise.mjs";
import * as elementwiseFunctions from "./elementwise-functions.mjs";
import * as grid from "./grid.mjs";
import * as images from "./images.mjs";
import * as indexing from "./indexing.mjs";
import * as large from "./large.mjs";
import * as models from "./models.mjs";
import * as normalization from "./normalization.mjs";
import * as quantized from "./quantized.mjs";
import * as reduction from "./reduction.mjs";
import * as sorting from "./sorting.mjs";
import * as transforms from "./transforms.mjs";
import * as windows from "./windows.mjs";

const families = {
  contraction, convolution, quantized, elementwise: { programs: [...elementwise.programs, ...elementwiseFunctions.programs] }, normalization,
  reduction, "data movement": dataMovement, indexing, sorting, transforms, windows, images, "control flow": controlFlow, models, text: large, grid,
};

export const programs = Object.entries(families).flatMap(([family, module]) => module.programs.map((one) => ({ ...one, family })));

/** The text of a program; `size` is "full" or "smoke". */
export const textOf = ({ write, ...sizes }, size) => write(sizes[size]);

/** Whether a program computes in f64, according to its name. */
export const isDouble = (name) => name.endsWith("-f64");

/** Returns the programs whose names match one of the comma-separated words of the filter; all if it is empty. */
export function select(filter = "") {
  const words = filter.split(",").filter(Boolean);
  return programs.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
}
