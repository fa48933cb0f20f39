// Module: a program, with all its types, attributes and constants.
#ifndef PADDOCK_CORE_IR_MODULE_H_
#define PADDOCK_CORE_IR_MODULE_H_

#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/arena.h"
#include "core/diagnostics/source.h"
#include "core/ir/operation.h"
#include "core/types/type_context.h"

namespace paddock {

// Details of a portable artifact without meaning for the program. A module keeps them so that it
// can be written back unchanged.
struct ArtifactOrigin {
  // "StableHLO_v1.20.0"
  std::string producer;
  // Order of the uses of an operation's results or a block's arguments, as numbers, by Operation or
  // Block. By Value for uses of its cast to another dialect's type, which the module does not have.
  std::unordered_map<const void*, std::vector<uint64_t>> use_orders;
  // Writers of early 2023 mark only the module as isolated.
  bool isolates_module_only = false;
};

// Owns its arena, types and tensors; never copied. `body` is the block of the builtin.module
// operation, which exists even if the text has none around its functions.
class Module {
 public:
  Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  Arena& arena() { return arena_; }
  TypeContext& types() { return types_; }
  const TypeContext& types() const { return types_; }
  Operation* operation() const { return operation_; }
  Block* body() const { return operation_->regions[0]->first; }
  const std::shared_ptr<const Source>& source() const { return source_; }
  void set_source(std::shared_ptr<const Source> source) { source_ = std::move(source); }

  // Returns null for a module from a text.
  ArtifactOrigin* origin() const { return origin_.get(); }
  void set_origin(std::unique_ptr<ArtifactOrigin> origin) { origin_ = std::move(origin); }

  // Keeps a tensor for the lifetime of the module.
  const Tensor* Keep(Tensor tensor);
  // Returns a copy of `text`; equal texts share one copy.
  std::string_view InternName(std::string_view text);

  // Make unconnected parts, with ids in order.
  Value* MakeValue(Type type, std::string_view name);
  Operation* MakeOperation(std::string_view name);
  Block* MakeBlock();
  Region* MakeRegion(Operation* parent);

  // Numbers of values and operations, which are the sizes of side tables indexed by id.
  uint32_t value_count() const { return value_count_; }
  uint32_t operation_count() const { return operation_count_; }

  // Returns the first operation of the body whose sym_name is `name`; null if there is none.
  // Several threads may call it while the module does not change.
  Operation* FindSymbol(std::string_view name) const;

 private:
  Arena arena_;
  TypeContext types_;
  std::deque<Tensor> tensors_;
  std::unordered_map<std::string_view, std::string_view> names_;
  std::shared_ptr<const Source> source_;
  std::unique_ptr<ArtifactOrigin> origin_;
  Operation* operation_ = nullptr;
  uint32_t value_count_ = 0;
  uint32_t operation_count_ = 0;
  // Filled by the first FindSymbol after a change of the body, under the mutex.
  mutable std::mutex symbols_mutex_;
  mutable std::unordered_map<std::string_view, Operation*> symbols_;
  mutable const Operation* symbols_until_ = nullptr;
};

// Returns the function's type, from its attribute `function_type`; null if it has none.
Type FunctionType(const Operation& function);
// Returns the operation's sym_name, or empty.
std::string_view SymbolName(const Operation& operation);
// Returns the block of the function's body, or null for a declaration.
Block* FunctionBody(const Operation& function);

// Returns whether the programs are equal: operations, attributes, types and structure, but not
// names, spans and locations.
bool IsEquivalent(const Module& a, const Module& b);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_MODULE_H_
