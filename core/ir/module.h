// Module: a program, with everything that belongs to it.
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

// Details of a portable artifact that mean nothing to the program. A module keeps them so that it
// can be written again as it was.
struct ArtifactOrigin {
  // "StableHLO_v1.20.0"
  std::string producer;
  // Order of the uses of an operation's results or a block's arguments, as numbers, by Operation or
  // Block; by Value for those of its cast to another dialect's type, which the module does not
  // have.
  std::unordered_map<const void*, std::vector<uint64_t>> use_orders;
  // Writers of early 2023 mark no operation but the module as isolated.
  bool isolates_module_only = false;
};

// Owns its arena, types and tensors; never copied. `body` is the block of the
// builtin.module operation, also where the text wrote none around its functions.
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

  // Returns null for a module that was parsed from a text.
  ArtifactOrigin* origin() const { return origin_.get(); }
  void set_origin(std::unique_ptr<ArtifactOrigin> origin) { origin_ = std::move(origin); }

  // A tensor that lives as long as the module.
  const Tensor* Keep(Tensor tensor);
  // Returns a copy of `text` that is made once, however often it is requested.
  std::string_view InternName(std::string_view text);

  // Parts, unconnected; ids are given in order.
  Value* MakeValue(Type type, std::string_view name);
  Operation* MakeOperation(std::string_view name);
  Block* MakeBlock();
  Region* MakeRegion(Operation* parent);

  // Numbers of values and operations: sizes of side tables indexed by id.
  uint32_t value_count() const { return value_count_; }
  uint32_t operation_count() const { return operation_count_; }

  // Returns the operation of the body whose sym_name is `name`: the first, if several; null if
  // none. Several threads may call it while the module does not change.
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
  // Filled by the first FindSymbol after the body last changed, under the mutex.
  mutable std::mutex symbols_mutex_;
  mutable std::unordered_map<std::string_view, Operation*> symbols_;
  mutable const Operation* symbols_until_ = nullptr;
};

// The function's type, by its attribute `function_type`; null if it has none.
Type FunctionType(const Operation& function);
// Its sym_name, or empty.
std::string_view SymbolName(const Operation& operation);
// The block of its body, or null for a declaration.
Block* FunctionBody(const Operation& function);

// Equal programs: operations, attributes, types and structure; not names, spans, locations.
bool IsEquivalent(const Module& a, const Module& b);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_MODULE_H_
