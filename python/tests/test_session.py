"""Sessions, traces, differences and chains of causes."""

import unittest

import numpy as np

import paddock_hlo as paddock
from programs import FAILING, NAN, SQUARE, SUM

LOOP = """func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %sum, %end = stablehlo.while(%s = %zero, %i = %n) : tensor<i32>, tensor<i32>
    cond {
      %goes_on = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes_on : tensor<i1>
    } do {
      %next = stablehlo.add %s, %i : tensor<i32>
      %less = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %next, %less : tensor<i32>, tensor<i32>
    }
  return %sum : tensor<i32>
}"""


class Sessions(unittest.TestCase):
    def test_a_session_steps_forward_and_back(self):
        session = paddock.load(SQUARE).session(np.float32([1, 2, 3]))
        place = session.place
        self.assertEqual((place.clock, place.process, place.operation, place.line), (0, (0, 0), "stablehlo.multiply", 2))
        self.assertEqual(place.text, "%y = stablehlo.multiply %x, %x : tensor<3xf32>")
        with self.assertRaises(LookupError):
            session.value("%y")
        self.assertEqual(session.value("x").tolist(), [1, 2, 3])
        session.step()
        self.assertEqual(session.value("%y").tolist(), [1, 4, 9])
        session.back()
        with self.assertRaises(LookupError):
            session.value("%y")
        with self.assertRaises(RuntimeError):
            session.results()
        self.assertEqual((session.resume(), session.is_finished), ("finished", True))
        self.assertEqual(session.results()[0].tolist(), [1, 4, 9])
        self.assertEqual(str(session.place), "the end")
        with self.assertRaises(KeyError):
            session.value("%nobody")

    def test_a_breakpoint_stops_in_every_iteration(self):
        session = paddock.load(LOOP).session(4)
        session.set_breakpoints([9])
        found = []
        while session.resume() == "breakpoint":
            found.append(int(session.value("%s")))
        self.assertEqual(found, [0, 4, 7, 9])
        self.assertEqual(int(session.results()[0]), 10)
        last = session.place.clock
        session.back(last)
        self.assertEqual(session.place.clock, 0)
        session.set_breakpoints([])
        session.step_over()
        self.assertGreater(len(session.history()), 1)
        with self.assertRaises(ValueError):
            session.set_breakpoints([99])

    def test_a_session_keeps_its_own_inputs(self):
        x = np.float32([1, 2, 3])
        session = paddock.load(SQUARE).session(x)
        x[:] = 0
        session.resume()
        self.assertEqual(session.results()[0].tolist(), [1, 4, 9])

    def test_a_trap_stops_at_nan(self):
        session = paddock.load(NAN).session([1, -1, 2])
        session.set_trap()
        self.assertEqual(session.resume(), "trap")
        self.assertTrue(np.isnan(session.value("%log")[1]))

    def test_processes_have_their_own_values(self):
        inputs = paddock.PerProcess([[n, n] for n in range(4)])
        session = paddock.load(SUM).session(inputs, grid=(4, 1))
        session.resume()
        self.assertEqual(session.value("%x", process=(2, 0)).tolist(), [2, 2])
        with self.assertRaises(IndexError):
            session.value("%x", process=(4, 0))


class Traces(unittest.TestCase):
    def test_a_trace_has_every_value(self):
        trace = paddock.load(NAN).trace([1, -1, 2])
        self.assertEqual([row.name for row in trace], ["%x", "%log", "%one", "%sum"])
        log = trace.rows[1]
        self.assertEqual((log.line, log.operation, log.nan_count, log.executions), (2, "stablehlo.log", 1, 1))
        self.assertEqual(trace.first_non_finite, log)
        self.assertEqual(trace["%one"].tolist(), [1, 1, 1])
        self.assertEqual([name for name, _ in trace.values()], ["x", "log", "one", "sum"])
        self.assertIn("%log", repr(trace))
        self.assertIn("1 not finite", repr(trace))

    def test_a_failed_run_has_the_values_before_it(self):
        trace = paddock.load(FAILING).trace(-2.0)
        self.assertEqual(trace.error.line, 5)
        self.assertEqual(float(trace["%y"]), 2)

    def test_names_that_occur_twice_are_told_apart(self):
        text = "func.func @main() -> tensor<i32> {\n  %a = call @f() : () -> tensor<i32>\n  return %a : tensor<i32>\n}\nfunc.func @f() -> tensor<i32> {\n  %a = stablehlo.constant dense<7> : tensor<i32>\n  return %a : tensor<i32>\n}"
        trace = paddock.load(text).trace()
        self.assertEqual([name for name, _ in trace.values()], ["a", "a@2"])
        self.assertEqual(int(trace.value("%a", line=6)), 7)


class Differences(unittest.TestCase):
    def test_two_programs_are_compared(self):
        program = paddock.load(SQUARE)
        other = paddock.load(SQUARE.replace("multiply", "add"))
        diff = program.diff(other, np.float32([1, 2, 3]))
        self.assertTrue(diff)
        self.assertEqual((diff.first.name, diff.first.differing, diff.first.absolute, diff.first.worst), ("y", 2, 3, 2))
        self.assertIn("%y", repr(diff))
        self.assertFalse(program.diff(program, "random:1"))

    def test_a_dump_and_arrays_are_compared(self):
        program = paddock.load(SQUARE)
        same = {"y": np.float32([1, 4, 9.00001])}
        self.assertFalse(program.diff(same, [1, 2, 3]))
        self.assertTrue(program.diff(same, [1, 2, 3], tolerance=0))
        self.assertEqual(program.diff(same, [1, 2, 3]).alone, ("x",))
        self.assertTrue(program.diff({"y": np.zeros(4, np.float32)}, [1, 2, 3]).first.is_over)


class Causes(unittest.TestCase):
    def test_an_element_is_explained(self):
        why = paddock.load(NAN).why("%sum[1]", [1, -1, 2])
        self.assertEqual([cell["name"] for cell in why.cells], ["%sum[1]", "%log[1]", "%x[1]", "%one[1]"][: len(why.cells)])
        self.assertIn("%log[1]", str(why))

    def test_the_first_nan_is_explained(self):
        program = paddock.load(NAN)
        why = program.why("nan", [1, -1, 2])
        self.assertEqual(why.cells[0]["name"], "%log[1]")
        self.assertIsNone(program.why("nan", [1, 1, 2]))
        self.assertEqual(program.why("inf", [1, 0, 2]).cells[0]["name"], "%log[1]")

    def test_a_chain_leads_forward(self):
        why = paddock.load(NAN).why("x[1]", [1, -1, 2], forward=True)
        self.assertEqual(why.chain["direction"], "forward")
        self.assertIn("%sum[1]", [cell["name"] for cell in why.cells])

    def test_wrong_elements_are_refused(self):
        program = paddock.load(NAN)
        for cell in ("%nobody[0]", "%sum[9]", "%sum[", ""):
            with self.subTest(cell), self.assertRaises(ValueError):
                program.why(cell, [1, -1, 2])


if __name__ == "__main__":
    unittest.main()
