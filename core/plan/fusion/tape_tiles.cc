#include "core/plan/fusion/tape_tiles.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "core/native/executable_memory.h"
#include "core/plan/fusion/bound_tiles.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/elementwise.h"
#include "simd/math/math.h"

namespace paddock {
namespace {

using TapeKind = TapePlan::Instruction::Kind;

// With more elements, calls of kernels take less time.
constexpr int64_t kMostElements = 4;

// With so many instructions, on single elements or on 16 bytes, machine code takes as long as the
// call of a tile program with chains.
constexpr int64_t kMostInstructions = 160;

const TileProgram& ProgramOf(const Step& step) {
  return *static_cast<const TileProgram*>(step.parameters);
}

size_t OperandBytes(const simd::ElementwiseKernel& kernel, size_t operand) {
  const bool is_predicate = kernel.operation == simd::ElementwiseOp::kSelect && operand == 0;
  return is_predicate ? ByteSize(ElementType::kI1) : ByteSize(kernel.operand);
}

const TileLoad* LoadOf(const TileProgram& program, uint16_t number) {
  const auto load = std::ranges::find(program.loads, number, &TileLoad::result);
  return load == program.loads.end() ? nullptr : &*load;
}

bool HasOnlyKernels(const TileProgram& program) {
  return std::ranges::all_of(program.instructions, [](const TileInstruction& instruction) {
    return instruction.chain == nullptr;
  });
}

// Whether a kernel is called for the elements of a load, which it reads in their register.
bool IsReadByCall(const TileProgram& program, const TileLoad& load) {
  return std::ranges::any_of(program.instructions, [&](const TileInstruction& instruction) {
    const auto operands = std::span(instruction.operands);
    return instruction.kernel.tape == nullptr &&
           std::ranges::find(operands, load.result) != operands.end();
  });
}

bool HasSource(const TileLoad& load, int64_t index, const ElementSource& source) {
  const auto found = SourceOf(load, index);
  return found && found->reference == source.reference && found->element == source.element;
}

// Whether the load repeats one element.
bool IsSpread(const TileLoad& load, int64_t count) {
  if (load.kind == TileLoad::Kind::kIota) return false;
  const auto first = SourceOf(load, 0);
  if (!first) return false;
  for (int64_t i = 1; i < count; ++i) {
    if (!HasSource(load, i, *first)) return false;
  }
  return true;
}

// Whether a kernel can read the loaded elements at their source.
bool IsContiguous(const TileLoad& load, int64_t count) {
  if (load.kind == TileLoad::Kind::kIota) return true;
  const auto first = SourceOf(load, 0);
  if (!first) return false;
  for (int64_t i = 1; i < count; ++i) {
    if (!HasSource(load, i, {first->reference, first->element + i})) return false;
  }
  return true;
}

// The kernel of a spread.
template <class Element>
void Spread(const void* const* operands, void* result, size_t count, const void*) {
  Element element;
  std::memcpy(&element, operands[0], sizeof(element));
  auto* to = static_cast<std::byte*>(result);
  for (size_t i = 0; i < count; ++i)
    std::memcpy(to + i * sizeof(element), &element, sizeof(element));
}

simd::ElementwiseFunction SpreadOf(size_t element_bytes) {
  if (element_bytes == 8) return &Spread<uint64_t>;
  if (element_bytes == 4) return &Spread<uint32_t>;
  return element_bytes == 2 ? &Spread<uint16_t> : &Spread<uint8_t>;
}

bool IsTaped(const TileLoad& load, int64_t count) {
  if (!TapeMoveOf(load.element_bytes)) return false;
  if (load.kind == TileLoad::Kind::kIota) return true;
  for (int64_t i = 0; i < count; ++i) {
    if (!SourceOf(load, i)) return false;
  }
  return true;
}

// Sets what a tape needs to join calls, and to call from machine code.
void DescribeElement(const simd::ElementwiseKernel& kernel, simd::TapeKernel& call) {
  const bool is_float = kernel.operand == ElementType::kF32 || kernel.operand == ElementType::kF64;
  const size_t arity = simd::OperandCount(kernel.operation);
  if (call.count != 1 || !is_float || kernel.result != kernel.operand || arity > 2) return;
  call.arity = static_cast<uint8_t>(arity);
  call.element_bytes = static_cast<uint8_t>(ByteSize(kernel.operand));
#ifndef __wasm__
  call.of_four = simd::FindFunctionOfFour(kernel.function);
#endif
}

// Whether machine code may do the operation on vectors.
bool HasVectors(const simd::ElementwiseKernel& kernel) {
  const bool is_comparison = kernel.operation == simd::ElementwiseOp::kCompare;
  const bool has_one_width = ByteSize(kernel.operand) == ByteSize(kernel.result) || is_comparison;
  return kernel.tape != nullptr && has_one_width;
}

// Sets what machine code needs for few elements.
void DescribeVector(const simd::ElementwiseKernel& kernel, simd::TapeKernel& call) {
  const size_t bytes = ByteSize(kernel.operand);
  if (!HasVectors(kernel)) return;
  if (call.count > simd::TapeKernel::kMostOfVector) return;
  call.of_element = kernel.tape(bytes).in_memory;
  // A conversion to the same type may have the code of a move, which stands for a repeated element.
  const auto move = TapeMoveOf(bytes);
  if (move && call.of_element == simd::FindTapeCode(*move)) call.of_element = 0;
  call.is_mirrored = simd::IsMirrored(kernel.direction);
}

// Returns whether each instruction is a call of its kernel, most of which machine code does.
bool IsTapedVector(const TileProgram& program) {
  const int64_t count = program.count;
  return count <= static_cast<int64_t>(simd::TapeKernel::kMostOfVector) &&
         std::ranges::all_of(program.loads,
                             [&](const TileLoad& load) {
                               return TapeMoveOf(load.element_bytes) && load.element_bytes <= 8 &&
                                      (IsSpread(load, count) || IsContiguous(load, count));
                             }) &&
         HasOnlyKernels(program);
}

bool HasElements(const TileProgram& program) {
  return std::ranges::all_of(program.loads,
                             [&](const auto& load) { return IsTaped(load, program.count); }) &&
         HasOnlyKernels(program);
}

// Returns whether each instruction is done for one element after the other, if it can be.
bool IsByElement(const TileProgram& program) {
  const int64_t count = program.count;
  if (count <= kMostElements) return true;
  // A load is an instruction too if it is a result.
  const auto instructions = static_cast<int64_t>(program.instructions.size());
  const bool is_short = count * std::max<int64_t>(1, instructions) <= kMostInstructions;
  if (!kHasNativeTapes || !is_short || IsTapedVector(program)) return false;
  return std::ranges::all_of(program.instructions, [](const TileInstruction& instruction) {
    return instruction.kernel.tape != nullptr && ByteSize(instruction.kernel.operand) >= 4;
  });
}

bool HasTape(const TileProgram& program) {
  const bool is_plain = program.streams.empty() && program.sinks.empty() && program.split.empty() &&
                        program.joined.empty();
  if (!is_plain) return false;
  return IsByElement(program) ? HasElements(program) : kHasNativeTapes && IsTapedVector(program);
}

class TileAppender {
 public:
  TileAppender(const Step& step, uint32_t first_reference, Arena& arena, TapePlan& plan)
      : program_(ProgramOf(step)),
        is_direct_(step.function == &DirectTileStep),
        is_by_element_(IsByElement(program_)),
        first_reference_(first_reference),
        arena_(arena),
        plan_(plan) {}

