#include "core/api/query/definition.h"

#include <span>

namespace paddock {
namespace {

// Byte inside the name of a value in the text, and index among the values of that name.
struct NamedPlace {
  uint32_t offset;
  size_t index;
};

// Searches a region and those nested in it.
const Value* FindDefinition(const Region& region, NamedPlace place);

const Value* FindDefinition(std::span<Value* const> values, NamedPlace place) {
  size_t index = 0;
  for (const Value* value : values) {
    const bool is_named = value->span.begin <= place.offset && place.offset < value->span.end;
    if (is_named && index++ == place.index) return value;
  }
  return nullptr;
}

const Value* FindDefinition(const Operation& operation, NamedPlace place) {
  if (const Value* value = FindDefinition(operation.results, place)) return value;
  for (const Region* region : operation.regions) {
    if (const Value* value = FindDefinition(*region, place)) return value;
  }
  return nullptr;
}

const Value* FindDefinition(const Region& region, NamedPlace place) {
  for (const Block* block = region.first; block != nullptr; block = block->next) {
    if (const Value* value = FindDefinition(block->arguments, place)) return value;
    for (const Operation* operation : *block) {
      const Span span = operation->span;
      if (place.offset < span.begin || span.end <= place.offset) continue;
      if (const Value* value = FindDefinition(*operation, place)) return value;
    }
  }
  return nullptr;
}

}  // namespace

const Value* FindDefinition(const Region& region, uint32_t offset, size_t index) {
  return FindDefinition(region, NamedPlace{offset, index});
}

}  // namespace paddock
