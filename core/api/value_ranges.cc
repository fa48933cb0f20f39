#include "core/api/value_ranges.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "core/base/overflow.h"
#include "core/check/context.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

using Parts = std::vector<IntegerRange>;

// Returns kDynamic if the size is unknown.
int64_t SizeOf(const Value& value, int64_t dimension) {
  if (!value.type.is_tensor()) return kDynamic;
  const std::span<const int64_t> shape = value.type.shape();
  const bool is_there = dimension >= 0 && static_cast<size_t>(dimension) < shape.size();
  return is_there ? shape[static_cast<size_t>(dimension)] : kDynamic;
}

// Returns the positions 0 .. count - 1; nothing if `count` is open or 0.
Parts Below(int64_t count) { return count > 0 ? Parts{{0, count - 1}} : Parts(); }

// Returns the intersection of two ranges, or the first if it is empty.
IntegerRange Common(IntegerRange a, IntegerRange b) {
  const IntegerRange common = {std::max(a.low, b.low), std::min(a.high, b.high)};
  return common.low <= common.high ? common : a;
}

IntegerRange CommonOf(std::span<const IntegerRange> parts) {
  IntegerRange common = parts[0];
  for (const IntegerRange& part : parts) common = Common(common, part);
  return common;
}

// Row `row` of the operands, and the position of its values.
struct Asked {
  const Operation& operation;
  const OperandInfo& row;
  size_t operand;  // among all operands
  size_t place;    // among those of the row

  const Value& value(size_t index) const { return *operation.operands[index]; }
};

// Returns the extent of a slice along a dimension of operand 0: from an attribute, the update's
// type, or, for a scatter, the window sizes of the updates.
int64_t SliceSize(const Operation& operation, int64_t dimension) {
  const std::vector<int64_t> sizes = IntegersOf(operation, "slice_sizes");
  const auto at = static_cast<size_t>(dimension);
  if (at < sizes.size()) return sizes[at];
  // A dynamic_gather with computed slice sizes has sizes of 1.
  if (operation.Find("dimension_numbers") != nullptr) return 1;
  const Attribute* numbers = operation.Find("scatter_dimension_numbers");
  if (numbers == nullptr) return SizeOf(*operation.operands[1], dimension);
  std::vector<int64_t> absent = IntegersOf(numbers, "inserted_window_dims");
  const std::vector<int64_t> batching = IntegersOf(numbers, "input_batching_dims");
  absent.insert(absent.end(), batching.begin(), batching.end());
  if (std::ranges::find(absent, dimension) != absent.end()) return 1;
  const auto before = std::ranges::count_if(absent, [&](int64_t d) { return d < dimension; });
  const std::vector<int64_t> window = IntegersOf(numbers, "update_window_dims");
  const auto place = static_cast<size_t>(dimension - before);
  return place < window.size() ? SizeOf(*operation.operands.back(), window[place]) : 1;
}

Parts SliceStarts(const Operation& operation, int64_t dimension) {
  const int64_t size = SizeOf(*operation.operands[0], dimension);
  const int64_t slice = SliceSize(operation, dimension);
  return size < 0 ? Parts() : Below(size - std::max<int64_t>(slice, 0) + 1);
}

ElementRanges IndexVectors(const Asked& asked) {
  const Operation& operation = asked.operation;
  const Attribute* numbers = operation.Find("dimension_numbers");
  const bool is_gather = numbers != nullptr;
  if (!is_gather) numbers = operation.Find("scatter_dimension_numbers");
  ElementRanges ranges;
  ranges.dimension = static_cast<size_t>(IntegerOf(numbers, "index_vector_dim", 0));
  const char* map = is_gather ? "start_index_map" : "scatter_dims_to_operand_dims";
  for (int64_t dimension : IntegersOf(numbers, map)) {
    const Parts starts = SliceStarts(operation, dimension);
    if (starts.empty()) return {};
    ranges.parts.push_back(starts[0]);
  }
  return ranges;
}

