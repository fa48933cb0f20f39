#include "core/pjrt/stacked_sums.h"

#include <algorithm>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/api/query/walk.h"
#include "core/bytecode/artifact.h"
#include "core/ir/attribute_values.h"
#include "core/pjrt/left_sums.h"
#include "core/pjrt/module_editor.h"
#include "core/text/parse/parse.h"
#include "core/text/print/print.h"

namespace paddock::pjrt {
namespace {

constexpr std::string_view kUnreduced = "unreduced={";
constexpr std::string_view kSharding = "sdy.sharding";

bool HasUnreduced(const Attribute* attribute) {
  if (attribute == nullptr) return false;
  const auto in_elements = [](const Attribute* element) { return HasUnreduced(element); };
  const auto in_field = [](const NamedAttribute& field) { return HasUnreduced(field.value); };
  return (attribute->kind == AttributeKind::kOpaque &&
          attribute->text.find(kUnreduced) != std::string_view::npos) ||
         std::ranges::any_of(attribute->elements, in_elements) ||
         std::ranges::any_of(attribute->fields, in_field);
}

std::vector<int64_t> WithFirst(int64_t size, Type type) {
  std::vector<int64_t> shape = {size};
  shape.insert(shape.end(), type.shape().begin(), type.shape().end());
  return shape;
}

// Returns whether zeros and sums of the type can be written.
bool CanBeStacked(Type type) {
  return type.is_tensor() && type.element_type() && type.has_static_shape();
}

class SumStacker {
 public:
  SumStacker(Module& module, Operation& entry) : module_(module), entry_(entry), editor_(module) {}

  void Run() {
    const std::vector<Operation*> operations = editor_.operations();
    for (Operation* operation : operations) {
      if (operation->is(OpKind::kSdyManualComputation)) StackManual(*operation);
    }
    StackArguments();
    StackResults();
    for (const Use& use : uses_) UseStack(use);
    for (Operation* operation : operations) {
      if (operation->is(OpKind::kSdyShardingConstraint)) DropSum(*operation);
    }
  }

 private:
  struct Stack {
    Value* value = nullptr;
    std::string key;
  };
  // A use of a tensor as a sum that is left to the devices.
  struct Use {
    Operation* operation = nullptr;
    size_t operand = 0;
    LeftSum sum;
  };

  void StackManual(Operation& operation) {
    auto operands = ParseMeshShardings(TextOf(operation, "in_shardings"));
    auto results = ParseMeshShardings(TextOf(operation, "out_shardings"));
    const auto axes = ParseManualAxes(TextOf(operation, "manual_axes"));
    if (!operands || operands->size() != operation.operands.size() || !results ||
        results->size() != operation.results.size() || !axes) {
      return;
    }
    for (size_t i = 0; i < operands->size(); ++i) {
      const auto sum = LeftSumOf(module_, (*operands)[i], &*axes);
      if (!sum || !StackOperand(operation, i, *sum)) continue;
      (*operands)[i] = StackSharding((*operands)[i], *sum);
    }
    for (size_t i = 0; i < results->size(); ++i) {
      const auto sum = LeftSumOf(module_, (*results)[i], &*axes);
      if (!sum || !StackResult(operation, i, *sum)) continue;
      (*results)[i] = StackSharding((*results)[i], *sum);
    }
    editor_.SetAttribute(operation, "in_shardings", editor_.Opaque(ShardingsText(*operands)));
    editor_.SetAttribute(operation, "out_shardings", editor_.Opaque(ShardingsText(*results)));
  }

  // The body gets a tile of the stack, and drops its first dimension.
  bool StackOperand(Operation& operation, size_t index, const LeftSum& sum) {
    Block& body = *operation.regions[0]->first;
    if (index >= body.arguments.size() || body.first == nullptr) return false;
    Value& tile = *body.arguments[index];
    if (!CanBeStacked(tile.type) || !CanBeStacked(operation.operands[index]->type)) return false;
    const Type type = tile.type;
    editor_.SetType(tile, WithFirst(1, type));
    editor_.MoveBefore(*body.first);
    Value* dropped = editor_.Reshape(&tile, type.shape());
    editor_.ReplaceUses(tile, *dropped, dropped->operation);
    uses_.push_back({&operation, index, sum});
    return true;
  }

  // The body returns a tile of the stack, and the result's other uses get its sum.
  bool StackResult(Operation& operation, size_t index, const LeftSum& sum) {
    Operation* end = operation.regions[0]->first->last;
    if (end == nullptr || index >= end->operands.size() || operation.next == nullptr) return false;
    Value& result = *operation.results[index];
    Value* tile = end->operands[index];
    if (!CanBeStacked(tile->type) || !CanBeStacked(result.type)) return false;
    editor_.MoveBefore(*end);
    end->operands[index] = editor_.Reshape(tile, WithFirst(1, tile->type));
    editor_.SetType(result, WithFirst(sum.count, result.type));
    editor_.MoveBehind(operation);
    KeepSum(result, sum);
    return true;
  }

