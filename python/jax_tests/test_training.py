"""Training on Paddock has the losses of training on cpu."""

import unittest

import jax
import numpy as np
from training import Cnn, Transformer, train


class TrainingTest(unittest.TestCase):
    def check(self, model):
        ours, _ = train(model, jax.devices("paddock")[0], 50)
        theirs, _ = train(model, jax.devices("cpu")[0], 50)
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-5)
        self.assertLess(ours[-1], 0.9 * ours[0])

    def test_a_cnn(self):
        self.check(Cnn(8, 4, 16))

    def test_a_transformer(self):
        self.check(Transformer(16, 8, 1, 8))


if __name__ == "__main__":
    unittest.main()
