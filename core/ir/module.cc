#include "core/ir/module.h"

namespace paddock {

Module::Module() {
  operation_ = MakeOperation("builtin.module");
  operation_->regions = arena_.MakeArray<Region*>(1);
  operation_->regions[0] = MakeRegion(operation_);
  operation_->regions[0]->Append(MakeBlock());
}

const Tensor* Module::Keep(Tensor tensor) {
  tensors_.push_back(std::move(tensor));
  return &tensors_.back();
}

std::string_view Module::InternName(std::string_view text) {
  const auto found = names_.find(text);
  if (found != names_.end()) return found->second;
  const std::string_view kept = arena_.CopyString(text);
  names_.emplace(kept, kept);
  return kept;
}

Value* Module::MakeValue(Type type, std::string_view name) {
  Value* value = arena_.Make<Value>();
  value->type = type;
  value->name = name;
  value->id = value_count_++;
  return value;
}

Operation* Module::MakeOperation(std::string_view name) {
  Operation* operation = arena_.Make<Operation>();
  operation->info = FindOp(name);
  operation->name = operation->info != nullptr ? operation->info->name : InternName(name);
  operation->id = operation_count_++;
  return operation;
}

Block* Module::MakeBlock() { return arena_.Make<Block>(); }

Region* Module::MakeRegion(Operation* parent) {
  Region* region = arena_.Make<Region>();
  region->parent = parent;
  return region;
}

Operation* Module::FindSymbol(std::string_view name) const {
  const std::lock_guard lock(symbols_mutex_);
  if (symbols_until_ != body()->last) {
    symbols_.clear();
    for (Operation* operation : *body()) {
      const std::string_view symbol = SymbolName(*operation);
      if (!symbol.empty()) symbols_.emplace(symbol, operation);
    }
    symbols_until_ = body()->last;
  }
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? nullptr : found->second;
}

Type FunctionType(const Operation& function) {
  const Attribute* type = function.Find("function_type");
  return type != nullptr && type->kind == AttributeKind::kType ? type->type : Type();
}

std::string_view SymbolName(const Operation& operation) {
  const Attribute* name = operation.Find("sym_name");
  return name != nullptr && name->kind == AttributeKind::kString ? name->text : std::string_view();
}

Block* FunctionBody(const Operation& function) {
  return function.regions.empty() ? nullptr : function.regions[0]->first;
}

}  // namespace paddock
