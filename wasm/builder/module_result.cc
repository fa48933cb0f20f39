#include "wasm/builder/module_result.h"

#include <utility>

namespace paddock {
namespace {

std::string g_result;

}  // namespace

void SetModuleResult(std::string text) { g_result = std::move(text); }

PADDOCK_EXPORT("result")
const char* ModuleResult() { return g_result.data(); }
PADDOCK_EXPORT("resultSize")
size_t ModuleResultSize() { return g_result.size(); }

}  // namespace paddock