  void Append() {
    if (!kHasChainModules) {
      for (const TileLoad& load : program_.loads) {
        if (load.kind == TileLoad::Kind::kIota) Compute(load);
        if (IsSpreadInMemory(load)) {
          CallSpread(load);
        } else {
          Load(load);
        }
      }
    }
    const auto is_computed = [&](const TileInstruction& instruction) {
      return instruction.kernel.tape != nullptr && is_by_element_;
    };
    if (std::ranges::all_of(program_.instructions, is_computed)) {
      // Element by element, so that values stay in the register.
      for (int64_t i = 0; i < program_.count; ++i) {
        for (const TileInstruction& instruction : program_.instructions) Compute(instruction, i);
      }
      return;
    }
    for (const TileInstruction& instruction : program_.instructions) {
      const int64_t computed = is_computed(instruction) ? program_.count : 0;
      for (int64_t i = 0; i < computed; ++i) Compute(instruction, i);
      if (computed == 0) Call(instruction);
    }
  }

 private:
  TapePlan::Place RegisterAt(uint16_t number, size_t element_bytes, int64_t index) const {
    const auto offset = static_cast<uint32_t>(element_bytes) * static_cast<uint32_t>(index);
    // Instructions of direct programs name references.
    if (is_direct_) return {first_reference_ + number, offset};
    const TileRegister& tile_register = program_.registers[number];
    if (tile_register.is_scratch) {
      return {TapePlan::kScratch, tile_register.scratch_offset + offset};
    }
    return {first_reference_ + tile_register.reference, offset};
  }