// Returns ranges for the sizes of the result. An open size takes the elements of operand 0 that the
// other sizes leave, or 1.
ElementRanges ResultShape(const Asked& asked) {
  ElementRanges ranges;
  const Type result = asked.operation.results[0]->type;
  if (!result.is_tensor()) return ranges;
  int64_t left = 1;
  if (asked.operand > 0 && asked.value(0).type.is_tensor()) {
    for (int64_t size : asked.value(0).type.shape()) {
      left = CheckedMultiply(left, std::max<int64_t>(size, 1))
                 .value_or(std::numeric_limits<int64_t>::max());
    }
  }
  for (int64_t size : result.shape()) left = size > 0 ? std::max<int64_t>(left / size, 1) : left;
  for (int64_t size : result.shape()) {
    ranges.parts.push_back({size < 0 ? left : size, size < 0 ? left : size});
    if (size < 0) left = 1;
  }
  return ranges;
}

Parts AddedPadding(const Asked& asked) {
  Parts parts;
  const Value& result = *asked.operation.results[0];
  for (size_t i = 0; result.type.is_tensor() && i < result.type.shape().size(); ++i) {
    const auto d = static_cast<int64_t>(i);
    const int64_t of_result = SizeOf(result, d), size = SizeOf(asked.value(0), d);
    const bool is_known = of_result >= 0 && size >= 0;
    parts.push_back(is_known ? IntegerRange{of_result - size, of_result - size}
                             : IntegerRange{0, 2});
  }
  return parts;
}

// Returns the size of the dimension that an iota counts, also through operations that pass elements
// on.
int64_t IotaCount(const Value& value) {
  const Operation* operation = value.operation;
  while (operation != nullptr && operation->info != nullptr && !operation->operands.empty() &&
         operation->info->operands[0].values.use == ValueUse::kAsResults) {
    operation = operation->operands[0]->operation;
  }
  if (operation == nullptr) return kDynamic;
  const int64_t dimension = IntegerOf(*operation, "iota_dimension", -1);
  return dimension < 0 ? kDynamic : SizeOf(*operation->results[0], dimension);
}

ElementRanges RangesFor(const Asked& asked) {
  const Operation& operation = asked.operation;
  const ValueBounds bounds = asked.row.values;
  switch (bounds.use) {
    case ValueUse::kAny:
    case ValueUse::kAsResults:
      return {};
    case ValueUse::kWithin:
      return {{{bounds.low, bounds.high}}, 0};
    case ValueUse::kBelowWidth: {
      const auto type = asked.value(asked.operand).type.stored_element_type();
      return {Below(type ? BitWidth(*type) : kDynamic), 0};
    }
    case ValueUse::kSliceStart:
      return {SliceStarts(operation, static_cast<int64_t>(asked.place)), 0};
    case ValueUse::kIndexVectors:
      return IndexVectors(asked);
    case ValueUse::kAlongDimension:
      return {Below(SizeOf(asked.value(0), IntegerOf(operation, "dim", 0))), 0};
    case ValueUse::kDimensionSize: {
      const int64_t size = SizeOf(asked.value(0), IntegerOf(operation, "dimension", 0));
      return {size > 0 ? Parts{{1, size}} : Parts(), 0};
    }
    case ValueUse::kResultShape:
      return ResultShape(asked);
    case ValueUse::kAddedPadding:
      return {AddedPadding(asked), 0};
    case ValueUse::kBranch:
      return {Below(static_cast<int64_t>(operation.regions.size())), 0};
    case ValueUse::kIotaBeside:
      return {Below(IotaCount(asked.value(1 - asked.operand))), 0};
    case ValueUse::kGroupSize: {
      const int64_t groups = std::max<int64_t>(SizeOf(asked.value(asked.operand), 0), 1);
      const int64_t rows = SizeOf(asked.value(0), 0);
      // Few rows for each group if the number of rows is open, so that the groups do not exceed it.
      return {rows < 0 ? Parts{{0, 1}} : Below(rows / groups + 1), 0};
    }
  }
  return {};
}

bool IsWhole(Type type) {
  if (type.is_quantized()) return false;
  const auto element = type.stored_element_type();
  return element && (IsInteger(*element) || IsBoolean(*element));
}

}  // namespace

void RangeFinder::VisitFunction(const Operation& function) {
  const Block* body = FunctionBody(function);
  if (body == nullptr || is_visited_[function.id] || depth_ >= kMaximumDepth) return;
  is_visited_[function.id] = true;
  ++depth_;
  VisitBlock(*body);
  --depth_;
}

