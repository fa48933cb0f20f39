#include "core/ir/operation.h"

#include <algorithm>

namespace paddock {

const Attribute* Operation::Find(std::string_view attribute_name) const {
  const auto at = std::ranges::lower_bound(attributes, attribute_name, {}, &NamedAttribute::name);
  return at != attributes.end() && at->name == attribute_name ? at->value : nullptr;
}

void Block::Append(Operation* operation) {
  operation->parent = this;
  operation->previous = last;
  operation->next = nullptr;
  (last == nullptr ? first : last->next) = operation;
  last = operation;
}

void Region::Append(Block* block) {
  block->parent = this;
  block->next = nullptr;
  (last == nullptr ? first : last->next) = block;
  last = block;
  ++block_count;
}

}  // namespace paddock
