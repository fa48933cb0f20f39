// Format strings of the op table, compiled to directives. The parser and the printer share one
// list. core/dialect/README.md defines the language.
#ifndef PADDOCK_CORE_TEXT_FORMAT_H_
#define PADDOCK_CORE_TEXT_FORMAT_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/dialect/op_info.h"

namespace paddock {

enum class DirectiveKind : uint8_t {
  kLiteral,         // `text`
  kOperand,         // $name; `index` in OpInfo::operands
  kAttribute,       // $name; `index` in OpInfo::attributes
  kRegion,          // $name; `index` in OpInfo::regions
  kOperands,        // operands
  kAttributes,      // attr-dict
  kAttributesWord,  // attr-dict-with-keyword
  kOperandType,     // type($name)
  kResultType,      // type($name)
  kFunctionalType,
  kSameType,
  kResultTypes,
  kOptional,  // ( ... )?
  kCustom,    // custom<Name>
  kInvalid,   // the table's format is wrong; a test prevents it
};

struct Directive {
  DirectiveKind kind = DirectiveKind::kInvalid;
  std::string_view text;  // kLiteral, kCustom; else the name
  uint32_t index = 0;
  std::vector<Directive> group;  // kOptional
};

// Returns the directives of `info.format`.
std::vector<Directive> CompileFormat(const OpInfo& info);

// Returns whether a directive, or one in a group, names this attribute. `attr-dict` omits it then.
bool NamesAttribute(std::span<const Directive> directives, uint32_t attribute);

// Cache of formats, compiled on demand.
class FormatCache {
 public:
  std::span<const Directive> Get(const OpInfo& info);

 private:
  std::unordered_map<const OpInfo*, std::vector<Directive>> formats_;
};

// Returns the attributes that a custom directive reads and writes itself. attr-dict omits them.
std::span<const std::string_view> CustomAttributes(std::string_view custom);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_FORMAT_H_
