#include "core/plan/grid/body_text.h"

#include <cstdio>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/fnv.h"
#include "core/dialect/op_info.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

constexpr size_t kMostShown = 120;

class BodyWriter {
 public:
  std::string Take() { return std::move(text_); }

  void WriteRegion(const Region& region) {
    text_ += '{';
    for (const Block* block = region.first; block != nullptr; block = block->next) {
      for (const Value* argument : block->arguments) Number(*argument);
      for (const Operation* operation : *block) {
        if (operation != region.first->first) text_ += "; ";
        WriteOperation(*operation);
      }
    }
    text_ += '}';
  }

 private:
  void Number(const Value& value) { numbers_.emplace(&value, numbers_.size()); }

  void WriteOperation(const Operation& operation) {
    constexpr std::string_view kDialect = "stablehlo.";
    const std::string_view name = operation.name;
    text_ += name.starts_with(kDialect) ? name.substr(kDialect.size()) : name;
    text_ += '(';
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      if (i != 0) text_ += ", ";
      WriteUse(*operation.operands[i]);
    }
    text_ += ')';
    for (const NamedAttribute& attribute : operation.attributes) {
      const bool is_inherent =
          operation.info == nullptr || operation.info->FindAttribute(attribute.name) >= 0;
      if (!is_inherent) continue;
      text_.append(" ").append(attribute.name).append(" = ");
      text_ += Print(*attribute.value);
    }
    for (const Region* region : operation.regions) {
      text_ += ' ';
      WriteRegion(*region);
    }
    for (size_t i = 0; i < operation.results.size(); ++i) {
      text_ += i == 0 ? " : " : ", ";
      text_ += ToString(operation.results[i]->type);
      Number(*operation.results[i]);
    }
  }

  void WriteUse(const Value& value) {
    const auto found = numbers_.find(&value);
    text_ += '%';
    text_ += found == numbers_.end() ? "outside : " + ToString(value.type)
                                     : std::to_string(found->second);
  }

  std::string text_;
  std::unordered_map<const Value*, size_t> numbers_;
};

}  // namespace

std::string BodyText(const Region& body) {
  BodyWriter writer;
  writer.WriteRegion(body);
  std::string text = writer.Take();
  if (text.size() <= kMostShown) return text;
  char end[64];
  std::snprintf(end, sizeof(end), "...} of %zu characters, hash %016llx", text.size(),
                static_cast<unsigned long long>(FnvHash<char>(text)));
  return text.substr(0, kMostShown) + end;
}

}  // namespace paddock