  // Replaces the uses of a value that is a stack by its sum, at the editor's place.
  void KeepSum(Value& stack, const LeftSum& sum) {
    Value* total = editor_.SumOfStack(&stack);
    editor_.ReplaceUses(stack, *total, total->operation);
    stacks_[total] = {&stack, sum.key};
  }

  // --- The entry function.

  // Returns the sum that an argument or a result of the entry function leaves, and its sharding.
  std::optional<std::pair<LeftSum, MeshSharding>> SumOfEntry(const Attribute* list, size_t index) {
    if (list == nullptr || index >= list->elements.size()) return std::nullopt;
    const Attribute* written = list->elements[index]->Find(kSharding);
    if (written == nullptr) return std::nullopt;
    auto sharding = ReadSharding(module_, written->text);
    auto sum = sharding ? LeftSumOf(module_, *sharding, nullptr) : std::nullopt;
    if (!sum) return std::nullopt;
    return std::pair(*std::move(sum), *std::move(sharding));
  }

  // Marks an argument or a result of the entry function as a stack.
  void Mark(std::string_view name, size_t index, const MeshSharding& stack) {
    const Attribute& list = *entry_.Find(name);
    std::vector<const Attribute*> elements(list.elements.begin(), list.elements.end());
    elements[index] = editor_.WithEntries(elements[index],
                                          {{kStackAttribute, editor_.Unit(), {}},
                                           {kSharding, editor_.Opaque(ShardingText(stack)), {}}});
    editor_.SetAttribute(entry_, name, editor_.Array(elements));
  }

  void SetFunctionType(Operation& function, std::span<const Type> inputs,
                       std::span<const Type> results) {
    editor_.SetAttribute(function, "function_type",
                         editor_.OfType(module_.types().GetFunction(inputs, results)));
  }

  void StackArguments() {
    Block& body = *FunctionBody(entry_);
    std::vector<Type> inputs;
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      Value& argument = *body.arguments[i];
      const auto left = SumOfEntry(entry_.Find("arg_attrs"), i);
      if (left && CanBeStacked(argument.type)) {
        const auto& [sum, sharding] = *left;
        editor_.SetType(argument, WithFirst(sum.count, argument.type));
        editor_.MoveBefore(*body.first);
        KeepSum(argument, sum);
        Mark("arg_attrs", i, StackSharding(sharding, sum));
      }
      inputs.push_back(argument.type);
    }
    SetFunctionType(entry_, inputs, FunctionType(entry_)->results);
  }

  void StackResults() {
    Operation& end = *FunctionBody(entry_)->last;
    std::vector<Type> results(FunctionType(entry_)->results.begin(),
                              FunctionType(entry_)->results.end());
    for (size_t i = 0; i < end.operands.size() && i < results.size(); ++i) {
      const auto left = SumOfEntry(entry_.Find("res_attrs"), i);
      if (!left || !CanBeStacked(results[i])) continue;
      const auto& [sum, sharding] = *left;
      uses_.push_back({&end, i, sum});
      results[i] =
          module_.types().GetTensor(WithFirst(sum.count, results[i]), results[i].element());
      Mark("res_attrs", i, StackSharding(sharding, sum));
    }
    SetFunctionType(entry_, FunctionType(entry_)->elements, results);
  }

  // --- Uses of stacks.

  // Returns the stack whose sum `value` is, perhaps through constraints with the same sum and
  // through calls; `nullptr` if there is none.
  Value* StackOf(Value* value, const LeftSum& sum) {
    for (;;) {
      const auto found = stacks_.find(value);
      if (found != stacks_.end()) {
        return found->second.key == sum.key ? found->second.value : nullptr;
      }
      if (value->is_block_argument()) return StackOfParameter(*value, sum);
      Operation& operation = *value->operation;
      if (operation.is(OpKind::kFuncCall)) return StackOfCall(operation, value->index, sum);
      if (!operation.is(OpKind::kSdyShardingConstraint)) return nullptr;
      const auto sharding = ReadSharding(module_, TextOf(operation, "sharding"));
      const auto kept = sharding ? LeftSumOf(module_, *sharding, nullptr) : std::nullopt;
      if (!kept || kept->key != sum.key) return nullptr;
      value = operation.operands[0];
    }
  }

  // Returns whether calls in the module are all uses of the function.
  bool IsPrivate(const Operation& function) const {
    return function.is(OpKind::kFuncFunc) && &function != &entry_ &&
           FunctionBody(function) != nullptr && TextOf(function, "sym_visibility") == "private";
  }

