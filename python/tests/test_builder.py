"""Programs made operation by operation."""

import inspect
import unittest

import numpy as np

import paddock_hlo as paddock
from paddock_hlo import _operations


def built(parameters, make):
    """Returns the program whose function `main` returns what `make` makes of its arguments."""
    builder = paddock.ProgramBuilder()
    f = builder.function("main", parameters)
    f.return_(make(f, *f.arguments))
    return builder.finish()


class Builder(unittest.TestCase):
    def test_a_sum_over_a_dimension(self):
        program = built({"x": "tensor<2x3xf32>"}, lambda f, x: f.reduce(x, 0, lambda a, b: a + b, dimensions=[1]).named("sums"))
        self.assertEqual(program(np.float32([[1, 2, 3], [4, 5, 6]])).tolist(), [6, 15])
        self.assertIn("%sums = stablehlo.reduce", program.text())
        self.assertEqual(program.trace("iota")["%sums"].tolist(), [3, 12])

    def test_operators_and_numbers(self):
        program = built({"x": "tensor<3xf32>"}, lambda f, x: -(2 * x + 1) / 4 - x**2)
        self.assertEqual(program(np.float32([1, 2, 3])).tolist(), [-1.75, -5.25, -10.75])

    def test_a_loop(self):
        def make(f, n):
            _, power = f.while_(
                [n, f.constant(1)],
                lambda n, power: n.compare(0, comparison_direction="GT"),
                lambda n, power: [n - 1, power + power],
            )
            return power

        self.assertEqual(int(built({"n": "tensor<i32>"}, make)(5)), 32)

    def test_branches(self):
        program = built(
            {"i": "tensor<i32>", "x": "tensor<f32>"}, lambda f, i, x: i.case([lambda: x.negate(), lambda: x * 2])
        )
        self.assertEqual([float(program(i, 3.0)) for i in (0, 1)], [-3, 6])

    def test_structures_lists_and_enumerations(self):
        program = built(
            {"x": "tensor<2x3xf32>", "w": "tensor<3x4xf32>"},
            lambda f, x, w: x.dot_general(
                w,
                dot_dimension_numbers={"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]},
                precision_config=["DEFAULT", "DEFAULT"],
            ).transpose(permutation=[1, 0]),
        )
        x, w = np.arange(6, dtype=np.float32).reshape(2, 3), np.arange(12, dtype=np.float32).reshape(3, 4)
        self.assertEqual(program(x, w).tolist(), (x @ w).T.tolist())

    def test_types_that_operands_do_not_determine(self):
        def make(f, x):
            counted = f.iota("tensor<6xf32>", iota_dimension=0)
            return [x.reshape([6]) + counted, x.convert("f64"), x.convert("tensor<2x3xi32>")]

        program = built({"x": "tensor<2x3xf32>"}, make)
        self.assertEqual(program.entry.signature, "@main(%x: tensor<2x3xf32>) -> (tensor<6xf32>, tensor<2x3xf64>, tensor<2x3xi32>)")

    def test_constants(self):
        def make(f):
            return [
                f.constant(np.int8([1, 2])),
                f.constant(0.5, "tensor<2x2xbf16>"),
                f.constant([[1, 2], [3, 4]], "ui16"),
                f.constant(True),
                f.constant(1.5),
                f.constant(paddock.AttributeText("dense<7> : tensor<2xi64>")),
            ]

        program = built({}, make)
        self.assertEqual([result.type for result in program.entry.results], ["tensor<2xi8>", "tensor<2x2xbf16>", "tensor<2x2xui16>", "tensor<i1>", "tensor<f32>", "tensor<2xi64>"])
        self.assertEqual(program.run()[5].tolist(), [7, 7])

    def test_calls_and_grids(self):
        builder = paddock.ProgramBuilder()
        twice = builder.function("twice", {"x": "tensor<f32>"}, is_private=True)
        twice.return_(twice.argument("x") * 2)
        f = builder.function("main", {"x": "tensor<f32>"})
        (doubled,) = f.call(twice, [f.argument(0)])
        total = f.all_reduce([doubled], lambda a, b: a + b, replica_groups=[[0, 1]])
        f.return_(total)
        builder.set_attribute("mhlo.num_replicas", "2 : i32")
        self.assertEqual([float(one) for one in builder.finish()(3.0)], [12, 12])

    def test_a_wrong_call_is_an_error_and_makes_nothing(self):
        builder = paddock.ProgramBuilder()
        f = builder.function("main", {"x": "tensor<2xf32>"})
        x = f.argument("x")
        with self.assertRaises(paddock.ProgramError) as caught:
            x.transpose(permutation=[1])
        self.assertEqual(caught.exception.code, "transpose-c2")
        self.assertIn("stablehlo.transpose", caught.exception.errors[0].notes[0].message)
        with self.assertRaises(paddock.ProgramError):
            builder.finish()
        with self.assertRaises(TypeError):
            x.compare(x, comparison_direction="LARGER")
        with self.assertRaises(TypeError):
            x.add("y")
        with self.assertRaises(ZeroDivisionError):
            f.sort(x, lambda a, b: 1 // 0)
        f.return_(x.transpose(permutation=[0]))
        self.assertEqual(builder.text().splitlines()[1].strip(), "%0 = stablehlo.transpose %x, dims = [0] : (tensor<2xf32>) -> tensor<2xf32>")
        with self.assertRaises(KeyError):
            f.argument("y")

    def test_values_have_types(self):
        builder = paddock.ProgramBuilder()
        x = builder.function("main", {"x": paddock.tensor_of("f32", [2, -1])}).argument("x")
        self.assertEqual((x.type, x.shape, x.element_type), ("tensor<2x?xf32>", (2, -1), "f32"))

    def test_every_operation_is_a_method_with_the_names_of_its_row(self):
        self.assertGreater(len(_operations.ROWS), 200)
        functions = inspect.getmembers(_operations.FunctionOperations, inspect.isfunction)
        self.assertEqual(len([name for name, _ in functions if not name.startswith("_")]), len(_operations.ROWS))
        for name, function in functions:
            parameters = inspect.signature(function).parameters
            self.assertEqual(len(set(parameters)), len(parameters))
            self.assertTrue(name.startswith("_") or inspect.getdoc(function), name)


if __name__ == "__main__":
    unittest.main()
