#include "core/text/print/names.h"

#include <algorithm>
#include <charconv>

#include "core/text/lexer.h"

namespace paddock {
namespace {

// Reads `name` as a number; returns false if it is none.
bool IsNumber(std::string_view name, uint64_t& number) {
  const auto result = std::from_chars(name.data(), name.data() + name.size(), number);
  return result.ec == std::errc() && result.ptr == name.data() + name.size();
}

// Returns whether the lexer reads `%name` as one token.
bool IsValidName(std::string_view name) {
  if (name.empty()) return false;
  uint64_t number = 0;
  if (name[0] >= '0' && name[0] <= '9') return IsNumber(name, number);
  return std::ranges::all_of(name, IsNameCharacter);
}

bool IsIsolated(const Operation& operation, size_t region) {
  if (operation.info == nullptr || operation.info->regions.empty()) return false;
  const auto& regions = operation.info->regions;
  return regions[std::min(region, regions.size() - 1)].is_isolated;
}

}  // namespace

ValueNames::ValueNames(const Operation& root, bool keeps_names) : keeps_names_(keeps_names) {
  Scope scope;
  NameOperation(root, scope);
}

const ValueName& ValueNames::NameOf(const Value* value) const {
  const auto found = names_.find(value);
  return found == names_.end() ? unknown_ : found->second;
}

uint32_t ValueNames::NumberOf(const Block* block) const {
  const auto found = block_numbers_.find(block);
  return found == block_numbers_.end() ? 0 : found->second;
}

// Numbers values without a name from past every number that the source uses.
void ValueNames::NumberPastNames(const Region& region, Scope& scope) const {
  const auto see = [&](const Value* value) {
    uint64_t number = 0;
    if (IsNumber(value->name, number) && number < UINT64_MAX / 2) {
      scope.next_result = std::max(scope.next_result, number + 1);
    }
  };
  for (const Block* block = region.first; block != nullptr; block = block->next) {
    for (const Value* argument : block->arguments) see(argument);
    for (const Operation* operation : *block) {
      for (const Value* result : operation->results) see(result);
      for (size_t i = 0; i < operation->regions.size(); ++i) {
        if (!IsIsolated(*operation, i)) NumberPastNames(*operation->regions[i], scope);
      }
    }
  }
}

std::string ValueNames::Choose(const Value& value, Scope& scope) {
  std::string name;
  if (keeps_names_ && IsValidName(value.name)) {
    name = value.name;
    for (int i = 0; scope.taken.contains(name); ++i) {
      name = std::string(value.name) + '_' + std::to_string(i);
      uint64_t number = 0;
      if (IsNumber(value.name, number)) name = std::to_string(scope.next_result++);
    }
  } else if (value.is_block_argument()) {
    do {
      name = "arg" + std::to_string(scope.next_argument++);
    } while (scope.taken.contains(name));
  } else {
    name = std::to_string(scope.next_result++);
  }
  scope.taken.insert(name);
  scope.order.push_back(name);
  return name;
}

void ValueNames::NameGroup(std::span<Value* const> values, Scope& scope) {
  const std::string name = Choose(*values[0], scope);
  for (uint32_t i = 0; i < values.size(); ++i) {
    names_[values[i]] = {name, i, static_cast<uint32_t>(values.size())};
  }
}

void ValueNames::NameBlock(const Block& block, Scope& scope) {
  for (size_t i = 0; i < block.arguments.size(); ++i) {
    // The arguments of a loop's condition and body are written once for both.
    if (!names_.contains(block.arguments[i])) NameGroup(block.arguments.subspan(i, 1), scope);
  }
  for (const Operation* operation : block) NameOperation(*operation, scope);
}

void ValueNames::NameRegion(const Region& region, Scope& scope) {
  const size_t taken_before = scope.order.size();
  uint32_t number = 0;
  for (const Block* block = region.first; block != nullptr; block = block->next) {
    block_numbers_[block] = number++;
    NameBlock(*block, scope);
  }
  for (size_t i = taken_before; i < scope.order.size(); ++i) scope.taken.erase(scope.order[i]);
  scope.order.resize(taken_before);
}

void ValueNames::NameResults(const Operation& operation, Scope& scope) {
  size_t begin = 0;
  while (begin < operation.results.size()) {
    size_t end = begin + 1;
    while (end < operation.results.size() &&
           (!keeps_names_ || operation.results[end]->name == operation.results[begin]->name)) {
      ++end;
    }
    NameGroup(operation.results.subspan(begin, end - begin), scope);
    begin = end;
  }
}

void ValueNames::NameOperation(const Operation& operation, Scope& scope) {
  // A source may reuse a region's name for the later results. Numbers follow the order of the text.
  if (!keeps_names_) NameResults(operation, scope);
  for (size_t i = 0; i < operation.regions.size(); ++i) {
    const Region& region = *operation.regions[i];
    const bool is_loop = i == 1 && operation.is(OpKind::kStablehloWhile);
    const Block* first = is_loop ? operation.regions[0]->first : nullptr;
    if (first != nullptr && region.first != nullptr && keeps_names_) {
      const size_t count = std::min(first->arguments.size(), region.first->arguments.size());
      for (size_t k = 0; k < count; ++k) {
        const ValueName name = NameOf(first->arguments[k]);
        names_[region.first->arguments[k]] = name;
        scope.taken.insert(name.name);
        scope.order.push_back(name.name);
      }
    }
    const size_t taken_before = scope.order.size();
    if (!IsIsolated(operation, i)) {
      NameRegion(region, scope);
    } else {
      Scope inner;
      if (keeps_names_) NumberPastNames(region, inner);
      NameRegion(region, inner);
    }
    scope.order.resize(taken_before);
  }
  if (keeps_names_) NameResults(operation, scope);
}

}  // namespace paddock
