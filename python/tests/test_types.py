"""Arrays of every element type reach a program and come back with their bits."""

import sys
import unittest

import numpy as np

import paddock_hlo as paddock
from paddock_hlo._arrays import NAMES, dtype_of
from programs import identity, reshaping

WIDE = ("i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "f32", "f64", "complex<f32>", "complex<f64>")


def bits_of(dtype, count):
    """Returns `count` elements with random bits that are elements of the type."""
    generator = np.random.default_rng(7)
    small = {"int2": 2, "int4": 4, "uint2": 2, "uint4": 4, "float4_e2m1fn": 4, "float6_e2m3fn": 6, "float6_e3m2fn": 6}
    if dtype.name in small:
        width = small[dtype.name]
        codes = generator.integers(0, 2**width, count, np.uint8)
        if dtype.name.startswith("int"):
            codes = np.where(codes >= 2 ** (width - 1), codes.astype(int) + 256 - 2**width, codes).astype(np.uint8)
        return codes.view(dtype)
    if dtype == bool:
        return generator.integers(0, 2, count).astype(bool)
    return generator.integers(0, 256, count * dtype.itemsize, np.uint8).view(dtype)


class Types(unittest.TestCase):
    def check(self, element_type):
        try:
            dtype = dtype_of(element_type)
        except ImportError as error:
            self.skipTest(str(error))
        array = bits_of(dtype, 15).reshape(3, 5)
        program = paddock.load(reshaping(element_type))
        row, reversed_rows = program(array)
        self.assertEqual(row.dtype, dtype)
        self.assertEqual(row.shape, (15,))
        self.assertEqual(row.tobytes(), array.tobytes())
        self.assertEqual(reversed_rows.tobytes(), array[:, ::-1].tobytes())

    def test_every_element_type_keeps_its_bits(self):
        self.assertGreater(len(NAMES), 28)
        for element_type in NAMES:
            with self.subTest(element_type):
                if element_type == "index":
                    continue  # No program that JAX writes moves such values.
                self.check(element_type)

    def test_scalars_and_tensors_without_elements(self):
        for shape in ((), (0,), (2, 0, 3), (1, 1)):
            with self.subTest(shape):
                array = np.zeros(shape, np.float32)
                sizes = "".join(f"{size}x" for size in shape)
                result = paddock.load(identity(f"tensor<{sizes}f32>"))(array)
                self.assertEqual((result.shape, result.dtype), (shape, array.dtype))

    def test_dense_arrays_are_not_copied(self):
        for element_type in WIDE:
            with self.subTest(element_type):
                array = np.zeros(1024, dtype_of(element_type))
                from paddock_hlo import _arrays

                tensor = _arrays.to_tensor(array)
                self.assertTrue(np.shares_memory(_arrays.to_numpy(tensor), array))

    def test_a_result_does_not_change_with_the_argument_that_it_returns(self):
        array = np.float32([1, 2, 3])
        result = paddock.load(identity("tensor<3xf32>"))(array)
        array[0] = 9
        self.assertEqual(result.tolist(), [1, 2, 3])

    def test_arrays_in_other_orders_are_copied(self):
        program = paddock.load(identity("tensor<2x3xf32>"))
        dense = np.arange(6, dtype=np.float32).reshape(2, 3)
        for array in (np.asfortranarray(dense), np.repeat(dense, 2, axis=1)[:, ::2], dense.astype(">f4"), dense[::-1][::-1]):
            self.assertEqual(program(array).tobytes(), dense.tobytes())

    def test_unaligned_arrays(self):
        raw = np.zeros(13, np.uint8)
        array = raw[1:].view(np.float32)
        array[:] = [1, 2, 3]
        self.assertEqual(paddock.load(identity("tensor<3xf32>"))(array).tolist(), [1, 2, 3])

    def test_numbers_and_lists_take_the_argument_s_type(self):
        self.assertEqual(paddock.load(identity("tensor<3xf32>"))([1, 2.5, 3]).dtype, np.float32)
        self.assertEqual(paddock.load(identity("tensor<i8>"))(-128).dtype, np.int8)
        self.assertEqual(paddock.load(identity("tensor<2xi1>"))([True, False]).tolist(), [True, False])
        self.assertEqual(paddock.load(identity("tensor<complex<f32>>"))(1 + 2j).item(), 1 + 2j)

    def test_numbers_that_the_type_does_not_have_are_refused(self):
        for element_type, number in (("i8", 128), ("i32", 1.5), ("ui8", -1), ("f32", 1j), ("i1", 2)):
            with self.subTest(element_type), self.assertRaises(TypeError) as caught:
                paddock.load(identity(f"tensor<{element_type}>"))(number)
            self.assertIn("%x", str(caught.exception))

    def test_invalid_codes_of_narrow_types_are_refused(self):
        try:
            dtype = dtype_of("f4E2M1FN")
        except ImportError as error:
            self.skipTest(str(error))
        with self.assertRaises(ValueError):
            paddock.load(identity("tensor<2xf4E2M1FN>"))(np.uint8([1, 200]).view(dtype))

    def test_buffers_and_dlpack(self):
        import array as arrays

        program = paddock.load(identity("tensor<3xf32>"))
        buffer = arrays.array("f", [1, 2, 3])
        self.assertEqual(program(memoryview(buffer)).tolist(), [1, 2, 3])
        self.assertEqual(program(buffer).tolist(), [1, 2, 3])

        class OnlyDlpack:
            held = np.float32([4, 5, 6])

            def __dlpack__(self, **options):
                return self.held.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.held.__dlpack_device__()

        self.assertEqual(program(OnlyDlpack()).tolist(), [4, 5, 6])

    def test_results_own_their_memory(self):
        result = paddock.load(reshaping("f64"))(np.ones((3, 5)))[0]
        self.assertTrue(result.flags.writeable)
        result[0] = 7
        self.assertEqual(result.sum(), 21)


class Values(unittest.TestCase):
    def setUp(self):
        self.value = paddock.load(identity("tensor<2x2xf32>")).run([[1, 2], [3, 4]])[0]

    def test_a_value_has_type_and_shape(self):
        self.assertEqual((self.value.type, self.value.element_type), ("tensor<2x2xf32>", "f32"))
        self.assertEqual((self.value.shape, self.value.ndim, self.value.size, len(self.value)), ((2, 2), 2, 4, 2))

    def test_a_value_is_an_array_without_a_copy(self):
        first, second = np.asarray(self.value), self.value.numpy()
        self.assertTrue(np.shares_memory(first, second))
        self.assertFalse(first.flags.writeable)
        self.assertEqual((self.value[1, 0], self.value.tolist()), (3, [[1, 2], [3, 4]]))
        self.assertEqual(np.asarray(self.value, np.int32).tolist(), [[1, 2], [3, 4]])

    def test_a_value_is_taken_by_dlpack_without_a_copy(self):
        taken = np.from_dlpack(self.value)
        self.assertTrue(np.shares_memory(taken, self.value.numpy()))
        self.assertEqual(taken.tolist(), [[1, 2], [3, 4]])

    @unittest.skipUnless(sys.version_info >= (3, 12), "needs Python 3.12")
    def test_a_value_has_the_buffer_protocol(self):
        view = memoryview(self.value)
        self.assertEqual((view.format, view.shape, view.readonly, view.tolist()), ("f", (2, 2), True, [[1, 2], [3, 4]]))

    def test_a_value_is_an_input(self):
        self.assertEqual(paddock.load(identity("tensor<2x2xf32>"))(self.value).tolist(), [[1, 2], [3, 4]])

    def test_a_value_prints_with_every_bit(self):
        self.assertEqual(paddock.Value(0.1, "f64").dense(), "dense<0.1> : tensor<f64>")
        self.assertEqual(float(paddock.Value(0.5, "f32")), 0.5)
        self.assertIn("tensor<2x2xf32>", repr(self.value))


if __name__ == "__main__":
    unittest.main()
