#include "core/explain/sentence.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/check/context.h"
#include "core/ir/attribute_values.h"
#include "core/ir/value_name.h"

namespace paddock {
namespace {

constexpr std::string_view kSentences[] = {
#include "dialect/sentence_table.inc"
};

// Maximum number of listed names; more are counted.
constexpr size_t kMostNames = 4;

using Text = std::optional<std::string>;
using Values = std::span<Value* const>;

// Returns "a, b" for the texts that `write` returns.
template <class Items, class Write>
std::string Joined(const Items& items, std::string_view between, Write write) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += between;
    text += write(item);
  }
  return text;
}

std::string SizeText(int64_t size) { return size == kDynamic ? "?" : std::to_string(size); }
std::string NumberText(int64_t number) { return std::to_string(number); }

std::string Counted(const std::string& count, std::string_view noun) {
  return count + " " + std::string(noun) + (count == "1" ? "" : "s");
}

bool AreAll(const std::vector<int64_t>& list, int64_t number) {
  return std::ranges::count(list, number) == std::ssize(list);
}

std::string ListText(const std::vector<int64_t>& list) {
  const std::string text = Joined(list, ", ", NumberText);
  return list.size() == 1 ? text : "[" + text + "]";
}

std::string NamesText(Values values) {
  const bool is_long = values.size() > kMostNames;
  const auto name = [](const Value* value) { return WrittenName(*value); };
  const std::string text =
      Joined(values.first(is_long ? kMostNames - 1 : values.size()), ", ", name);
  return is_long ? text + " and " + std::to_string(values.size() - kMostNames + 1) + " more" : text;
}

std::string_view ShortName(const Operation& operation) {
  return operation.name.substr(operation.name.find('.') + 1);
}

// Returns the name of the region's only operation, else "its function".
std::string FunctionText(const Operation& operation) {
  const Block* block = operation.regions.empty() ? nullptr : operation.regions[0]->only_block();
  const bool is_one =
      block != nullptr && block->first != nullptr && block->first->next == block->last;
  return is_one ? std::string(ShortName(*block->first)) : "its function";
}

bool HasOpenSizes(const Value* value) {
  return !value->type.is_tensor() || !value->type.has_static_shape();
}

Text AttributeText(const Attribute& attribute) {
  switch (attribute.kind) {
    case AttributeKind::kSymbol:
      return "@" + std::string(attribute.text);
    case AttributeKind::kString:
    case AttributeKind::kEnum:
      return std::string(attribute.text);
    default:
      break;
  }
  const std::vector<int64_t> list = IntegersOf(&attribute);
  return list.empty() ? Text() : ListText(list);
}

// Fills in the phrases of one operation.
class SentenceWriter {
 public:
  explicit SentenceWriter(const Operation& operation) : operation_(operation) {}

  // Returns nothing if a phrase outside brackets is missing.
  Text Write(std::string_view pattern) const {
    std::string text;
    while (!pattern.empty()) {
      const size_t begin = std::min(pattern.find('['), pattern.size());
      const Text plain = WritePlain(pattern.substr(0, begin));
      if (!plain) return {};
      text += *plain;
      if (begin == pattern.size()) break;
      const size_t end = pattern.find(']', begin);
      text += WriteFirst(pattern.substr(begin + 1, end - begin - 1));
      pattern.remove_prefix(end + 1);
    }
    return text;
  }

 private:
  std::string WriteFirst(std::string_view alternatives) const {
    while (true) {
      const size_t end = std::min(alternatives.find('|'), alternatives.size());
      if (const Text text = WritePlain(alternatives.substr(0, end))) return *text;
      if (end == alternatives.size()) return "";
      alternatives.remove_prefix(end + 1);
    }
  }

  Text WritePlain(std::string_view pattern) const {
    std::string text;
    while (true) {
      const size_t begin = std::min(pattern.find('{'), pattern.size());
      text += pattern.substr(0, begin);
      if (begin == pattern.size()) return text;
      const size_t end = pattern.find('}', begin);
      const Text phrase = Fill(pattern.substr(begin + 1, end - begin - 1));
      if (!phrase) return {};
      text += *phrase;
      pattern.remove_prefix(end + 1);
    }
  }

