"""Runs: inputs, settings, grids, threads, progress and stopping."""

import contextlib
import io
import signal
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import paddock_hlo as paddock
from programs import ENDLESS, FAILING, SQUARE, SUM, identity


class Inputs(unittest.TestCase):
    def setUp(self):
        self.program = paddock.load(SQUARE)

    def test_results_are_arrays_and_values(self):
        x = np.float32([1, 2, 3])
        self.assertEqual(self.program(x).tolist(), [1, 4, 9])
        run = self.program.run(x)
        self.assertEqual((len(run), run[0].tolist(), repr(run)), (1, [1, 4, 9], "Run(tensor<3xf32>)"))
        self.assertEqual([value.type for value in run], ["tensor<3xf32>"])
        self.assertGreater(run.counts.operations, 0)

    def test_several_results_are_a_tuple_and_none_is_none(self):
        both = paddock.load("func.func @main() -> (tensor<i32>, tensor<i32>) {\n  %a = stablehlo.constant dense<1> : tensor<i32>\n  %b = stablehlo.constant dense<2> : tensor<i32>\n  return %a, %b : tensor<i32>, tensor<i32>\n}")
        self.assertEqual([int(one) for one in both()], [1, 2])
        self.assertIsNone(paddock.load("func.func @main() {\n  return\n}")())

    def test_texts_are_inputs(self):
        self.assertEqual(self.program("iota").tolist(), [0, 1, 4])
        self.assertEqual(self.program("dense<[1.0, 2.0, 5.0]>").tolist(), [1, 4, 25])
        random = [self.program(f"random:{seed}").tolist() for seed in (1, 1, 2)]
        self.assertEqual(random[0], random[1])
        self.assertNotEqual(random[0], random[2])
        with self.assertRaises(paddock.ProgramError):
            self.program("nonsense")

    def test_the_program_s_comments_are_inputs(self):
        program = paddock.load("// paddock: example\n" + SQUARE.replace("  %y", "  // %x: [4, 5, 6]\n  %y"))
        self.assertEqual(program().tolist(), [16, 25, 36])
        self.assertEqual(program(None).tolist(), [16, 25, 36])

    def test_wrong_inputs_name_the_argument(self):
        for wrong in (np.float32([1, 2]), np.int32([1, 2, 3])):
            with self.assertRaises(paddock.ProgramError) as caught:
                self.program(wrong)
            self.assertEqual(caught.exception.code, "input")
            self.assertIn("%x", str(caught.exception))
        with self.assertRaises(paddock.ProgramError):
            self.program()
        with self.assertRaises(TypeError):
            self.program(1, 2)
        with self.assertRaises(TypeError):
            self.program(object())

    def test_tuples_have_an_array_for_each_element(self):
        text = "func.func @main(%t: tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<f32>, tensor<2xi32>> {\n  return %t : tuple<tensor<f32>, tensor<2xi32>>\n}"
        first, second = paddock.load(text)(1.5, [2, 3])
        self.assertEqual((float(first), second.tolist()), (1.5, [2, 3]))

    def test_open_sizes_follow_the_input(self):
        program = paddock.load(identity("tensor<?xf32>"))
        self.assertEqual([program(np.zeros(n, np.float32)).shape for n in (0, 1, 5)], [(0,), (1,), (5,)])

    def test_another_function_is_the_entry(self):
        program = paddock.load(SQUARE + "\nfunc.func @other() -> tensor<i32> {\n  %a = stablehlo.constant dense<7> : tensor<i32>\n  return %a : tensor<i32>\n}")
        self.assertEqual(int(program(entry="other")), 7)
        with self.assertRaises(ValueError):
            program(entry="nobody")


