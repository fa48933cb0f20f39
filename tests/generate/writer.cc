#include "tests/generate/writer.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "core/io/generate_values.h"
#include "core/tensor/literal.h"
#include "tests/generate/open_text.h"

namespace paddock::generate {
namespace {

uint64_t RandomBits(Random& random, ElementType type) {
  const uint64_t bits = random.Next();
  const int width = BitWidth(PartType(type));
  if (IsBoolean(type)) return bits & 1;
  if (width >= 64) return bits;
  const uint64_t low = bits & ((uint64_t{1} << width) - 1);
  // Narrow signed integers are stored with their sign.
  const bool is_negative = IsSigned(type) && width < 8 && (low >> (width - 1)) != 0;
  return is_negative ? low | (~uint64_t{0} << width) : low;
}

}  // namespace

void PutRandomBits(Random& random, Tensor& tensor, int64_t index) {
  const ElementType type = tensor.element_type();
  const size_t width = ByteSize(PartType(type));
  std::byte* at = tensor.mutable_data() + static_cast<size_t>(index) * ByteSize(type);
  for (size_t part = 0; part < ByteSize(type); part += width) {
    const uint64_t bits = RandomBits(random, type);
    std::memcpy(at + part, &bits, width);
  }
}

namespace {

template <class List, class TextOf>
std::string Joined(const List& list, TextOf text_of) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : ", ") + text_of(item);
  return text;
}

}  // namespace

int64_t TensorSpec::count() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

std::string TensorSpec::text() const {
  std::string text = "tensor<";
  for (int64_t size : shape) text += std::to_string(size) + "x";
  return text + std::string(Spelling(element)) + ">";
}

std::string Named::type_text() const {
  if (sizes.empty()) return type.text();
  std::string text = "tensor<", bounds;
  bool has_bounds = false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const std::string real = std::to_string(type.shape[d]);
    text += (sizes[d].is_static() ? real : Either("?", real)) + "x";
    const bool is_bounded = sizes[d].bound != kDynamic;
    has_bounds = has_bounds || is_bounded;
    bounds += (d == 0 ? "" : ", ") + (is_bounded ? std::to_string(sizes[d].bound) : "?");
  }
  text += Spelling(type.element);
  if (has_bounds) text += Either(", #stablehlo.bounds<" + bounds + ">", "");
  return text + ">";
}

std::string NamesOf(const std::vector<Named>& values) {
  return Joined(values, [](const Named& value) { return value.name; });
}
std::string TypesOf(const std::vector<Named>& values) {
  return Joined(values, [](const Named& value) { return value.type_text(); });
}
std::string TypesOf(const std::vector<TensorSpec>& types) {
  return Joined(types, [](const TensorSpec& type) { return type.text(); });
}
std::string ListText(const std::vector<int64_t>& values) {
  return Joined(values, [](int64_t value) { return std::to_string(value); });
}
std::string ArrayText(const std::vector<int64_t>& values) {
  return values.empty() ? "array<i64>" : "array<i64: " + ListText(values) + ">";
}

std::string FunctionText(const std::string& head, const std::vector<Named>& arguments,
                         const std::string& body, const std::vector<Named>& results) {
  std::string signature;
  for (const Named& argument : arguments) {
    signature += (signature.empty() ? "" : ", ") + argument.name + ": " + argument.type_text();
  }
  return "func.func " + head + "(" + signature + ") -> (" + TypesOf(results) + ") {\n" + body +
         "  func.return " + NamesOf(results) + " : " + TypesOf(results) + "\n}\n";
}

std::vector<int64_t> ChooseDimensions(Random& random, size_t size, size_t count) {
  std::vector<int64_t> all(size);
  std::iota(all.begin(), all.end(), 0);
  for (size_t i = 0; i < count; ++i) {
    const auto other = static_cast<size_t>(
        random.Between(static_cast<int64_t>(i), static_cast<int64_t>(size) - 1));
    std::swap(all[i], all[other]);
  }
  all.resize(count);
  return all;
}

Writer::Writer(uint64_t seed) : random(seed) {
  // Few types, so that values can be combined.
  palette_ = {ElementType::kF32, ElementType::kI32, ElementType::kI1};
  for (int i = 0; i < 3; ++i) {
    palette_.push_back(static_cast<ElementType>(random.Below(kElementTypeCount - 1)));
  }
}

bool Writer::Runs(std::string_view op) const {
  const OpInfo* info = FindOp(op);
  return info != nullptr && info->has_lower;
}

std::string Writer::NewName() { return "%v" + std::to_string(next_name_++); }