  // "name", "phrase name" or "phrase name noun".
  Text Fill(std::string_view words) const {
    const size_t space = words.find(' ');
    if (space == std::string_view::npos) return Named(words);
    const std::string_view phrase = words.substr(0, space);
    const std::string_view rest = words.substr(space + 1);
    const size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view name = rest.substr(0, end);
    if (end < rest.size()) return CountedPhrase(phrase, name, rest.substr(end + 1));
    const Values values = ValuesOf(name);
    if (phrase == "type") return values.empty() ? Text() : ToString(values[0]->type);
    if (!values.empty()) return ShapeText(*values[0]);
    const Attribute* attribute = AttributeOf(name);
    const std::vector<int64_t> list = IntegersOf(attribute);
    if (list.empty()) return {};
    if (phrase == "dimensions") {
      return (list.size() == 1 ? "dimension " : "dimensions ") + Joined(list, ", ", NumberText);
    }
    if (phrase == "gaps") return AreAll(list, 0) ? Text() : ListText(list);
    if (phrase == "steps" && AreAll(list, 1)) return {};
    return Joined(list, "x", NumberText);
  }

  Text Named(std::string_view name) const {
    const OpInfo& info = *operation_.info;
    if (name == "doc") return std::string(info.doc.substr(0, info.doc.find_first_of(";.")));
    if (name == "function") return FunctionText(operation_);
    if (const Values values = ValuesOf(name); !values.empty()) return NamesText(values);
    const Attribute* attribute = AttributeOf(name);
    return attribute == nullptr ? Text() : AttributeText(*attribute);
  }

  Text CountedPhrase(std::string_view phrase, std::string_view name, std::string_view noun) const {
    const Values values = ValuesOf(name);
    if (phrase == "number") {
      const size_t count = values.empty() ? operation_.regions.size() : values.size();
      return Counted(std::to_string(count), noun);
    }
    if (values.empty() || !values[0]->type.is_tensor()) return {};
    if (phrase == "count") return Counted(ElementCountText(*values[0]), noun);
    return AlongPhrase(*values[0], noun);
  }

  // "attribute+attribute noun": the number of cells along these dimensions.
  Text AlongPhrase(const Value& value, std::string_view words) const {
    const size_t space = words.find(' ');
    std::string_view names = words.substr(0, space);
    const std::span<const int64_t> shape = value.type.shape();
    int64_t count = 1;
    while (true) {
      const size_t end = std::min(names.find('+'), names.size());
      const std::vector<int64_t> dimensions = IntegersOf(AttributeOf(names.substr(0, end)));
      if (dimensions.empty()) return {};
      for (const int64_t dimension : dimensions) {
        const int64_t at = dimension < 0 ? dimension + std::ssize(shape) : dimension;
        if (at < 0 || at >= std::ssize(shape) || shape[static_cast<size_t>(at)] < 0) return {};
        count *= shape[static_cast<size_t>(at)];
      }
      if (end == names.size()) return Counted(std::to_string(count), words.substr(space + 1));
      names.remove_prefix(end + 1);
    }
  }

  static Text ShapeText(const Value& value) {
    if (!value.type.is_tensor()) return ToString(value.type);
    return value.type.rank() == 0 ? "a scalar" : Joined(value.type.shape(), "x", SizeText);
  }

  static std::string ElementCountText(const Value& value) {
    if (HasOpenSizes(&value)) return *ShapeText(value);
    int64_t count = 1;
    for (const int64_t size : value.type.shape()) count *= size;
    return std::to_string(count);
  }

  Values ValuesOf(std::string_view name) const {
    const OpInfo& info = *operation_.info;
    if (name == "operands") return operation_.operands;
    if (name == "results") return operation_.results;
    const auto row = std::ranges::find(info.operands, name, &OperandInfo::name);
    if (row == info.operands.end()) return {};
    const auto group =
        GroupOf(info.operands, operation_.operands.size(), operation_.Find("operandSegmentSizes"),
                static_cast<size_t>(row - info.operands.begin()));
    return group ? Values(operation_.operands).subspan(group->first, group->count) : Values();
  }

  // Returns an attribute of the operation or a field of one of its structures; null if neither
  // exists.
  const Attribute* AttributeOf(std::string_view name) const {
    if (const Attribute* attribute = operation_.Find(name)) return attribute;
    for (const NamedAttribute& attribute : operation_.attributes) {
      const Attribute* structure = attribute.value;
      if (structure == nullptr || structure->kind != AttributeKind::kStruct) continue;
      if (const Attribute* field = structure->Find(name)) return field;
    }
    return nullptr;
  }

  const Operation& operation_;
};

}  // namespace

std::string SentenceOf(const Operation& operation) {
  if (operation.info == nullptr) return "";
  const std::string_view pattern = kSentences[static_cast<size_t>(operation.info->kind)];
  if (pattern.empty()) return std::string(operation.info->doc);
  const Text text = SentenceWriter(operation).Write(pattern);
  return text ? *text + "." : std::string(operation.info->doc);
}

}  // namespace paddock