  // Lets a called function also return the stack of a result.
  Value* StackOfCall(Operation& call, size_t index, const LeftSum& sum) {
    Operation* callee = module_.FindSymbol(TextOf(call, "callee"));
    if (callee == nullptr || !IsPrivate(*callee)) return nullptr;
    Operation& end = *FunctionBody(*callee)->last;
    Value* inner = StackOf(end.operands[index], sum);
    if (inner == nullptr) return nullptr;
    const auto known = std::ranges::find(end.operands, inner);
    const auto at = static_cast<size_t>(known - end.operands.begin());
    if (known == end.operands.end()) {
      editor_.AppendOperand(end, inner);
      AppendEntry(*callee, "res_attrs");
      std::vector<Type> results(FunctionType(*callee)->results.begin(),
                                FunctionType(*callee)->results.end());
      results.push_back(inner->type);
      SetFunctionType(*callee, FunctionType(*callee)->elements, results);
      for (Operation* other : CallsOf(*callee)) editor_.AppendResult(*other, inner->type);
    }
    return call.results[at];
  }

  // Lets a function also take the stack of a parameter, if a call has one.
  Value* StackOfParameter(Value& parameter, const LeftSum& sum) {
    Operation& function = *parameter.block->parent->parent;
    if (!IsPrivate(function)) return nullptr;
    std::vector<std::pair<Operation*, Value*>> given;
    for (Operation* call : CallsOf(function)) {
      given.emplace_back(call, StackOf(call->operands[parameter.index], sum));
    }
    const auto has_stack = [](const auto& pair) { return pair.second != nullptr; };
    if (std::ranges::none_of(given, has_stack)) return nullptr;
    const Type type =
        module_.types().GetTensor(WithFirst(sum.count, parameter.type), parameter.type.element());
    for (const auto& [call, stack] : given) {
      editor_.MoveBefore(*call);
      editor_.AppendOperand(
          *call, stack != nullptr
                     ? stack
                     : editor_.StackWithZeros(call->operands[parameter.index], sum.count));
    }
    AppendEntry(function, "arg_attrs");
    std::vector<Type> inputs(FunctionType(function)->elements.begin(),
                             FunctionType(function)->elements.end());
    inputs.push_back(type);
    SetFunctionType(function, inputs, FunctionType(function)->results);
    Value* added = editor_.AppendArgument(*parameter.block, type);
    stacks_[&parameter] = {added, sum.key};
    return added;
  }

  std::vector<Operation*> CallsOf(const Operation& function) const {
    std::vector<Operation*> calls;
    for (Operation* operation : editor_.operations()) {
      if (operation->is(OpKind::kFuncCall) &&
          TextOf(*operation, "callee") == SymbolName(function)) {
        calls.push_back(operation);
      }
    }
    return calls;
  }

  // Appends the attributes of another argument or result, which has none.
  void AppendEntry(Operation& function, std::string_view name) {
    const Attribute* list = function.Find(name);
    if (list == nullptr) return;
    std::vector<const Attribute*> elements(list->elements.begin(), list->elements.end());
    elements.push_back(editor_.WithEntries(nullptr, {}));
    editor_.SetAttribute(function, name, editor_.Array(elements));
  }

  // Its operand is the sum.
  void DropSum(Operation& constraint) {
    auto sharding = ReadSharding(module_, TextOf(constraint, "sharding"));
    if (!sharding || sharding->unreduced.empty()) return;
    sharding->unreduced.clear();
    editor_.SetAttribute(constraint, "sharding", editor_.Opaque(ShardingText(*sharding)));
  }

  void UseStack(const Use& use) {
    Value* operand = use.operation->operands[use.operand];
    Value* stack = StackOf(operand, use.sum);
    if (stack == nullptr) {
      editor_.MoveBefore(*use.operation);
      stack = editor_.StackWithZeros(operand, use.sum.count);
    }
    use.operation->operands[use.operand] = stack;
  }

  Module& module_;
  Operation& entry_;
  ModuleEditor editor_;
  // By the sum.
  std::unordered_map<const Value*, Stack> stacks_;
  std::vector<Use> uses_;
};

std::unique_ptr<Module> Read(const std::string& code) {
  DiagnosticSink sink;
  const auto owner = std::make_shared<const std::string>(code);
  auto module = IsArtifact(code) ? ReadArtifact(std::as_bytes(std::span(*owner)), owner, sink)
                                 : Parse(std::make_shared<const Source>("program", code), sink);
  return sink.has_errors() ? nullptr : std::move(module);
}

}  // namespace

bool LeavesSums(const Module& module) {
  bool leaves = false;
  ForEachOperation(*module.operation()->regions[0], [&](const Operation& operation, uint32_t) {
    leaves = std::ranges::any_of(operation.attributes, [](const NamedAttribute& attribute) {
      return HasUnreduced(attribute.value);
    });
    return !leaves;
  });
  return leaves;
}

std::optional<std::string> WithStackedSums(const std::string& code, std::string_view entry) {
  const auto module = Read(code);
  Operation* function = module == nullptr ? nullptr : module->FindSymbol(entry);
  if (function == nullptr || FunctionBody(*function) == nullptr ||
      FunctionBody(*function)->is_empty()) {
    return std::nullopt;
  }
  SumStacker(*module, *function).Run();
  return Print(*module, {.locations = true});
}

}  // namespace paddock::pjrt
