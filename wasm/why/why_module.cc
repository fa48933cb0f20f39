// paddock-why.wasm: the functions of WhyHandle for an engine, and the comparison of tensors. It is
// position-independent, lies in the engine's memory, and calls the engine's functions
// (docs/decisions/parts-of-the-engine.md).
#include <cstddef>
#include <cstdint>

#include "wasm/why/difference_numbers.h"
#include "wasm/why/why_handle.h"

#define PADDOCK_EXPORT(name) [[clang::export_name(name)]]

namespace paddock {

PADDOCK_EXPORT("open")
WhyHandle* Open(SessionHandle& session) { return WhyHandle::Open(session); }

PADDOCK_EXPORT("close")
void Close(WhyHandle* handle) { delete handle; }

PADDOCK_EXPORT("run")
uint32_t Run(WhyHandle& handle, uint32_t bad) { return handle.run(bad); }

PADDOCK_EXPORT("steps")
double Steps(const WhyHandle& handle) { return handle.steps(); }

PADDOCK_EXPORT("ask")
bool Ask(WhyHandle& handle, Exposed name, size_t size, uint32_t flags, int32_t process,
         double execution, uint32_t line, uint32_t cells, uint32_t depth, uint32_t terms) {
  return handle.ask(name, size, flags, process, execution, line, cells, depth, terms);
}

PADDOCK_EXPORT("step")
bool Step(WhyHandle& handle) { return handle.step(); }

PADDOCK_EXPORT("finish")
void Finish(WhyHandle& handle, bool is_cut) { handle.finish(is_cut); }

PADDOCK_EXPORT("text")
Exposed Text(const WhyHandle& handle, uint32_t which) { return handle.text(which); }

PADDOCK_EXPORT("textSize")
size_t TextSize(const WhyHandle& handle, uint32_t which) { return handle.text_size(which); }

PADDOCK_EXPORT("compare")
bool Compare(const TensorHandle& a, const TensorHandle& b, double* numbers) {
  return WriteDifference(a, b, numbers);
}

}  // namespace paddock
