// Functions of the document's form as targets of CustomCall.
#ifndef PADDOCK_CORE_API_XLA_CUSTOM_CALL_TARGET_H_
#define PADDOCK_CORE_API_XLA_CUSTOM_CALL_TARGET_H_

#include <string>
#include <vector>

#include "core/run/custom_call.h"

namespace paddock::xla {

// Gets the result's elements to write, and those of each operand. If the result is a tuple, `out`
// is an array of the pointers of its arrays; arrays of operands that are tuples follow each other
// in `in`.
using CustomCallTarget = void (*)(void* out, void** in);

//   auto calls = std::make_shared<CustomCallRegistry>();
//   AddCustomCallTarget(*calls, "myfunc", myfunc);
inline void AddCustomCallTarget(CustomCallRegistry& registry, std::string name,
                                CustomCallTarget target) {
  registry.Add(std::move(name), [target](const CustomCall& call) {
    std::vector<void*> in;
    // The target must not write its operands.
    for (const Tensor& operand : call.operands)
      in.push_back(const_cast<std::byte*>(operand.data()));
    std::vector<void*> out;
    for (Tensor& result : call.results) out.push_back(result.mutable_data());
    target(out.size() == 1 ? out[0] : out.data(), in.data());
    return std::string();
  });
}

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_CUSTOM_CALL_TARGET_H_
