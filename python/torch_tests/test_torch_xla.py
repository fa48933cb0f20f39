"""PyTorch on Paddock, through torch_xla: run with PJRT_DEVICE=PADDOCK."""

import unittest

import torch
import torch_xla


class TorchXlaTest(unittest.TestCase):
    def test_operations_run_on_paddock(self):
        device = torch_xla.device()
        self.assertEqual(torch_xla.runtime.device_type(), "PADDOCK")
        x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device)
        self.assertEqual((x @ x).relu().sum(dim=0).tolist(), [22.0, 32.0])

    def test_training_has_the_losses_of_torch(self):
        def train(device):
            torch.manual_seed(0)
            model = torch.nn.Sequential(
                torch.nn.Conv2d(1, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.LayerNorm(144), torch.nn.Linear(144, 10)
            )
            x, y = torch.randn(16, 1, 8, 8), torch.randint(10, (16,))
            model, x, y = model.to(device), x.to(device), y.to(device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            losses = []
            for _ in range(20):
                optimizer.zero_grad()
                loss = torch.nn.functional.cross_entropy(model(x), y)
                loss.backward()
                optimizer.step()
                torch_xla.sync()
                losses.append(loss.item())
            return losses

        ours, theirs = train(torch_xla.device()), train("cpu")
        self.assertLess(max(abs(a - b) for a, b in zip(ours, theirs)), 1e-4)
        self.assertLess(ours[-1], 0.5 * ours[0])


if __name__ == "__main__":
    unittest.main()