ElementType Writer::AnyElement(uint32_t elements) {
  std::vector<ElementType> fitting;
  for (ElementType type : palette_) {
    if ((ElementBit(type) & elements) != 0) fitting.push_back(type);
  }
  if (!fitting.empty() && random.Chance(90)) return random.Pick(fitting);
  fitting.clear();
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    if ((ElementBit(type) & elements & kStoredElements) != 0) fitting.push_back(type);
  }
  return random.Pick(fitting);
}

Shape Writer::AnyShape(size_t least_rank, size_t most_rank) {
  std::vector<Shape> fitting;
  for (const Shape& shape : shapes) {
    if (shape.size() >= least_rank && shape.size() <= most_rank) fitting.push_back(shape);
  }
  if (!fitting.empty() && random.Chance(95)) return random.Pick(fitting);
  const auto rank = static_cast<size_t>(
      random.Between(static_cast<int64_t>(least_rank), static_cast<int64_t>(most_rank)));
  Shape shape(rank);
  for (int64_t& size : shape) size = random.Chance(4) ? 0 : random.Between(1, 5);
  // Sometimes a size that needs several tiles.
  if (rank > 0 && depth == 0 && random.Chance(5)) random.Pick(shape) = random.Between(60, 700);
  // Rarely a size large enough for more than one thread.
  if (rank > 0 && rank < 3 && depth == 0 && random.Chance(1)) {
    random.Pick(shape) = random.Between(3000, 20000);
  }
  return shape;
}

Sizes Writer::AnySizes(const Shape& shape) {
  Sizes sizes;
  if (openness == 0) return sizes;
  bool is_open = false;
  for (int64_t size : shape) {
    const bool is_known = !random.Chance(openness);
    const bool is_bounded = random.Chance(25);
    is_open = is_open || !is_known;
    sizes.push_back(is_known ? Dimension{size} : Dimension{});
    if (!is_known && is_bounded) sizes.back().bound = size + random.Below(3);
  }
  if (!is_open) sizes.clear();
  return sizes;
}

std::optional<Named> Writer::Find(const std::function<bool(const TensorSpec&)>& is_wanted) {
  std::vector<const Named*> found;
  for (const Named& value : scope_) {
    if (is_wanted(value.type)) found.push_back(&value);
  }
  if (found.empty()) return std::nullopt;
  return random.Chance(40) ? *found.back() : *random.Pick(found);
}

Named Writer::GetAny(uint32_t elements, size_t least_rank, size_t most_rank) {
  if (random.Chance(90)) {
    auto found = Find([&](const TensorSpec& type) {
      return (ElementBit(type.element) & elements) != 0 && type.rank() >= least_rank &&
             type.rank() <= most_rank;
    });
    if (found) return *std::move(found);
  }
  return Get({AnyElement(elements), AnyShape(least_rank, most_rank)});
}

Named Writer::Get(const TensorSpec& type) {
  if (random.Chance(80)) {
    if (auto found = Find([&](const TensorSpec& other) { return other == type; })) {
      return *std::move(found);
    }
  }
  return Make(type);
}

Named Writer::As(const Named& value, const Sizes& sizes) {
  if (value.sizes == sizes) return value;
  const Named result = {NewName(), value.type, sizes};
  Text("  " + result.name + " = \"stablehlo.convert\"(" + value.name + ") : (" + value.type_text() +
       ") -> " + result.type_text() + "\n");
  return result;
}

// Makes a value by a constant, or from another value by changing only its type.
Named Writer::Make(const TensorSpec& type) {
  const std::string text = type.text();
  const auto from = [&](const char* op, const Named& operand, const std::string& attributes) {
    return Define(type, "stablehlo." + std::string(op) + " " + operand.name + attributes + " : (" +
                            operand.type_text() + ") -> " + text);
  };
  switch (random.Below(5)) {
    case 0:
      if (auto found = Find([&](const TensorSpec& other) {
            return other.shape == type.shape && other.element != type.element;
          })) {
        return from("convert", *found, "");
      }
      break;
    case 1:
      if (auto found = Find([&](const TensorSpec& other) {
            return other.element == type.element && other.count() == type.count();
          })) {
        return from("reshape", *found, "");
      }
      break;
    case 2:
      if (auto found = Find([&](const TensorSpec& other) {
            return other.element == type.element && other.rank() == 0;
          })) {
        return from("broadcast_in_dim", *found, ", dims = []");
      }
      break;
    case 3:
      if (type.rank() > 0 && !IsBoolean(type.element)) {
        const int64_t dimension = random.Below(static_cast<int64_t>(type.rank()));
        return Define(type, "stablehlo.iota dim = " + std::to_string(dimension) + " : " + text);
      }
      break;
    default:
      break;
  }
  return Constant(type);
}

