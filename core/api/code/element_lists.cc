#include "core/api/code/element_lists.h"

#include <cstring>
#include <utility>

#include "core/api/code/number_code.h"

namespace paddock::code {

std::vector<std::string> NumbersOf(const Tensor& value, NumberFunction number_of) {
  std::vector<std::string> numbers;
  if (value.element_count() > kMaximumListed) return numbers;
  const size_t width = ByteSize(value.element_type());
  for (size_t at = 0; at < value.byte_size(); at += width) {
    auto number = number_of(value.element_type(), value.data() + at);
    if (!number) return {};
    numbers.push_back(*std::move(number));
  }
  return numbers;
}

std::vector<int64_t> IntegersOf(const Tensor& value) {
  std::vector<int64_t> integers(static_cast<size_t>(value.element_count()));
  if (!integers.empty()) std::memcpy(integers.data(), value.data(), value.byte_size());
  return integers;
}

Code NestedLists(std::span<const std::string> numbers, std::span<const int64_t> shape,
                 const std::string& open, const std::string& close) {
  if (shape.empty()) return numbers[0];
  std::vector<Code> items;
  if (shape.size() == 1) {
    items.assign(numbers.begin(), numbers.end());
    return Code::Numbers(open, std::move(items), close);
  }
  const size_t step = numbers.size() / static_cast<size_t>(shape[0]);
  for (size_t at = 0; at < numbers.size(); at += step) {
    items.push_back(NestedLists(numbers.subspan(at, step), shape.subspan(1), open, close));
  }
  return Code::List(open, std::move(items), close);
}

}  // namespace paddock::code