class Settings(unittest.TestCase):
    def test_levels_give_the_same_bits(self):
        program = paddock.load(SQUARE)
        runs = [program.run("random:1", level=level, numerics="portable", threads=1) for level in ("fast", "faithful")]
        self.assertEqual(runs[0].hash, runs[1].hash)
        self.assertNotEqual(runs[0].hash, program.run("random:2").hash)

    def test_wrong_settings_are_refused(self):
        program = paddock.load(SQUARE)
        for settings, error in (({"level": "slow"}, ValueError), ({"numerics": "exact"}, ValueError), ({"grid": (0, 1)}, ValueError), ({"threads": -1}, ValueError), ({"speed": 1}, TypeError)):
            with self.subTest(settings), self.assertRaises(error):
                program("iota", **settings)

    def test_memory_is_limited(self):
        with self.assertRaises(paddock.ProgramError) as caught:
            paddock.load("func.func @main() -> tensor<1000000xf32> {\n  %a = stablehlo.iota dim = 0 : tensor<1000000xf32>\n  return %a : tensor<1000000xf32>\n}")(memory=1000)
        self.assertEqual(caught.exception.code, "memory")

    def test_prints_reach_python(self):
        text = "func.func @main() {\n  %a = stablehlo.constant dense<7> : tensor<i32>\n  interpreter.print %a : tensor<i32>\n  return\n}"
        program = paddock.load(text)
        printed = []
        program(print=printed.append)
        self.assertIn("7", "".join(printed))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            program()
        self.assertEqual(out.getvalue(), "".join(printed))
        with self.assertRaises(ZeroDivisionError):
            program(print=lambda text: 1 // 0)

    def test_a_failing_run_is_an_error_with_its_place(self):
        program = paddock.load(FAILING)
        self.assertEqual(float(program(5.0)), -5)
        with self.assertRaises(paddock.ProgramError) as caught:
            program(-5.0)
        self.assertEqual(caught.exception.line, 5)
        self.assertIn("x is negative", str(caught.exception))


class Exchanges(unittest.TestCase):
    TEXT = """func.func @main() -> tensor<2xi32> {
  %token = stablehlo.create_token : !stablehlo.token
  %in:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %out = "stablehlo.outfeed"(%in#0, %in#1) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %in#0 : tensor<2xi32>
}"""

    def test_infeeds_and_outfeeds(self):
        program = paddock.load(self.TEXT)
        written = []
        for entry in (np.int32([7, 8]), "[7, 8]", (np.int32([7, 8]),)):
            result = program(infeed=[entry], outfeed=lambda *one: written.append(one))
            self.assertEqual(result.tolist(), [7, 8])
        process, channel, (value,) = written[0]
        self.assertEqual((process, channel, value.tolist(), len(written)), ((0, 0), 0, [7, 8], 3))
        with self.assertRaises(paddock.ProgramError):
            program()
        with self.assertRaises(ValueError):
            program(received={0: [1]})

    def custom(self, function, results="tensor<2xf32>"):
        names = ", ".join(f"%r#{i}" for i in range(results.count("tensor")))
        text = f"func.func @main(%x: tensor<2xf32>) -> ({results}) {{\n  %r:{results.count('tensor')} = stablehlo.custom_call @my.call(%x) : (tensor<2xf32>) -> ({results})\n  return {names} : {results}\n}}"
        return paddock.load(text, custom_calls={"my.call": function})

    def test_custom_calls_are_functions_of_arrays(self):
        self.assertEqual(self.custom(lambda x: 2 * x)([1, 2]).tolist(), [2, 4])
        first, second = self.custom(lambda x: (x.astype(np.int8), x + 1), "tensor<2xi8>, tensor<2xf32>")([1, 2])
        self.assertEqual((first.tolist(), second.tolist()), ([1, 2], [2, 3]))
        session = self.custom(lambda x: -x).session([1, 2])
        session.resume()
        self.assertEqual(session.results()[0].tolist(), [-1, -2])

    def test_wrong_custom_calls_end_the_run(self):
        for function, error in ((lambda x: 1 // 0, ZeroDivisionError), (lambda x: (x, x), TypeError), (lambda x: x[:1], paddock.ProgramError), (lambda x: x.astype(np.float64), paddock.ProgramError)):
            with self.assertRaises(error):
                self.custom(function)([1, 2])


class Grids(unittest.TestCase):
    def test_every_process_has_its_results(self):
        program = paddock.load(SUM)
        inputs = paddock.PerProcess([np.float32([n, 10 * n]) for n in range(4)])
        for mode in ("cooperative", "threads"):
            run = program.run(inputs, grid=(4, 1), mode=mode)
            self.assertEqual((run.grid, run.processes), ((4, 1), ((0, 0), (1, 0), (2, 0), (3, 0))))
            for replica, partition in run.processes:
                self.assertEqual(run.process(replica, partition)[0].tolist(), [6, 60])
        self.assertEqual(len(program(np.float32([1, 2]), grid=(4, 1))), 4)
        with self.assertRaises(IndexError):
            run.process(4)

    def test_inputs_of_single_processes(self):
        program = paddock.load(identity("tensor<i32>"))
        run = program.run(paddock.PerProcess({(1, 0): 5, (0, 0): 3}), grid=(2, 1))
        self.assertEqual([int(run.process(n)[0]) for n in (0, 1)], [3, 5])
        with self.assertRaises(ValueError):
            program.run(paddock.PerProcess([1, 2, 3]), grid=(2, 1))
        with self.assertRaises(ValueError):
            program.run(paddock.PerProcess([1, 2]))


class Threads(unittest.TestCase):
    def test_other_threads_run_meanwhile(self):
        ticks = 0
        program = paddock.load(ENDLESS)

        class Enough(Exception):
            pass

        def progress(_):
            if time.monotonic() > begin + 0.3:
                raise Enough

        def tick():
            nonlocal ticks
            while not stop.is_set():
                ticks += 1
                time.sleep(0.005)

        stop = threading.Event()
        other = threading.Thread(target=tick)
        other.start()
        begin = time.monotonic()
        with self.assertRaises(Enough):
            program(progress=progress, threads=1)
        stop.set()
        other.join()
        self.assertGreater(ticks, 5)

    def test_one_program_runs_on_several_threads(self):
        program = paddock.load(SQUARE)
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda n: program(np.float32([n, n, n])).tolist(), range(40)))
        self.assertEqual(results, [[n * n] * 3 for n in range(40)])


class Stopping(unittest.TestCase):
    def test_progress_is_reported(self):
        reports = []

        class Enough(Exception):
            pass

        def progress(report):
            reports.append(report)
            if len(reports) == 3:
                raise Enough

        with self.assertRaises(Enough):
            paddock.load(ENDLESS)(progress=progress)
        self.assertGreater(reports[1].work_done, reports[0].work_done)
        self.assertTrue(all(4 <= report.line <= 14 for report in reports), reports)

    def seconds_to_stop(self, call):
        """Returns the time from Ctrl-C to the exception."""
        sent = []

        def interrupt():
            time.sleep(0.2)
            sent.append(time.monotonic())
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        other = threading.Thread(target=interrupt)
        other.start()
        with self.assertRaises(KeyboardInterrupt):
            call()
        stopped = time.monotonic()
        other.join()
        return stopped - sent[0]

    def test_control_c_ends_a_run_within_a_tenth_of_a_second(self):
        program = paddock.load(ENDLESS)
        for call in (program, lambda: program.session().resume(), lambda: program.why("nan")):
            # Another program of the machine may delay one try.
            self.assertLess(min(self.seconds_to_stop(call) for _ in range(3)), 0.1)


if __name__ == "__main__":
    unittest.main()
