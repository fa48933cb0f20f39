// The instructions of a chain's module that compute one operation on a vector.
#ifndef PADDOCK_CORE_PLAN_FUSION_MODULE_LANES_H_
#define PADDOCK_CORE_PLAN_FUSION_MODULE_LANES_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "core/plan/webassembly/wasm_code.h"
#include "simd/elementwise/chain.h"

namespace paddock {

struct LaneOperand {
  uint32_t local = 0;
  bool is_mask = false;
  // The element in every lane, if it is known while planning.
  const std::byte* constant = nullptr;
};

class ModuleLanes {
 public:
  ModuleLanes(wasm::Code& code, uint32_t lane_bytes) : code_(code), lane_bytes_(lane_bytes) {}

  // Takes vector locals from `next` on. Returns the next one.
  uint32_t PlaceLocals(uint32_t next, bool has_exponential);
  // Emitted once, before the loop.
  void LoadConstants();
  // Leaves the result on the stack. `op` is no exponential.
  void Compute(simd::ChainOp op, std::span<const LaneOperand> operands);
  // Computes the exponentials of several vectors, or those minus one: locals to locals.
  void ComputeExponentials(simd::ChainOp op, std::span<const uint32_t> operands,
                           std::span<const uint32_t> results);

 private:
  enum class Order : uint8_t { kFloat, kSigned, kUnsigned };
  using Simd = wasm::Simd;

  bool ComputeSpecial(simd::ChainOp op, std::span<const LaneOperand> operands);
  void ComputeSimple(simd::ChainOp op, std::span<const LaneOperand> operands);
  void ComputeSign(uint32_t operand);
  bool ComputeExtreme(simd::ChainOp op, std::span<const LaneOperand> operands);
  bool Clamp(Order order, std::span<const LaneOperand> operands);
  bool Extreme(Order order, bool is_greatest, LaneOperand lhs, LaneOperand rhs);
  void ExtremeFloat(bool is_greatest, uint32_t lhs, uint32_t rhs);
  bool ExtremeOfConstant(bool is_greatest, uint32_t operand, const LaneOperand& constant);

  void ComputeExponential(simd::ChainOp op, uint32_t operand, bool is_far);
  void ComputePower(uint32_t nearby);
  void ReduceExponential(uint32_t operand);
  void ReduceMinusOne(uint32_t operand);
  void FinishExponential(bool is_far);
  void FinishExponentialMinusOne(uint32_t operand, bool is_far);
  void ScaleFar();
  void MultiplyAdd(uint32_t a, uint32_t b, uint32_t c, bool is_negative = false);

  void Gets(std::initializer_list<uint32_t> locals) {
    for (uint32_t local : locals) code_.Get(local);
  }
  void Binary(Simd instruction, uint32_t a, uint32_t b) {
    Gets({a, b});
    code_.Op(instruction);
  }
  // Selects lanes of the first of three values on the stack where those of the last are all ones,
  // and of the second where they are zeros.
  void SelectLanes();
  void GetOrdered(uint32_t local, bool is_unsigned);
  Simd ByLane(Simd of_4_bytes, Simd of_8_bytes) const {
    return lane_bytes_ == 4 ? of_4_bytes : of_8_bytes;
  }
  // Returns half a vector with the constant in every lane, chosen by lane width.
  uint64_t InLanes(uint32_t of_4_bytes, uint64_t of_8_bytes) const {
    return lane_bytes_ == 4 ? (uint64_t{of_4_bytes} << 32 | of_4_bytes) : of_8_bytes;
  }
  uint64_t OneAsFloats() const;
  uint64_t HighestBits() const { return InLanes(uint32_t{1} << 31, uint64_t{1} << 63); }

  wasm::Code& code_;
  const uint32_t lane_bytes_;
  uint32_t middle_ = 0;
  // The first locals of the exponential's constants and steps; 0: the chain has no exponential.
  uint32_t constants_ = 0;
  uint32_t temporaries_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_MODULE_LANES_H_
