// Functions of the embedder for targets of stablehlo.custom_call.
#ifndef PADDOCK_CORE_RUN_CUSTOM_CALL_H_
#define PADDOCK_CORE_RUN_CUSTOM_CALL_H_

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/ir/operation.h"
#include "core/run/process_grid.h"
#include "core/tensor/tensor.h"

namespace paddock {

// One execution of a custom_call.
struct CustomCall {
  std::string_view target;
  // The operation, with its attributes: operation.Find("backend_config").
  const Operation& operation;
  // Operands, with tuples flattened, and without tokens and operands that only hold sizes of
  // results. Views of the machine's memory, valid during the call only.
  std::span<const Tensor> operands;
  // Tensors of the declared types for the function to write. A result that aliases an operand
  // starts as its copy; any other is uninitialized.
  std::span<Tensor> results;
  ProcessId process;
};

// Returns an empty text, or the reason for a failure. Machines on several threads may call it.
using CustomCallFunction = std::function<std::string(const CustomCall&)>;

//   auto calls = std::make_shared<paddock::CustomCallRegistry>();
//   calls->Add("my.double", [](const paddock::CustomCall& call) {
//     ...
//     return std::string();
//   });
//   auto session = paddock::Session::Start(program, {.custom_calls = calls}, diagnostics);
class CustomCallRegistry {
 public:
  // Replaces any function of the target, including the built-in ones.
  void Add(std::string target, CustomCallFunction function) {
    functions_[std::move(target)] = std::move(function);
  }
  // Returns null if there is none.
  const CustomCallFunction* Find(std::string_view target) const {
    const auto found = functions_.find(target);
    return found == functions_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, CustomCallFunction, std::less<>> functions_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_CUSTOM_CALL_H_
