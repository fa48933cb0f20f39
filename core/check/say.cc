#include "core/check/say.h"

namespace paddock {
namespace {

std::string SizeText(Dimension dimension) {
  if (dimension.is_static()) return std::to_string(dimension.size);
  return dimension.bound == kDynamic ? "?" : "?<=" + std::to_string(dimension.bound);
}

// Returns "[a, b]", or the list in different brackets.
template <class List, class Text>
std::string ListText(const List& list, char open, char close, Text text) {
  std::string joined(1, open);
  for (size_t i = 0; i < list.size(); ++i) {
    if (i != 0) joined += ", ";
    joined += text(list[i]);
  }
  return joined + close;
}

}  // namespace

Part::Part(Dimension dimension) : text_(SizeText(dimension)) {}
Part::Part(std::span<const int64_t> list)
    : text_(ListText(list, '[', ']', [](int64_t item) { return std::to_string(item); })) {}
Part::Part(std::span<const Dimension> shape) : text_(ListText(shape, '[', ']', SizeText)) {}
Part::Part(std::span<const Type> types)
    : text_(ListText(types, '(', ')', [](Type type) { return ToString(type); })) {}

std::string SayParts(std::initializer_list<Part> parts) {
  std::string said;
  for (const Part& part : parts) said += part.text();
  return said;
}

}  // namespace paddock
