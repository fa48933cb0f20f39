#include "core/tensor/tensor.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/api/observe/compare.h"
#include "core/c/tensor_handle.h"
#include "core/tensor/print_value.h"
#include "python/src/bind.h"
#include "python/src/element_types.h"
#include "python/src/tensor.h"
#include "python/src/text.h"

namespace paddock::python {
namespace {

// Runs on the thread that destroys the last tensor.
void ReleaseBuffer(void* user_data) {
  const nb::gil_scoped_acquire acquire;
  auto* view = static_cast<Py_buffer*>(user_data);
  PyBuffer_Release(view);
  delete view;
}

using Shape = std::vector<int64_t>;

// Makes a tensor over bytes of others, which `release` gives back. Throws ValueError, without a
// call of `release`, if they are no elements of this type and shape.
Tensor Borrow(ElementType type, const Shape& shape, const void* data, size_t byte_size,
              paddock_release release, void* user_data) {
  paddock_tensor* made = nullptr;
  const paddock_status status =
      paddock_tensor_borrow(static_cast<paddock_element_type>(type), shape.data(), shape.size(),
                            data, byte_size, release, user_data, &made);
  if (status != PADDOCK_OK) {
    throw nb::value_error("the bytes are no elements of this type and shape");
  }
  Tensor tensor = made->value.tensor();
  paddock_tensor_free(made);
  return tensor;
}

// Makes a tensor over the bytes of an object with the buffer protocol, without a copy.
Tensor OfBytes(std::string_view element_type, const Shape& shape, nb::handle object) {
  const ElementType type = TypeOfSpelling(element_type);
  const auto drop = [](Py_buffer* view) { ReleaseBuffer(view); };
  auto made = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(object.ptr(), made.get(), PyBUF_SIMPLE) != 0) throw nb::python_error();
  std::unique_ptr<Py_buffer, decltype(drop)> view(made.release(), drop);
  Tensor tensor =
      Borrow(type, shape, view->buf, static_cast<size_t>(view->len), ReleaseBuffer, view.get());
  view.release();
  return tensor;
}

using AnyArray = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

void ReleaseArray(void* user_data) {
  const nb::gil_scoped_acquire acquire;
  delete static_cast<AnyArray*>(user_data);
}

// Makes a tensor over an array of DLPack, without a copy. Prefers the type `wanted` among those
// with the same code.
Tensor OfDlpack(const AnyArray& array, std::optional<std::string> wanted) {
  std::optional<ElementType> type = TypeOfDlpack(array.dtype());
  if (wanted) {
    const ElementType asked = TypeOfSpelling(*wanted);
    if (DlpackTypeOf(asked) == array.dtype()) type = asked;
  }
  if (!type) throw nb::type_error("an array of a type that no tensor has");
  Shape shape(array.ndim());
  for (size_t i = 0; i < shape.size(); ++i) shape[i] = static_cast<int64_t>(array.shape(i));
  auto held = std::make_unique<AnyArray>(array);
  Tensor tensor = Borrow(*type, shape, array.data(), array.nbytes(), ReleaseArray, held.get());
  held.release();
  return tensor;
}

nb::ndarray<nb::array_api, nb::ro> ToDlpack(nb::handle_t<Tensor> self) {
  const auto& tensor = nb::cast<const Tensor&>(self);
  const auto type = DlpackTypeOf(tensor.element_type());
  if (!type) throw nb::buffer_error("DLPack has no type for elements of less than 8 bits");
  const std::vector<size_t> shape(tensor.shape().begin(), tensor.shape().end());
  return nb::ndarray<nb::array_api, nb::ro>(tensor.data(), shape.size(), shape.data(), self,
                                            nullptr, *type, nb::device::cpu::value);
}

// The elements as bytes. They may be written if no other tensor shares them.
int GetBuffer(PyObject* self, Py_buffer* view, int flags) {
  auto& tensor = *nb::inst_ptr<Tensor>(nb::handle(self));
  const bool is_shared = !tensor.buffer()->is_owned() || !tensor.buffer()->is_unique();
  auto* data = const_cast<std::byte*>(tensor.data());
  return PyBuffer_FillInfo(view, self, data, static_cast<Py_ssize_t>(tensor.byte_size()),
                           is_shared ? 1 : 0, flags);
}

nb::str TextOf(const Tensor& tensor, std::string_view type, int64_t elide_above, bool is_dense) {
  return Text(PrintValue(
      tensor, type,
      {.elide_above = elide_above, .form = is_dense ? ValueForm::kDense : ValueForm::kNumpy}));
}

nb::object Compare(const Tensor& a, const Tensor& b) {
  const auto difference = CompareTensors(a, b);
  if (!difference) return nb::none();
  nb::dict made;
  made["count"] = difference->count;
  made["differing"] = difference->differing;
  made["non_finite"] = difference->non_finite;
  made["absolute"] = difference->absolute;
  made["relative"] = difference->relative;
  made["scaled"] = difference->scaled;
  made["ulp"] = difference->ulp ? nb::cast(*difference->ulp) : nb::none();
  made["worst"] = difference->worst;
  return made;
}

// [(spelling, kind, bits, bytes), ...] of all element types.
nb::list ElementTypes() {
  static constexpr const char* kKinds[] = {"boolean", "signed",  "unsigned",
                                           "float",   "complex", "index"};
  nb::list list;
  for (const ElementTypeInfo& info : kElementTypeInfos) {
    list.append(nb::make_tuple(Text(info.spelling), kKinds[static_cast<size_t>(info.kind)],
                               info.bits, info.bytes));
  }
  return list;
}

PyType_Slot kTensorSlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(GetBuffer)}, {0, nullptr}};

}  // namespace

Tensor OwnedCopy(const Tensor& tensor) {
  Tensor copy = Tensor::Allocate(tensor.element_type(), tensor.shape());
  if (!copy.has_value()) throw std::bad_alloc();
  if (tensor.byte_size() != 0) std::memcpy(copy.mutable_data(), tensor.data(), tensor.byte_size());
  return copy;
}

void BindTensor(nb::module_& module) {
  nb::class_<Tensor>(module, "Tensor", nb::type_slots(kTensorSlots), "Elements in row-major order.")
      .def_static("of_bytes", OfBytes)
      .def_static("of_dlpack", OfDlpack, nb::arg("array"), nb::arg("wanted") = nb::none())
      .def("dlpack", ToDlpack)
      .def("copy", OwnedCopy)
      .def("text", TextOf)
      .def("json", [](const Tensor& tensor) { return Text(PrintJson(tensor)); })
      .def_prop_ro("element_type",
                   [](const Tensor& tensor) { return Text(Spelling(tensor.element_type())); })
      .def_prop_ro(
          "shape",
          [](const Tensor& tensor) {
            return nb::tuple(nb::cast(Shape(tensor.shape().begin(), tensor.shape().end())));
          },
          nb::sig("def shape(self) -> tuple[int, ...]"));
  module.def("compare", Compare,
             nb::sig("def compare(a: Tensor, b: Tensor, /) -> dict[str, Any] | None"));
  module.def("element_types", ElementTypes,
             nb::sig("def element_types() -> list[tuple[str, str, int, int]]"));
}

}  // namespace paddock::python
