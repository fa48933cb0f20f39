#include "core/exec/native/native_segment.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/exec/native/native_booleans.h"
#include "core/exec/native/native_calls.h"
#include "core/exec/native/native_complex.h"
#include "core/exec/native/native_end.h"
#include "core/exec/native/native_halves.h"
#include "core/exec/native/native_lanes.h"
#include "core/exec/native/native_narrow.h"
#include "core/exec/native/native_rows.h"
#include "core/exec/native/native_slices.h"

namespace paddock {
namespace {

// sum + left * right, in sum.
VexOp FusedMultiplyAdd(size_t bytes) {
  return {VexOp::Prefix::k66, VexOp::Map::k0F38, 0xB9, bytes == 8};
}

// Instructions on packed integers have one operand; those on a single float merge another one.
bool HasOneOperand(const VexOp& op) {
  return op.prefix == VexOp::Prefix::kNone || op.opcode == 0xE6 ||
         (op.prefix == VexOp::Prefix::k66 && op.opcode == native::kSqrt) ||
         (op.map == VexOp::Map::k0F3A && (op.opcode == 0x08 || op.opcode == 0x09));
}

class SegmentWriter {
  using Kind = NativeOperation::Kind;

 public:
  SegmentWriter(Assembler& assembler, const NativeConstants& constants, DeadStores& stores,
                const RecentStores& stored)
      : assembler_(assembler), constants_(constants), registers_(assembler, stores, stored) {}

  const RecentStores& stored() const { return registers_.stored(); }
  NativeRegisters& registers() { return registers_; }

  void Write(const simd::TapeInstruction& at, const NativeOperation& operation) {
    at_ = &at;
    operation_ = &operation;
    offset_ = 0;
    bytes_ = operation.operand_bytes;
    if (IsComplex(operation)) return WriteComplex();
    if (operation.is_by_element) return WriteElements();
    if (!operation.is_vector) {
      const auto fact = registers_.indices().FactOf(at, operation, constants_);
      WriteOne();
      if (fact) registers_.indices().Add(*fact);
      return;
    }
    const size_t count = static_cast<const simd::TapeKernel*>(at.extra)->count;
    const bool is_byte = operation.kind == Kind::kByte || operation.kind == Kind::kNotByte;
    const bool is_spread_byte = operation.kind == Kind::kSpread && operation.operand_bytes == 1;
    if (is_byte || is_spread_byte) return Booleans().Write(count);
    WritePieces(count * operation.lanes);
  }

  // Writes the row that begins with an instruction.
  void WriteRow(const simd::TapeInstruction& at, const NativeOperation& operation,
                const NativeRow& row) {
    const NativeOperation on_row = native::OfVector(operation);
    at_ = &at;
    operation_ = &on_row;
    row_ = &row;
    offset_ = 0;
    bytes_ = operation.operand_bytes;
    WritePieces(row.count);
    row_ = nullptr;
  }

 private:
  // Pieces of 16, 8, 4, 2 and 1 bytes. Lanes behind them are computed, but not stored.
  void WritePieces(size_t count) {
    const size_t bytes = count * bytes_;
    for (; offset_ < bytes; offset_ += bytes_) {
      bytes_ = std::min<size_t>(16, std::bit_floor(bytes - offset_));
      WriteOne();
    }
  }

  void WriteOne() {
    registers_.StartInstruction();
    const simd::TapeInstruction& at = *at_;
    if (IsHalf(*operation_)) return HalvesWriter(assembler_, registers_, *operation_, at).Write();
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
      case Kind::kSlice:
        return WriteSlice(at, assembler_, registers_);
      case Kind::kCall:
        return WriteCall(at, assembler_, registers_);
      case Kind::kJoinedCall:
        return WriteJoinedCall(at, assembler_, registers_);
      case Kind::kCompareIntegers:
        if (bytes_ == 1 && Booleans().HasMasks()) return Booleans().Compare();
        return ComparesLanes(*operation_) ? WriteLanes() : InRax();
      case Kind::kMultiplyWide:
        return InRax();
      case Kind::kDivideIntegers:
        return Divide();
      case Kind::kByte:
      case Kind::kNotByte:
        return Booleans().Write(1);
      case Kind::kConvertInteger:
        if (HasBoolean()) return Booleans().Convert();
        return Narrow().HasConversion() ? Narrow().Convert() : InRax();
      case Kind::kShiftNarrow:
      case Kind::kSelectNarrow:
      case Kind::kCountOnes:
      case Kind::kCountLeadingZeros:
        return Narrow().Write();
      case Kind::kSelectByte:
        return Booleans().Select();
      case Kind::kConvertToFloat:
        if (HasBoolean()) return Booleans().Convert();
        return Narrow().HasConversion() ? Narrow().Convert() : ConvertToFloat();
      default:
        return WriteLanes();
    }
  }