std::string Writer::Literal(const TensorSpec& type) {
  Tensor value = Tensor::Allocate(type.element, type.shape);
  GenerateValues({ValueRule::Kind::kRandom, random.Next()}, value);
  const int odd = random.Chance(20) ? 30 : 0;
  for (int64_t i = 0; i < value.element_count(); ++i) {
    if (random.Chance(odd)) PutRandomBits(random, value, i);
  }
  std::string text = "dense<";
  AppendLiteral(text, value, false);
  return text + ">";
}

Named Writer::Constant(const TensorSpec& type) {
  const std::string splat =
      type.count() > 0 && random.Chance(30) ? Literal(type.With(Shape())) : "";
  return Define(
      type, "stablehlo.constant " + (splat.empty() ? Literal(type) : splat) + " : " + type.text());
}

Named Writer::Integers(const std::vector<int64_t>& elements, const TensorSpec& type) {
  std::string list = type.rank() == 0 ? std::to_string(elements[0]) : ListText(elements);
  if (type.rank() == 2) {
    list.clear();
    const auto columns = static_cast<size_t>(type.shape[1]);
    for (size_t i = 0; i < elements.size(); i += columns) {
      const std::vector<int64_t> row(elements.begin() + static_cast<ptrdiff_t>(i),
                                     elements.begin() + static_cast<ptrdiff_t>(i + columns));
      list += (i == 0 ? "[" : ", [") + ListText(row) + "]";
    }
  }
  if (type.rank() > 0 && !elements.empty()) list = "[" + list + "]";
  return Define(type, "stablehlo.constant dense<" + list + "> : " + type.text());
}

Named Writer::Define(const TensorSpec& type, const std::string& operation) {
  Named value = {NewName(), type};
  text_ += "  " + value.name + " = " + operation + "\n";
  scope_.push_back(value);
  return value;
}

namespace {

// Operations whose results' sizes are always written, as the specification or upstream requires.
constexpr std::string_view kStaticResults[] = {"stablehlo.broadcast_in_dim", "stablehlo.reshape",
                                               "stablehlo.rng_bit_generator"};

}  // namespace

std::vector<Named> Writer::Apply(std::string_view op, const std::vector<Named>& operands,
                                 const std::vector<TensorSpec>& results,
                                 const std::string& attributes,
                                 const std::vector<std::string>& regions) {
  std::vector<Named> declared;
  const bool is_static = std::ranges::find(kStaticResults, op) != std::end(kStaticResults);
  for (const TensorSpec& type : results) {
    declared.push_back({"", type, is_static ? Sizes() : AnySizes(type.shape)});
  }
  return ApplyAs(op, operands, declared, attributes, regions);
}

std::vector<Named> Writer::ApplyAs(std::string_view op, const std::vector<Named>& operands,
                                   const std::vector<Named>& results, const std::string& attributes,
                                   const std::vector<std::string>& regions) {
  const std::string name = NewName();
  const bool is_group = results.size() > 1;
  std::string text = "  ";
  if (!results.empty())
    text += name + (is_group ? ":" + std::to_string(results.size()) : "") + " = ";
  text += "\"" + std::string(op) + "\"(" + NamesOf(operands) + ")";
  if (!attributes.empty()) text += " <{" + attributes + "}>";
  if (!regions.empty())
    text += " (" + Joined(regions, [](const std::string& region) { return region; }) + ")";
  text_ += text + " : (" + TypesOf(operands) + ") -> (" + TypesOf(results) + ")\n";
  std::vector<Named> values;
  for (size_t i = 0; i < results.size(); ++i) {
    values.push_back(results[i]);
    values.back().name = name + (is_group ? "#" + std::to_string(i) : "");
    scope_.push_back(values.back());
  }
  return values;
}

std::string Writer::Region(
    const std::vector<TensorSpec>& arguments, bool sees_outside,
    const std::function<std::vector<Named>(const std::vector<Named>&)>& write,
    bool opens_arguments) {
  std::string outer_text = std::move(text_);
  text_.clear();
  std::vector<Named> outer_scope = scope_;
  if (!sees_outside) scope_.clear();
  std::vector<Named> values;
  std::string header;
  for (const TensorSpec& type : arguments) {
    values.push_back({NewName(), type, opens_arguments ? AnySizes(type.shape) : Sizes()});
    header += (header.empty() ? "" : ", ") + values.back().name + ": " + values.back().type_text();
    scope_.push_back(values.back());
  }
  ++depth;
  const std::vector<Named> returned = write(values);
  --depth;
  std::string text = "{\n";
  if (!arguments.empty()) text += "^bb0(" + header + "):\n";
  text += text_ + "  stablehlo.return";
  if (!returned.empty()) text += " " + NamesOf(returned) + " : " + TypesOf(returned);
  text_ = std::move(outer_text);
  scope_ = std::move(outer_scope);
  return text + "\n}";
}

}  // namespace paddock::generate
