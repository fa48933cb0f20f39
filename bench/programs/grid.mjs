// Eight processes that sum their values.
import { program } from "./builder.mjs";

const processes = 8;

const allReduce = ({ count }) =>
  program((f) => {
    const ids = Array.from({ length: processes }, (_, i) => i);
    const x = f.argument([count]);
    return f.generic("stablehlo.all_reduce", [x], [{ shape: [count], element: "f32" }], {
      attributes: `replica_groups = dense<[[${ids.join(", ")}]]> : tensor<1x${processes}xi64>`,
      regions: [f.combiner("add", "f32")],
    });
  });

export const programs = [
  { name: "all-reduce-8", grid: `${processes}x1`, write: allReduce, full: { count: 2 ** 20 }, smoke: { count: 500 } },
];