void RangeFinder::VisitBlock(const Block& block) {
  for (const Operation* operation = block.last; operation != nullptr;
       operation = operation->previous) {
    if (operation->info == nullptr) continue;
    if (operation->info->has(kTerminator)) PassToTerminator(*operation);
    for (const Region* region : operation->regions) {
      for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
        VisitBlock(*inner);
      }
    }
    if (operation->info->has(kPassesValues)) PassFromBlocks(*operation);
    VisitOperands(*operation);
  }
}

void RangeFinder::VisitOperands(const Operation& operation) {
  const std::span<const OperandInfo> rows = operation.info->operands;
  for (size_t row = 0; row < rows.size(); ++row) {
    const ValueUse use = rows[row].values.use;
    if (use == ValueUse::kAny) continue;
    const auto group =
        GroupOf(rows, operation.operands.size(), operation.Find("operandSegmentSizes"), row);
    for (size_t i = 0; group && i < group->count; ++i) {
      const Asked asked = {operation, rows[row], group->first + i, i};
      const Value& value = asked.value(asked.operand);
      if (!IsWhole(value.type)) continue;
      if (use == ValueUse::kAsResults) {
        AskAsResult(operation, asked.operand);
      } else {
        Ask(value, {RangesFor(asked), rows[row].name, operation.info->name});
      }
    }
  }
}

// Passes ranges from the arguments of the regions' blocks, or of the callee that an attribute
// names, to operands.
void RangeFinder::PassFromBlocks(const Operation& operation) {
  const auto pass = [&](const Block* block) {
    if (block == nullptr || block->arguments.size() != operation.operands.size()) return;
    for (size_t i = 0; i < block->arguments.size(); ++i) {
      Ask(*operation.operands[i], found_[block->arguments[i]->id]);
    }
  };
  for (const Region* region : operation.regions) pass(region->only_block());
  for (const NamedAttribute& attribute : operation.attributes) {
    if (attribute.value->kind != AttributeKind::kSymbol) continue;
    const Operation* function = module_.FindSymbol(attribute.value->text);
    if (function == nullptr) continue;
    VisitFunction(*function);
    pass(FunctionBody(*function));
  }
}

void RangeFinder::PassToTerminator(const Operation& terminator) {
  const Operation* around = terminator.parent->parent->parent;
  if (around == nullptr || around->info == nullptr || !around->info->has(kPassesValues)) return;
  if (around->results.size() != terminator.operands.size()) return;
  for (size_t i = 0; i < around->results.size(); ++i) {
    Ask(*terminator.operands[i], found_[around->results[i]->id]);
  }
}

void RangeFinder::AskAsResult(const Operation& operation, size_t operand) {
  const Value& value = *operation.operands[operand];
  const bool is_one = operation.results.size() == 1;
  if (!is_one && operand >= operation.results.size()) return;
  const Value& result = *operation.results[is_one ? 0 : operand];
  ValueRanges ranges = found_[result.id];
  Parts& parts = ranges.ranges.parts;
  const auto along = static_cast<int64_t>(ranges.ranges.dimension);
  if (parts.size() > 1 && !operation.info->has(kElementwise)) {
    // A concatenation along the dimension has a range for each operand. Any other shifts positions.
    int64_t first = 0;
    for (size_t i = 0; i < operand; ++i) first += SizeOf(*operation.operands[i], along);
    const int64_t count = SizeOf(value, along);
    const bool is_part = IntegerOf(operation, "dimension", -1) == along && first >= 0 &&
                         count > 0 && static_cast<size_t>(first + count) <= parts.size();
    parts = is_part ? Parts(parts.begin() + first, parts.begin() + first + count)
                    : Parts{CommonOf(parts)};
  }
  Ask(value, ranges);
}

void RangeFinder::Ask(const Value& value, const ValueRanges& ranges) {
  const Parts& wanted = ranges.ranges.parts;
  if (wanted.empty() || !IsWhole(value.type)) return;
  ValueRanges& found = found_[value.id];
  Parts& parts = found.ranges.parts;
  if (parts.empty()) {
    found = ranges;
  } else if (parts.size() == wanted.size()) {
    for (size_t i = 0; i < parts.size(); ++i) parts[i] = Common(parts[i], wanted[i]);
  } else if (wanted.size() == 1) {
    for (IntegerRange& part : parts) part = Common(part, wanted[0]);
  }
}

}  // namespace paddock
