#include "core/exec/native/native_segment.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "core/exec/native/native_calls.h"
#include "core/native/float_extreme.h"

namespace paddock {
namespace {

constexpr VexOp kCopyVector{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x28};
constexpr VexOp kAnd{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x54},
    kXor{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x57};
constexpr VexOp kSetOnes{VexOp::Prefix::k66, VexOp::Map::k0F, 0x76};

// sum + left * right, in sum.
VexOp FusedMultiplyAdd(size_t bytes) {
  return {VexOp::Prefix::k66, VexOp::Map::k0F38, 0xB9, bytes == 8};
}

// The lanes of the right operand where the mask is set, else of the left.
VexOp Blend(size_t bytes) {
  return {VexOp::Prefix::k66, VexOp::Map::k0F3A, static_cast<uint8_t>(bytes == 4 ? 0x4A : 0x4B)};
}

// Instructions on packed integers have one operand; those on a single float merge another one.
bool HasOneOperand(const VexOp& op) {
  return op.prefix == VexOp::Prefix::kNone || op.opcode == 0xE6 ||
         (op.prefix == VexOp::Prefix::k66 && op.opcode == native::kSqrt);
}

class SegmentWriter {
  using Kind = NativeOperation::Kind;

 public:
  SegmentWriter(Assembler& assembler, DeadStores& stores)
      : assembler_(assembler), registers_(assembler, stores) {}

  void Write(const simd::TapeInstruction& at, const NativeOperation& operation) {
    at_ = &at;
    operation_ = &operation;
    offset_ = 0;
    bytes_ = operation.operand_bytes;
    result_bytes_ = operation.result_bytes;
    if (!operation.is_vector) return WriteOne();
    // Pieces of 16, 8 and 4 bytes. Lanes behind them are computed, but not stored.
    const size_t bytes = static_cast<const simd::TapeKernel*>(at.extra)->count * bytes_;
    for (; offset_ < bytes; offset_ += bytes_) {
      bytes_ = result_bytes_ = std::min<size_t>(16, std::bit_floor(bytes - offset_));
      WriteOne();
    }
  }

 private:
  void WriteOne() {
    registers_.StartInstruction();
    const simd::TapeInstruction& at = *at_;
    switch (operation_->kind) {
      case Kind::kMove:
        return Move(at.operands[0], at.result, bytes_);
      case Kind::kSpread:
        return Spread();
      case Kind::kUnary:
        return Unary();
      case Kind::kBinary:
        return Keep(Both(operation_->op));
      case Kind::kFusedMultiplyAdd:
      case Kind::kMultiplyAdd:
        return MultiplyAdd();
      case Kind::kNegateFloat:
      case Kind::kAbsFloat:
        return ChangeSign();
      case Kind::kMaximumFloat:
      case Kind::kMinimumFloat:
        return Extreme();
      case Kind::kCompareFloats:
        return CompareFloats();
      case Kind::kSelect:
        return Select();
      case Kind::kSlice:
        return Slice();
      case Kind::kCall:
        return WriteCall(at, assembler_, registers_);
      case Kind::kJoinedCall:
        return WriteJoinedCall(at, assembler_, registers_);
      case Kind::kCompareIntegers:
        return ComparesInVector() ? CompareInVector() : InRax();
      case Kind::kMultiplyWide:
      case Kind::kByte:
      case Kind::kNotByte:
      case Kind::kConvertInteger:
        return InRax();
      case Kind::kConvertToFloat:
        return ConvertToFloat();
    }
  }

  Xmm Operand(size_t k) {
    return registers_.Load(static_cast<const std::byte*>(at_->operands[k]) + offset_, bytes_);
  }

  void Keep(Xmm result) {
    registers_.Store(result, static_cast<std::byte*>(at_->result) + offset_, result_bytes_);
  }

  // An instruction on floats of the operation's width.
  VexOp Floats(uint8_t opcode) const {
    const VexOp op = native::OfFloats(operation_->operand_bytes, opcode);
    return operation_->is_vector ? native::OfVector(op) : op;
  }

