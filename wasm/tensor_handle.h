// Tensors and windows on them for JavaScript. Their numbers stay in this module's memory until they
// are copied.
#ifndef PADDOCK_WASM_TENSOR_HANDLE_H_
#define PADDOCK_WASM_TENSOR_HANDLE_H_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/query/window.h"
#include "core/diagnostics/json.h"
#include "core/tensor/print_value.h"
#include "core/tensor/tensor.h"
#include "wasm/describe.h"
#include "wasm/exposed.h"

namespace paddock {

// Parses sizes such as "2,3". Stops at the first that is not a number.
inline std::vector<int64_t> ParseSizes(const std::string& text) {
  std::vector<int64_t> shape;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    int64_t size = 0;
    const auto [next, error] = std::from_chars(at, end, size);
    if (error != std::errc()) break;
    shape.push_back(size);
    at = next < end && *next == ',' ? next + 1 : next;
  }
  return shape;
}

// A window whose numbers JavaScript copies: the values, and an equal number of mark bytes.
class WindowHandle {
 public:
  explicit WindowHandle(TensorWindow window) : window_(std::move(window)) {}

  size_t rows() const { return window_.rows; }
  size_t columns() const { return window_.columns; }
  size_t channels() const { return window_.channels; }
  size_t count() const { return window_.values.size(); }
  Exposed values() const {
    return Expose(window_.values.data(), window_.values.size() * sizeof(double));
  }
  Exposed marks() const { return Expose(window_.marks.data(), window_.marks.size()); }

 private:
  TensorWindow window_;
};

class TensorHandle {
 public:
  explicit TensorHandle(Tensor tensor, std::string type = "")
      : tensor_(std::move(tensor)), type_(std::move(type)) {}

  std::string type() const { return type_; }
  std::string element_type() const { return std::string(Spelling(tensor_.element_type())); }
  std::string shape() const { return JsonSizes(tensor_.shape()); }
  // The bytes, at any alignment.
  Exposed address() const { return Expose(tensor_.data(), tensor_.byte_size()); }
  size_t byte_size() const { return tensor_.byte_size(); }
  std::string print(double elide_above) const {
    PrintValueOptions options;
    if (elide_above >= 0) options.elide_above = static_cast<int64_t>(elide_above);
    return PrintValue(tensor_, type_, options);
  }
  // `request` holds the members of WindowRequest in order, except `value`, with `has_channels` as 0
  // or 1. Null if the request is invalid.
  WindowHandle* window(std::string request, int value) const {
    const std::vector<int64_t> numbers = ParseSizes(request);
    if (numbers.size() != 9) return nullptr;
    auto window = ReadWindow(tensor_, {.slice = numbers[0],
                                       .top = numbers[1],
                                       .left = numbers[2],
                                       .rows = numbers[3],
                                       .columns = numbers[4],
                                       .rows_per_block = numbers[5],
                                       .columns_per_block = numbers[6],
                                       .value = static_cast<simd::BlockValue>(value & 3),
                                       .wrap = numbers[7],
                                       .has_channels = numbers[8] != 0});
    return window ? new WindowHandle(*std::move(window)) : nullptr;
  }
  // A range of NaNs means the range of all finite elements.
  std::string summary(size_t bins, double low, double high) const {
    std::optional<HistogramRange> range;
    if (low <= high) range = HistogramRange{low, high};
    return Describe(SummarizeTensor(tensor_, bins, range));
  }
  const Tensor& tensor() const { return tensor_; }

 private:
  Tensor tensor_;
  std::string type_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_TENSOR_HANDLE_H_
