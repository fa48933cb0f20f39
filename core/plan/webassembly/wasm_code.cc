#include "core/plan/webassembly/wasm_code.h"

namespace paddock::wasm {
namespace {

constexpr uint8_t kI32 = 0x7F;
constexpr uint8_t kV128 = 0x7B;

void AddSection(Code& module, uint8_t id, const Code& content) {
  module.Add({id});
  module.Sized(content.bytes());
}

Code CodeSection(const Function& function) {
  Code body;
  body.Add({2});
  body.Number(function.words);
  body.Add({kI32});
  body.Number(function.vectors);
  body.Add({kV128});
  body.Add(function.body.bytes());
  body.Add({0x0B});
  Code section;
  section.Add({1});
  section.Sized(body.bytes());
  return section;
}

}  // namespace

Bytes ModuleOf(const Function& function) {
  Code type, import, functions, exported, module;
  type.Add({1, 0x60, 4, kI32, kI32, kI32, kI32, 0});
#ifdef __EMSCRIPTEN_PTHREADS__
  // Imports a shared memory, whose greatest size is a part of its type: 65536 pages.
  import.Add({1, 1, 'e', 1, 'm', 2, 3, 0, 0x80, 0x80, 4});
#else
  // Imports a memory of any size.
  import.Add({1, 1, 'e', 1, 'm', 2, 0, 0});
#endif
  functions.Add({1, 0});
  exported.Add({1, 1, 'f', 0, 0});
  module.Add({0, 'a', 's', 'm', 1, 0, 0, 0});
  AddSection(module, 1, type);
  AddSection(module, 2, import);
  AddSection(module, 3, functions);
  AddSection(module, 7, exported);
  AddSection(module, 10, CodeSection(function));
  return module.bytes();
}

}  // namespace paddock::wasm