  Xmm Operand(size_t k) {
    if (row_ != nullptr && row_->is_spread[k]) {
      return registers_.LoadSpread(OperandAt(k), operation_->operand_bytes);
    }
    // Parts of 4 bytes are joined.
    const size_t part = std::min(bytes_, std::max<size_t>(operation_->operand_bytes, 4));
    return registers_.LoadElements(OperandAt(k) + offset_, bytes_, part);
  }

  // The first of lanes of `element_bytes`, as many as this piece has.
  template <class Byte>
  Byte* LanesAt(Byte* first, size_t element_bytes) const {
    return first + offset_ / operation_->operand_bytes * element_bytes;
  }

  NativeRegisters::MaskShape Shape() const {
    const size_t element_bytes = operation_->operand_bytes;
    return {bytes_ / element_bytes, std::max<size_t>(element_bytes, 4)};
  }

  void WriteLanes() {
    LanesWriter::Operands operands = {};
    NativeRegisters::Mask mask;
    const size_t arity = LanesWriter::ArityOf(operation_->kind);
    for (size_t k = 0; k < arity; ++k) {
      const bool is_mask = operation_->kind == Kind::kSelect && k == 0;
      if (is_mask) mask = registers_.LoadAnyMask(LanesAt(OperandAt(0), 1), Shape());
      operands[k] = is_mask ? mask.vector : Operand(k);
    }
    if (mask.is_inverted) std::swap(operands[1], operands[2]);
    const bool is_mirrored =
        operation_->is_vector && static_cast<const simd::TapeKernel*>(at_->extra)->is_mirrored;
    if (is_mirrored) std::swap(operands[0], operands[1]);
    LanesWriter writer(assembler_, registers_, *operation_);
    const Xmm result = writer.Write(operands);
    if (!MakesMask(*operation_)) return Keep(result);
    registers_.StoreMask({result, writer.is_inverted()}, LanesAt(ResultAt(), 1), Shape());
  }

  void WriteComplex() {
    ComplexWriter writer(assembler_, registers_, *operation_, *at_);
    writer.Write(static_cast<const simd::TapeKernel*>(at_->extra)->count);
  }

  void WriteElements() {
    const simd::TapeInstruction& call = *at_;
    simd::TapeInstruction one = call;
    at_ = &one;
    const size_t count = static_cast<const simd::TapeKernel*>(call.extra)->count;
    for (size_t i = 0; i < count; ++i) {
      for (size_t k = 0; k < std::size(one.operands); ++k) {
        const bool is_mask = operation_->kind == Kind::kSelectNarrow && k == 0;
        one.operands[k] = static_cast<const std::byte*>(call.operands[k]) +
                          i * (is_mask ? 1 : operation_->operand_bytes);
      }
      one.result = static_cast<std::byte*>(call.result) + i * operation_->result_bytes;
      WriteOne();
    }
    at_ = &call;
  }

  NarrowWriter Narrow() { return {assembler_, registers_, *operation_, *at_}; }
  BooleansWriter Booleans() { return {assembler_, registers_, *operation_, *at_}; }

  // Whether a register has the operand as a mask.
  bool HasBoolean() const {
    return bytes_ == 1 && registers_.FindShape(at_->operands[0]).has_value();
  }

  const std::byte* OperandAt(size_t k) const {
    return static_cast<const std::byte*>(at_->operands[k]);
  }
  std::byte* ResultAt() const { return static_cast<std::byte*>(at_->result); }

