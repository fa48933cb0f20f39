"""Value: a tensor of a program, with its type."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from . import _core, _html
from ._arrays import dtype_of, to_numpy, to_tensor

_MOST_SHOWN = 1000


class Value:
    """A tensor: an element type, a shape, and its elements in row-major order.

    numpy's functions, `np.asarray`, `np.from_dlpack` and `torch.from_dlpack` take it without a copy; from
    Python 3.12 on it also has the buffer protocol. Its elements do not change.
    """

    def __init__(self, array: Any, element_type: str | None = None) -> None:
        """Makes a value of an array, as an input takes it, with a copy of its elements."""
        tensor = to_tensor(array, element_type).copy()
        self._set(tensor, f"tensor<{'x'.join([*map(str, tensor.shape), tensor.element_type])}>")

    def _set(self, tensor: _core.Tensor, type_text: str) -> None:
        self._tensor = tensor
        self._type = type_text

    @classmethod
    def _of(cls, tensor: _core.Tensor, type_text: str) -> Value:
        made = cls.__new__(cls)
        made._set(tensor, type_text)
        return made

    @property
    def type(self) -> str:
        """Type in the program's notation, such as "tensor<2x3xf32>". A quantized type has its parameters."""
        return self._type

    @property
    def element_type(self) -> str:
        """Element type, such as "f32"; of a quantized value its storage type."""
        return self._tensor.element_type

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the dimensions."""
        return self._tensor.shape

    @property
    def ndim(self) -> int:
        """Rank: the number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def dtype(self) -> np.dtype[Any]:
        """numpy's type of the elements. Raises ImportError if that needs ml_dtypes, which is not there."""
        return dtype_of(self.element_type)

    def numpy(self) -> np.ndarray[Any, Any]:
        """Returns a read-only array over the elements, without a copy.

        Elements of less than 16 bits, other than i8 and i1, and bf16 have a type of ml_dtypes. Raises
        ImportError without it.
        """
        array = to_numpy(self._tensor)
        array.flags.writeable = False
        return array

    def tolist(self) -> Any:
        """Returns the elements as nested lists of Python's numbers; of a scalar the number."""
        return self.numpy().tolist()

    def dense(self) -> str:
        """Returns the value in the program's notation, with every bit: "dense<[1.0, 2.0]> : tensor<2xf32>"."""
        return self._tensor.text(self._type, 2**62, True)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        array = self.numpy()
        if dtype is not None and np.dtype(dtype) != array.dtype:
            if copy is False:
                raise ValueError(f"{self._type} as {np.dtype(dtype)} needs a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __dlpack__(self, **options: Any) -> Any:
        return self._tensor.dlpack().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._tensor.dlpack().__dlpack_device__()

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(self.numpy())  # type: ignore[arg-type]

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a scalar has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> Any:
        return self.numpy()[index]

    def __float__(self) -> float:
        return float(self.numpy().item())

    def __int__(self) -> int:
        return int(self.numpy().item())

    def __bool__(self) -> bool:
        return bool(self.numpy().item())

    def __str__(self) -> str:
        return self._tensor.text(self._type, _MOST_SHOWN, False)

    def __repr__(self) -> str:
        return f"Value({self})"

    def _repr_html_(self) -> str:
        drawn = _html.picture(self._tensor)
        return f"<div><div><code>{escape(self._type)}</code></div>{drawn}{_html.code(self._elements())}</div>"

    def _elements(self) -> str:
        return self._tensor.text("", 100, False).strip()