  Xmm Both(const VexOp& op) {
    const Xmm left = Operand(0), right = Operand(1);
    const Xmm result = registers_.Take();
    assembler_.Compute(op, result, left, right);
    return result;
  }

  // Elements that are parts of the moved bytes are moved one by one, because a load does not wait
  // well for several stores.
  void Move(const void* source, void* target, size_t bytes) {
    if (bytes < 4) {
      assembler_.LoadRax(bytes, registers_.ReadAt(source, bytes));
      return registers_.StoreRax(target, bytes);
    }
    if (bytes > 4 && registers_.HasPartOf(source, bytes)) {
      const size_t half = bytes / 2;
      Move(source, target, half);
      registers_.StartInstruction();
      return Move(static_cast<const std::byte*>(source) + half,
                  static_cast<std::byte*>(target) + half, half);
    }
    registers_.Store(registers_.Load(source, bytes), target, bytes);
  }

  void Spread() {
    const Xmm element = registers_.Load(at_->operands[0], operation_->operand_bytes);
    const Xmm result = registers_.Take();
    assembler_.Compute(operation_->op, result, 0, element);
    Keep(result);
  }

  void Unary() {
    const Xmm operand = Operand(0), result = registers_.Take();
    assembler_.Compute(operation_->op, result, HasOneOperand(operation_->op) ? Xmm{0} : operand,
                       operand);
    Keep(result);
  }

  void MultiplyAdd() {
    if (operation_->kind == Kind::kMultiplyAdd) {
      const Xmm product = Both(native::OfFloats(bytes_, native::kMultiply));
      assembler_.Compute(native::OfFloats(bytes_, native::kAdd), product, Operand(2), product);
      return Keep(product);
    }
    const Xmm left = Operand(0), right = Operand(1), sum = Operand(2);
    const Xmm result = registers_.Take();
    assembler_.Convert(kCopyVector, result, sum);
    assembler_.Compute(FusedMultiplyAdd(bytes_), result, left, right);
    Keep(result);
  }

  void ChangeSign() {
    const size_t width = operation_->operand_bytes;
    const Xmm operand = Operand(0), result = registers_.Take();
    assembler_.Compute(kSetOnes, result, result, result);
    if (operation_->kind == Kind::kNegateFloat) {
      assembler_.ShiftLeft(result, width, static_cast<uint8_t>(width * 8 - 1));
      assembler_.Compute(kXor, result, result, operand);
    } else {
      assembler_.ShiftRight(result, width, 1);
      assembler_.Compute(kAnd, result, result, operand);
    }
    Keep(result);
  }

  void Extreme() {
    const bool is_maximum = operation_->kind == Kind::kMaximumFloat;
    const Xmm left = Operand(0), right = Operand(1);
    const Xmm result = registers_.Take(), both = registers_.Take(), mask = registers_.Take();
    const uint8_t opcode = is_maximum ? native::kMaximum : native::kMinimum;
    const FloatExtreme extreme{is_maximum, Floats(opcode), Floats(native::kCompare),
                               Blend(operation_->operand_bytes)};
    WriteFloatExtreme(assembler_, extreme, result, left, right, both, mask);
    Keep(result);
  }

  void Choose(Xmm result, Xmm left, Xmm right, Xmm mask) {
    assembler_.Compute(Blend(bytes_), result, left, right, static_cast<uint8_t>(mask << 4));
  }

  void CompareFloats() {
    const Xmm left = Operand(0), right = Operand(1), mask = registers_.Take();
    assembler_.Compute(native::OfFloats(bytes_, native::kCompare), mask, left, right,
                       operation_->constant);
    KeepMask(mask);
  }

  void KeepMask(Xmm mask) {
    assembler_.MoveToRax(mask);
    assembler_.KeepLowestBit();
    registers_.StoreMask(mask, at_->result, bytes_);
  }