  TapePlan::Place OperandAt(uint16_t number, size_t element_bytes, int64_t index) const {
    const TileLoad* const load = kHasChainModules ? nullptr : LoadOf(program_, number);
    const bool is_at_source = load != nullptr && !IsSpreadInMemory(*load) && !IsMoved(*load);
    return is_at_source ? SourceAt(*load, index) : RegisterAt(number, element_bytes, index);
  }

  // Kernels read a repeated element in its register.
  bool IsSpreadInMemory(const TileLoad& load) const {
    return !is_by_element_ && IsSpread(load, program_.count);
  }

  // Whether elements that are read one by one are brought to their register.
  bool IsMoved(const TileLoad& load) const {
    return is_by_element_ && IsReadByCall(program_, load);
  }

  void CallSpread(const TileLoad& load) {
    const size_t bytes = load.element_bytes;
    TapePlan::Instruction instruction;
    instruction.kind = TapeKind::kKernel;
    instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kKernel);
    instruction.operands[0] = SourceAt(load, 0);
    instruction.result = RegisterAt(load.result, bytes, 0);
    simd::TapeKernel call{SpreadOf(bytes), nullptr, static_cast<size_t>(program_.count)};
    if (bytes != 2) call.of_element = simd::FindTapeCode(*TapeMoveOf(bytes));
    instruction.kernel = arena_.Make<simd::TapeKernel>(call);
    plan_.instructions.push_back(instruction);
  }

  // Indices are the same in each iteration.
  void Compute(const TileLoad& iota) {
    const size_t bytes = static_cast<size_t>(program_.count) * iota.element_bytes;
    std::vector<std::byte> elements(bytes);
    CopyElements(iota, nullptr, elements.data(), 0, program_.count);
    iotas_.emplace_back(&iota, static_cast<uint32_t>(plan_.constants.size()));
    plan_.constants.push_back(arena_.CopyArray(std::span<const std::byte>(elements)).data());
  }

  TapePlan::Place SourceAt(const TileLoad& load, int64_t index) const {
    if (load.kind == TileLoad::Kind::kIota) {
      const auto found =
          std::ranges::find(iotas_, &load, [](const auto& one) { return one.first; });
      return {TapePlan::kFirstConstant + found->second,
              static_cast<uint32_t>(index) * load.element_bytes};
    }
    const ElementSource source = *SourceOf(load, index);
    const int64_t offset = source.element * int64_t{load.element_bytes};
    return {first_reference_ + source.reference, static_cast<uint32_t>(offset)};
  }

  // Instructions read what is loaded at its source. A result of the program is moved, and what a
  // kernel is called for.
  void Load(const TileLoad& load) {
    if (load.result >= program_.moving_registers && !IsMoved(load)) return;
    for (int64_t i = 0; i < program_.count; ++i) {
      TapePlan::Instruction instruction;
      instruction.kind = TapeKind::kMove;
      instruction.forms.in_memory = simd::FindTapeCode(*TapeMoveOf(load.element_bytes));
      instruction.forms.result_bytes = static_cast<uint8_t>(load.element_bytes);
      instruction.operands[0] = SourceAt(load, i);
      instruction.result = RegisterAt(load.result, load.element_bytes, i);
      plan_.instructions.push_back(instruction);
    }
  }

