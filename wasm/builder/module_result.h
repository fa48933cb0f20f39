// Texts that functions of paddock-builder.wasm return. The functions `result` and `resultSize` find
// the last one.
#ifndef PADDOCK_WASM_BUILDER_MODULE_RESULT_H_
#define PADDOCK_WASM_BUILDER_MODULE_RESULT_H_

#include <string>

#define PADDOCK_EXPORT(name) [[clang::export_name(name)]]

namespace paddock {

void SetModuleResult(std::string text);

}  // namespace paddock

#endif  // PADDOCK_WASM_BUILDER_MODULE_RESULT_H_