  // Vectors have no comparison of unsigned integers.
  bool ComparesInVector() const {
    const auto condition = static_cast<Assembler::Condition>(operation_->constant);
    return condition != Assembler::Condition::kBelow &&
           condition != Assembler::Condition::kBelowOrEqual;
  }

  // A selection then reads the mask from its register.
  void CompareInVector() {
    using Condition = Assembler::Condition;
    const auto condition = static_cast<Condition>(operation_->constant);
    const bool is_equality = condition == Condition::kEqual || condition == Condition::kNotEqual;
    const bool is_negated =
        condition == Condition::kNotEqual || condition == Condition::kLessOrEqual;
    const Xmm left = Operand(0), right = Operand(1), mask = registers_.Take();
    const VexOp op = is_equality ? native::EqualIntegers(bytes_) : native::GreaterIntegers(bytes_);
    // left < right is right > left, and left <= right the negation of left > right.
    const bool is_swapped = condition == Condition::kLess;
    assembler_.Compute(op, mask, is_swapped ? right : left, is_swapped ? left : right);
    if (is_negated) {
      const Xmm ones = registers_.Take();
      assembler_.Compute(kSetOnes, ones, ones, ones);
      assembler_.Compute(kXor, mask, mask, ones);
    }
    KeepMask(mask);
  }

  void Select() {
    const Xmm mask = registers_.LoadMask(at_->operands[0], bytes_);
    const Xmm if_true = Operand(1), if_false = Operand(2), result = registers_.Take();
    Choose(result, if_false, if_true, mask);
    Keep(result);
  }

  // The greatest displacement of a slice.
  static size_t ExtentOf(const simd::TapeSlice& slice) {
    int64_t extent = 0;
    for (const simd::TapeSlice::Index& index : slice.indices) extent += index.limit * index.stride;
    return static_cast<size_t>(extent);
  }

  // Puts the displacement of the slice into rax.
  void LoadOffsets(const simd::TapeSlice& slice) {
    const auto load = [&](size_t k) {
      const simd::TapeSlice::Index& index = slice.indices[k];
      assembler_.LoadOffset({slice.index_bytes, slice.is_signed, slice.drops_outside,
                             static_cast<int32_t>(index.limit), static_cast<int32_t>(index.stride)},
                            registers_.ReadAt(at_->operands[1 + k], slice.index_bytes));
    };
    load(0);
    if (slice.indices[1].stride == 0) return;
    assembler_.SaveOffset();
    load(1);
    assembler_.AddSavedOffset();
  }

  // Both move pieces of 16, 8 and 4 bytes, or an element of 2 or 1.
  void Slice() {
    const auto& slice = *static_cast<const simd::TapeSlice*>(at_->extra);
    return slice.is_update ? UpdateSlice(slice) : ReadSlice(slice);
  }

  void ReadSlice(const simd::TapeSlice& slice) {
    LoadOffsets(slice);
    if (slice.bytes < 4) {
      MemoryOperand source = registers_.ReadAt(at_->operands[0], slice.bytes, ExtentOf(slice));
      source.adds_rax = true;
      assembler_.LoadRax(slice.bytes, source);
      return registers_.StoreRax(at_->result, slice.bytes);
    }
    for (uint32_t done = 0; done < slice.bytes;) {
      registers_.StartInstruction();
      const size_t bytes = std::min<size_t>(16, std::bit_floor(slice.bytes - done));
      const Xmm piece = registers_.LoadAtOffset(
          static_cast<const std::byte*>(at_->operands[0]) + done, bytes, ExtentOf(slice));
      registers_.Store(piece, static_cast<std::byte*>(at_->result) + done, bytes);
      done += static_cast<uint32_t>(bytes);
    }
  }