  // Returns an instruction with the places of one element.
  TapePlan::Instruction At(const TileInstruction& tile, int64_t index) const {
    const simd::ElementwiseKernel& kernel = tile.kernel;
    TapePlan::Instruction instruction;
    for (size_t k = 0; k < 3; ++k) {
      instruction.operands[k] = OperandAt(tile.operands[k], OperandBytes(kernel, k), index);
    }
    instruction.result = RegisterAt(tile.result, ByteSize(kernel.result), index);
    return instruction;
  }

  void Call(const TileInstruction& tile) {
    TapePlan::Instruction instruction = At(tile, 0);
    instruction.kind = TapeKind::kKernel;
    instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kKernel);
    simd::TapeKernel call{tile.kernel.function, tile.attributes,
                          static_cast<size_t>(program_.count)};
    if (!kHasChainModules) {
      DescribeElement(tile.kernel, call);
      DescribeVector(tile.kernel, call);
    }
    instruction.kernel = arena_.Make<simd::TapeKernel>(call);
    plan_.instructions.push_back(instruction);
  }

  void Compute(const TileInstruction& tile, int64_t index) {
    const simd::ElementwiseKernel& kernel = tile.kernel;
    TapePlan::Instruction instruction = At(tile, index);
    instruction.forms = kernel.tape(ByteSize(kernel.operand));
    if (simd::IsMirrored(kernel.direction)) {
      std::swap(instruction.operands[0], instruction.operands[1]);
    }
    plan_.instructions.push_back(instruction);
  }

  const TileProgram& program_;
  const bool is_direct_;
  const bool is_by_element_;
  const uint32_t first_reference_;
  Arena& arena_;
  TapePlan& plan_;
  // By load of kIota: the number of its constant.
  std::vector<std::pair<const TileLoad*, uint32_t>> iotas_;
};

}  // namespace

std::optional<simd::TapeControl> TapeMoveOf(uint64_t bytes) {
  switch (bytes) {
    case 1:
      return simd::TapeControl::kMove1;
    case 2:
      return simd::TapeControl::kMove2;
    case 4:
      return simd::TapeControl::kMove4;
    case 8:
      return simd::TapeControl::kMove8;
    case 16:
      return simd::TapeControl::kMove16;
    default:
      return std::nullopt;
  }
}

bool IsTapedTiles(const Step& step) {
  if (step.function == &DirectTileStep) return true;
  // WebAssembly leaves such tapes out: the engine's size counts there.
  return !kHasChainModules && step.function == &TileStep && HasTape(ProgramOf(step));
}

bool IsShortTape(const TileProgram& program) {
  const bool is_by_element = IsByElement(program);
  int64_t instructions = 0;
  for (const TileInstruction& instruction : program.instructions) {
    const simd::ElementwiseKernel& kernel = instruction.kernel;
    // A called kernel's vectors would wait for many stores.
    if (is_by_element ? kernel.tape == nullptr : !HasVectors(kernel)) return false;
    const auto bytes =
        static_cast<int64_t>(std::max(ByteSize(kernel.operand), ByteSize(kernel.result)));
    instructions += is_by_element ? program.count : (program.count * bytes + 15) / 16;
  }
  return instructions <= kMostInstructions && HasTape(program);
}

bool IsCalledTiles(const Step& step) {
  if (kHasChainModules || step.function != &TileStep) return false;
  return !IsTapedTiles(step) && ProgramOf(step).count <= BoundTiles::kMostElements;
}

int64_t OwnWork(const Step& step) {
  if (step.function != &TileStep) return 0;
  const TileProgram& program = ProgramOf(step);
  return program.count * program.work_per_element;
}

void AppendTiles(const Step& step, uint32_t first_reference, Arena& arena, TapePlan& plan) {
  TileAppender(step, first_reference, arena, plan).Append();
}

}  // namespace paddock
