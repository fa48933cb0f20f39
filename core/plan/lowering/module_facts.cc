#include "core/plan/lowering/module_facts.h"

#include <algorithm>
#include <string_view>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/collective_groups.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/transposed_reduction.h"

namespace paddock {
namespace {

// WebAssembly reads no operands through strides and computes dead carried values, for size.
constexpr bool kFindsProducts = !kHasChainModules;
constexpr bool kFindsDeadValues = !kHasChainModules;

// Values of which more slices are read are computed whole.
constexpr size_t kMostSlices = 32;

}  // namespace

bool IsOpen(Type type) {
  return type.is(TypeKind::kUnrankedTensor) || (type.is_tensor() && !type.has_static_shape()) ||
         (type.is(TypeKind::kOpaque) && type->text.starts_with("!shape."));
}

ModuleFacts::ModuleFacts(const Module& module, const Operation& planned, const PlanOptions& options)
    : level_(options.level) {
  const CustomCallRegistry* functions = options.custom_calls.get();
  const bool may_find = kFindsDeadValues && level_ == Level::kFast;
  if (may_find) equal_ = EqualOperations(module, functions);
  unneeded_ = FindUnneeded(module, functions, equal_);
  if (may_find) dead_ = FindDeadValues(module, planned, functions, equal_, unneeded_);
  Add(*module.body(), module.value_count());
  for (const auto& [operation, before] : equal_.all()) {
    if (IsLeftOut(*operation) || !kFindsProducts) continue;
    for (size_t i = 0; i < before->results.size(); ++i) {
      readers_[before->results[i]->id].Add(readers_[operation->results[i]->id]);
    }
  }
}

const Operation* ModuleFacts::NextUser(const Operation& operation) const {
  constexpr int kFarthest = 8;
  if (operation.results.size() != 1 || UseCount(*operation.results[0]) != 1) return nullptr;
  const Operation* next = operation.next;
  for (int i = 0; i < kFarthest && next != nullptr; ++i, next = next->next) {
    // Uses by dead code do not count.
    const bool is_user =
        !IsUnneeded(*next) &&
        std::ranges::find(next->operands, operation.results[0]) != next->operands.end();
    if (is_user) return next;
  }
  return nullptr;
}

bool ModuleFacts::IsOfFusedFamily(const Operation& operation) {
  constexpr std::string_view kFamilies[] = {"elementwise", "data_movement", "reduction"};
  return operation.info != nullptr &&
         std::ranges::find(kFamilies, operation.info->family) != std::end(kFamilies);
}

bool ModuleFacts::IsReadBySlicesOnly(const Value& value, int64_t count) const {
  if (value.id >= readers_.size()) return false;
  const Readers& readers = readers_[value.id];
  if (readers.are_not_slices) return false;
  int64_t read = 0;
  for (auto slice = readers.slices.begin(); slice != readers.slices.end(); ++slice) {
    const bool is_new = std::none_of(readers.slices.begin(), slice, [&](const Operation* earlier) {
      return HasSameAttributes(*earlier, **slice);
    });
    const Type type = (*slice)->results[0]->type;
    if (!type.has_static_shape()) return false;
    if (!is_new) continue;
    int64_t elements = 1;
    for (int64_t size : type.shape()) elements *= size;
    read += elements;
  }
  return read <= count;
}

void ModuleFacts::Readers::Add(const Readers& others) {
  are_not_products = are_not_products || others.are_not_products;
  are_not_slices = are_not_slices || others.are_not_slices;
  need_order = need_order || others.need_order;
  slices.insert(slices.end(), others.slices.begin(), others.slices.end());
}

void ModuleFacts::Add(const Block& block, size_t value_count) {
  use_counts_.resize(std::max(use_counts_.size(), value_count));
  if (kFindsProducts) readers_.resize(use_counts_.size());
  Visit(block);
}

void ModuleFacts::Visit(const Block& block) {
  for (const Operation* operation : block) {
    if (!IsLeftOut(*operation)) VisitOperation(*operation);
  }
}

void ModuleFacts::VisitOperation(const Operation& operation) {
  const bool is_equal = equal_.Before(operation) != nullptr;
  for (const Value* value : equal_.NeedsOf(operation)) {
    ++use_counts_[value->id];
    if (kFindsProducts && !is_equal) NoteReader(operation, *value);
  }
  for (const Value* result : operation.results) VisitType(*result);
  if (is_equal) return;
  has_async_ = has_async_ || operation.is(OpKind::kStablehloAsyncStart);
  if (operation.is(OpKind::kStablehloRecv) && IsHostTransfer(operation)) {
    host_channels_.push_back(ChannelOf(operation));
  }
  for (const Region* region : operation.regions) {
    for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
      for (const Value* argument : inner->arguments) VisitType(*argument);
      Visit(*inner);
    }
  }
}

void ModuleFacts::NoteReader(const Operation& reader, const Value& value) {
  Readers& readers = readers_[value.id];
  const bool is_product = IsPlainDot(reader), is_slice = reader.is(OpKind::kStablehloSlice);
  if (!is_product) readers.are_not_products = true;
  if (!is_product && !is_slice && !ReducesTransposed(reader)) readers.need_order = true;
  if (!is_slice || readers.slices.size() == kMostSlices) readers.are_not_slices = true;
  if (!readers.are_not_slices) readers.slices.push_back(&reader);
}

void ModuleFacts::VisitType(const Value& value) { is_dynamic_ = is_dynamic_ || IsOpen(value.type); }

}  // namespace paddock