  // Pieces are smaller where registers have smaller elements. What may be skipped only stores.
  void UpdateSlice(const simd::TapeSlice& slice) {
    struct Piece {
      Xmm vector;
      size_t bytes;
    };
    std::vector<Piece> pieces;
    for (uint32_t done = 0; done < slice.bytes;) {
      const auto* source = static_cast<const std::byte*>(at_->operands[0]) + done;
      size_t bytes = std::min<size_t>(16, std::bit_floor(slice.bytes - done));
      while (bytes > 4 && registers_.HasPartOf(source, bytes)) bytes /= 2;
      pieces.push_back({LoadPiece(source, bytes), bytes});
      done += static_cast<uint32_t>(bytes);
    }
    LoadOffsets(slice);
    MemoryOperand target = registers_.At(at_->result);
    target.adds_rax = true;
    const size_t skipped = slice.drops_outside ? assembler_.BeginSkippedOutside() : 0;
    for (const Piece& piece : pieces) {
      if (piece.bytes < 4) {
        assembler_.StoreLowest(piece.bytes, piece.vector, target);
      } else {
        assembler_.Access(native::Store(piece.bytes), piece.vector, target);
      }
      target.displacement += static_cast<int32_t>(piece.bytes);
    }
    if (slice.drops_outside) assembler_.EndSkipped(skipped);
    registers_.Forget(at_->result, slice.bytes + ExtentOf(slice));
  }

  Xmm LoadPiece(const std::byte* source, size_t bytes) {
    if (bytes >= 4) return registers_.Load(source, bytes);
    const Xmm piece = registers_.Take();
    assembler_.LoadRax(bytes, registers_.ReadAt(source, bytes));
    assembler_.MoveFromRax(piece);
    return piece;
  }

  // Extends an integer to 8 bytes.
  void LoadInteger() {
    const MemoryOperand operand = registers_.ReadAt(at_->operands[0], bytes_);
    if (operation_->constant != 0) return assembler_.LoadRaxSigned(bytes_, operand);
    assembler_.LoadRax(bytes_, operand);
  }

  void ConvertToFloat() {
    LoadInteger();
    const Xmm result = registers_.Take();
    VexOp convert = native::OfFloats(operation_->result_bytes, native::kFromInteger);
    convert.is_wide = true;
    assembler_.Compute(convert, result, result, 0);
    Keep(result);
  }

  void InRax() {
    const size_t result_bytes = operation_->result_bytes;
    if (operation_->kind == Kind::kConvertInteger) {
      LoadInteger();
    } else {
      assembler_.LoadRax(bytes_, registers_.ReadAt(at_->operands[0], bytes_));
    }
    if (operation_->kind == Kind::kNotByte) {
      assembler_.FlipBoolean();
    } else if (operation_->kind != Kind::kConvertInteger) {
      ComputeInRax(registers_.ReadAt(at_->operands[1], bytes_));
    }
    registers_.StoreRax(at_->result, result_bytes);
  }

  void ComputeInRax(const MemoryOperand& right) {
    switch (operation_->kind) {
      case Kind::kCompareIntegers:
        assembler_.CompareRax(bytes_, right);
        return assembler_.SetByte(static_cast<Assembler::Condition>(operation_->constant));
      case Kind::kMultiplyWide:
        return assembler_.MultiplyRax(right);
      default:
        return assembler_.ComputeByte(static_cast<Assembler::ByteOp>(operation_->constant), right);
    }
  }

  Assembler& assembler_;
  NativeRegisters registers_;
  const simd::TapeInstruction* at_ = nullptr;
  const NativeOperation* operation_ = nullptr;
  // Bytes of operands and result, from the offset on.
  size_t bytes_ = 0, result_bytes_ = 0;
  size_t offset_ = 0;
};

}  // namespace

void WriteSegment(std::span<const simd::TapeInstruction* const> instructions,
                  const NativeOperations& operations, Assembler& assembler) {
  DeadStores stores;
  const auto write = [&](Assembler& to) {
    SegmentWriter writer(to, stores);
    for (const simd::TapeInstruction* at : instructions) {
      writer.Write(*at, *operations.Find(*at));
    }
  };
  Assembler draft;
  write(draft);
  stores.Finish();
  write(assembler);
  static_assert(offsetof(simd::TapeInstruction, code) == 0);
  assembler.AdvanceAndJump(sizeof(simd::TapeInstruction));
}

}  // namespace paddock
