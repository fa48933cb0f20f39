// Encodes WebAssembly: instructions, and a module with one function.
#ifndef PADDOCK_CORE_PLAN_WEBASSEMBLY_WASM_CODE_H_
#define PADDOCK_CORE_PLAN_WEBASSEMBLY_WASM_CODE_H_

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/plan/webassembly/simd_instructions.h"

namespace paddock::wasm {

using Bytes = std::vector<uint8_t>;

class Code {
 public:
  const Bytes& bytes() const { return bytes_; }

  void Add(std::initializer_list<uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes); }
  void Add(const Bytes& bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  // LEB128.
  void Number(uint32_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<uint8_t>(value | 0x80));
    bytes_.push_back(static_cast<uint8_t>(value));
  }
  // Appends the bytes, preceded by their size.
  void Sized(const Bytes& bytes) {
    Number(static_cast<uint32_t>(bytes.size()));
    Add(bytes);
  }

  void Get(uint32_t local) { Indexed(0x20, local); }
  void Set(uint32_t local) { Indexed(0x21, local); }
  // `value` is not negative.
  void I32Const(uint32_t value) {
    bytes_.push_back(0x41);
    // The number is signed LEB128: it needs one more byte if its highest bit would be the sign bit.
    for (; value >= 0x40; value >>= 7) bytes_.push_back(static_cast<uint8_t>(value | 0x80));
    bytes_.push_back(static_cast<uint8_t>(value));
  }
  void I32Load(uint32_t offset) {
    Add({0x28, 0});
    Number(offset);
  }

  void Op(Simd instruction) {
    bytes_.push_back(0xFD);
    Number(static_cast<uint32_t>(instruction));
  }
  // Emits a memory access that assumes no alignment.
  void Memory(Simd instruction, uint32_t offset) {
    Op(instruction);
    bytes_.push_back(0);
    Number(offset);
  }
  // Both halves of the vector are equal.
  void Const(uint64_t half) {
    Op(Simd::kV128Const);
    for (int i = 0; i < 16; ++i) {
      bytes_.push_back(static_cast<uint8_t>(half >> (i % 8 * 8)));
    }
  }
  void ConstBytes(const uint8_t (&bytes)[16]) {
    Op(Simd::kV128Const);
    bytes_.insert(bytes_.end(), bytes, bytes + 16);
  }

 private:
  void Indexed(uint8_t instruction, uint32_t index) {
    bytes_.push_back(instruction);
    Number(index);
  }

  Bytes bytes_;
};

// A function with four parameters of type i32, which are the first locals, then locals of type i32
// and v128.
struct Function {
  uint32_t words = 0;
  uint32_t vectors = 0;
  Code body;
};

// Exports the function as "f"; imports memory as "m" of "e".
Bytes ModuleOf(const Function& function);

}  // namespace paddock::wasm

#endif  // PADDOCK_CORE_PLAN_WEBASSEMBLY_WASM_CODE_H_
