// The generated rows, and lookup by name.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/dialect/op_info.h"

namespace paddock {
namespace {

#include "dialect/op_table.inc"

// FNV-1a; emit.mjs computes the same hash for the slots.
constexpr uint32_t Hash(std::string_view text) {
  uint32_t hash = 0x811c9dc5u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  return hash;
}

// A slot holds a row's index or -1. A name is at the slot of its hash, or in the slots after it up
// to the next empty one.
template <class Row, size_t kRowCount, size_t kSlotCount>
constexpr const Row* Find(const Row (&rows)[kRowCount], const int16_t (&slots)[kSlotCount],
                          std::string_view name) {
  static_assert((kSlotCount & (kSlotCount - 1)) == 0 && kRowCount < kSlotCount);
  size_t slot = Hash(name) & (kSlotCount - 1);
  for (; slots[slot] >= 0; slot = (slot + 1) & (kSlotCount - 1)) {
    if (rows[slots[slot]].name == name) return &rows[slots[slot]];
  }
  return nullptr;
}

}  // namespace

std::span<const OpInfo> OpTable() { return kOps; }
const OpInfo* FindOp(std::string_view name) { return Find(kOps, kOpSlots, name); }

std::span<const std::string_view> OpNames() {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kOpCount> names;
    for (size_t i = 0; i < kOpCount; ++i) names[i] = kOps[i].name;
    return names;
  }();
  return kNames;
}

const ConstraintInfo& Info(Constraint constraint) {
  return kConstraints[static_cast<size_t>(constraint)];
}

std::string_view ToString(AttributeForm form) {
  static constexpr std::string_view kNames[] = {
      "unit",     "bool",       "i32",        "i64",          "ui32",
      "ui64",     "f32",        "f64",        "integer",      "string",
      "symbol",   "type",       "i64_array",  "bool_array",   "i64_elements",
      "elements", "enum",       "enum_array", "struct",       "symbol_array",
      "array",    "dictionary", "layout",     "layout_array", "any"};
  static_assert(std::size(kNames) == static_cast<size_t>(AttributeForm::kAny) + 1);
  return kNames[static_cast<size_t>(form)];
}

std::span<const ConstraintInfo> ConstraintTable() { return kConstraints; }

bool IsUpstreamRule(std::string_view code) {
  return std::ranges::any_of(kConstraints, [&](const ConstraintInfo& rule) {
    return rule.when == When::kUpstream && rule.code == code;
  });
}

std::string SpecificationLink(std::string_view link) {
  if (link.starts_with("https:")) return std::string(link);
  return "https://openxla.org/stablehlo/spec" + std::string(link);
}

std::span<const RecipeInfo> RecipeTable() { return kRecipes; }
std::span<const EnumInfo> EnumTable() { return kEnums; }
const EnumInfo* FindEnum(std::string_view name) { return Find(kEnums, kEnumSlots, name); }
std::span<const StructInfo> StructTable() { return kStructs; }
const StructInfo* FindStruct(std::string_view name) { return Find(kStructs, kStructSlots, name); }

int OpInfo::FindAttribute(std::string_view attribute_name) const {
  for (size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].name == attribute_name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace paddock