  // All elements of a vector have the width of the operands, but for booleans.
  void Keep(Xmm result) {
    const size_t bytes = operation_->is_vector ? bytes_ : operation_->result_bytes;
    registers_.Store(result, ResultAt() + offset_, bytes);
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
    if (const auto shape = bytes == 1 ? registers_.FindShape(source) : std::nullopt) {
      return registers_.StoreMask(registers_.LoadAnyMask(source, *shape), target, *shape);
    }
    if (bytes < 4) {
      if (registers_.HasElement(source, bytes)) {
        registers_.Store(registers_.Load(source, bytes), target, bytes);
        if (bytes == 2) registers_.CopyForms(source, target);
        return;
      }
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
    const size_t part = std::min<size_t>(bytes, 4);
    registers_.Store(registers_.LoadElements(static_cast<const std::byte*>(source), bytes, part),
                     target, bytes);
  }

  void Spread() {
    const Xmm element = registers_.Load(at_->operands[0], operation_->operand_bytes);
    const Xmm result = registers_.Take();
    assembler_.Compute(operation_->op, result, 0, element);
    Keep(result);
  }

  void Unary() {
    const VexOp& op = operation_->op;
    const Xmm operand = Operand(0), result = registers_.Take();
    const Xmm left = HasOneOperand(op) ? Xmm{0} : operand;
    if (op.map == VexOp::Map::k0F3A) {
      assembler_.Compute(op, result, left, operand, operation_->constant);
    } else {
      assembler_.Compute(op, result, left, operand);
    }
    Keep(result);
  }

  void MultiplyAdd() {
    const size_t width = operation_->operand_bytes;
    if (operation_->kind == Kind::kMultiplyAdd) {
      const Xmm product = Both(Floats(native::OfFloats(width, native::kMultiply)));
      assembler_.Compute(Floats(native::OfFloats(width, native::kAdd)), product, Operand(2),
                         product);
      return Keep(product);
    }
    const Xmm left = Operand(0), right = Operand(1), sum = Operand(2);
    const Xmm result = registers_.Take();
    assembler_.Convert(native::kCopyVector, result, sum);
    assembler_.Compute(Floats(FusedMultiplyAdd(width)), result, left, right);
    Keep(result);
  }

  VexOp Floats(const VexOp& op) const { return operation_->is_vector ? native::OfVector(op) : op; }

  // Extends an integer to 8 bytes.
  void LoadInteger() { registers_.LoadRax(at_->operands[0], bytes_, operation_->constant != 0); }

  void ConvertToFloat() {
    LoadInteger();
    const Xmm result = registers_.Take();
    VexOp convert = native::OfFloats(operation_->result_bytes, native::kFromInteger);
    convert.is_wide = true;
    assembler_.Compute(convert, result, result, 0);
    Keep(result);
  }

  void InRax() {
    if (operation_->kind == Kind::kConvertInteger) {
      LoadInteger();
    } else {
      registers_.LoadRax(at_->operands[0], bytes_, false);
      ComputeInRax(registers_.ReadAt(at_->operands[1], bytes_));
    }
    registers_.StoreRaxAndKeep(at_->result, operation_->result_bytes);
  }

  void ComputeInRax(const MemoryOperand& right) {
    switch (operation_->kind) {
      case Kind::kCompareIntegers:
        assembler_.CompareRax(bytes_, right);
        return assembler_.SetByte(static_cast<Assembler::Condition>(operation_->constant));
      case Kind::kMultiplyWide:
        return assembler_.MultiplyRax(right);
      default:
        return assembler_.DivideRax(Division(), right);
    }
  }

  Assembler::Division Division() const {
    return {static_cast<uint8_t>(bytes_), (operation_->constant & 1) != 0,
            (operation_->constant & 2) != 0};
  }

  void Divide() {
    const Assembler::Division division = Division();
    if (bytes_ != 4 || !constants_.contains(at_->operands[1])) return InRax();
    uint32_t bits = 0;
    std::memcpy(&bits, at_->operands[1], sizeof(bits));
    const int64_t divisor = division.is_signed ? static_cast<int32_t>(bits) : int64_t{bits};
    if (!Assembler::HasInverse(division, divisor)) return InRax();
    registers_.LoadRax(at_->operands[0], bytes_, division.is_signed);
    assembler_.DivideRaxBy(division, divisor);
    registers_.StoreRax(at_->result, bytes_);
  }

  Assembler& assembler_;
  const NativeConstants& constants_;
  NativeRegisters registers_;
  const simd::TapeInstruction* at_ = nullptr;
  const NativeOperation* operation_ = nullptr;
  // Null: one instruction is written.
  const NativeRow* row_ = nullptr;
  // Bytes of each operand, from the offset on.
  size_t bytes_ = 0;
  size_t offset_ = 0;
};

}  // namespace

void WriteSegment(std::span<const simd::TapeInstruction* const> instructions,
                  const NativeOperations& operations, const NativeConstants& constants,
                  const NativeEnd* end, Assembler& assembler) {
  // Most segments repeat, so the stores at their end precede their beginning.
  RecentStores stored;
  const auto write_iteration = [&](SegmentWriter& writer) {
    for (size_t i = 0; i < instructions.size();) {
      const NativeOperation& operation = *operations.Find(*instructions[i]);
      const NativeRow row = FindRow(instructions.subspan(i), operation);
      if (row.count > 1) {
        writer.WriteRow(*instructions[i], operation, row);
      } else {
        writer.Write(*instructions[i], operation);
      }
      i += std::max<size_t>(1, row.count);
    }
  };
  const auto write = [&](Assembler& to, DeadStores& stores) {
    SegmentWriter writer(to, constants, stores, stored);
    write_iteration(writer);
    if (end == nullptr) {
      GoBehind(to);
      return writer.stored();
    }
    EndWriter writer_of_end(*end, to, writer.registers());
    for (size_t i = 1; i < end->iterations; ++i) {
      writer_of_end.EndIteration();
      write_iteration(writer);
    }
    writer_of_end.Finish();
    return writer.stored();
  };
  DeadStores stores, unused;
  Assembler first, draft;
  stored = write(first, unused);
  write(draft, stores);
  stores.Finish();
  write(assembler, stores);
}

}  // namespace paddock
