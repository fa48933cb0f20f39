#include "core/exec/native/native_slices.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace paddock {
namespace {

// Both directions move pieces of 16, 8 and 4 bytes, or an element of 2 or 1.
class SliceWriter {
 public:
  SliceWriter(const simd::TapeInstruction& at, Assembler& assembler, NativeRegisters& registers)
      : at_(at),
        slice_(*static_cast<const simd::TapeSlice*>(at.extra)),
        assembler_(assembler),
        registers_(registers) {}

  void Write() {
    if (slice_.is_update) return Update();
    Read();
  }

 private:
  // The greatest displacement of a slice_.
  size_t Extent() const {
    int64_t extent = 0;
    for (const simd::TapeSlice::Index& index : slice_.indices) extent += index.limit * index.stride;
    return static_cast<size_t>(extent);
  }

  void LoadIndex(const void* place) {
    const bool may_wrap = slice_.is_signed && slice_.index_bytes >= 4;
    const auto* wrapped = may_wrap ? registers_.indices().FindIndex(place) : nullptr;
    if (wrapped == nullptr) {
      return registers_.LoadRax(place, slice_.index_bytes, slice_.is_signed);
    }
    registers_.LoadRax(wrapped->source, slice_.index_bytes, true);
    assembler_.AddIfNegative(static_cast<int32_t>(wrapped->size));
  }

  // Puts the displacement of the slice into rax.
  void LoadOffsets() {
    const auto load = [&](size_t k) {
      const simd::TapeSlice::Index& index = slice_.indices[k];
      LoadIndex(at_.operands[1 + k]);
      assembler_.ScaleIndex({slice_.is_signed, slice_.drops_outside,
                             static_cast<int32_t>(index.limit),
                             static_cast<int32_t>(index.stride)});
    };
    load(0);
    if (slice_.indices[1].stride == 0) return;
    assembler_.SaveOffset();
    load(1);
    assembler_.AddSavedOffset();
  }

  void Read() {
    LoadOffsets();
    if (slice_.bytes < 4) {
      MemoryOperand source = registers_.ReadAt(at_.operands[0], slice_.bytes, Extent());
      source.adds_rax = true;
      assembler_.LoadRax(slice_.bytes, source);
      return registers_.StoreRaxAndKeep(at_.result, slice_.bytes);
    }
    for (uint32_t done = 0; done < slice_.bytes;) {
      registers_.StartInstruction();
      const size_t bytes = std::min<size_t>(16, std::bit_floor(slice_.bytes - done));
      const Xmm piece = registers_.LoadAtOffset(
          static_cast<const std::byte*>(at_.operands[0]) + done, bytes, Extent());
      registers_.Store(piece, static_cast<std::byte*>(at_.result) + done, bytes);
      done += static_cast<uint32_t>(bytes);
    }
  }

  // Pieces are smaller where registers have smaller elements. What may be skipped only stores.
  void Update() {
    struct Piece {
      Xmm vector;
      size_t bytes;
    };
    std::vector<Piece> pieces;
    for (uint32_t done = 0; done < slice_.bytes;) {
      const auto* source = static_cast<const std::byte*>(at_.operands[0]) + done;
      size_t bytes = std::min<size_t>(16, std::bit_floor(slice_.bytes - done));
      while (bytes > 4 && registers_.HasPartOf(source, bytes)) bytes /= 2;
      pieces.push_back({registers_.Load(source, bytes), bytes});
      done += static_cast<uint32_t>(bytes);
    }
    LoadOffsets();
    MemoryOperand target = registers_.At(at_.result);
    target.adds_rax = true;
    const size_t skipped = slice_.drops_outside ? assembler_.BeginSkippedOutside() : 0;
    for (const Piece& piece : pieces) {
      if (piece.bytes < 4) {
        assembler_.StoreLowest(piece.bytes, piece.vector, target);
      } else {
        assembler_.Access(native::Store(piece.bytes), piece.vector, target);
      }
      target.displacement += static_cast<int32_t>(piece.bytes);
    }
    if (slice_.drops_outside) assembler_.EndSkipped(skipped);
    size_t least = slice_.bytes;
    for (const Piece& piece : pieces) least = std::min(least, piece.bytes);
    registers_.ForgetWithin(at_.result, slice_.bytes + Extent(), least);
  }

  const simd::TapeInstruction& at_;
  const simd::TapeSlice& slice_;
  Assembler& assembler_;
  NativeRegisters& registers_;
};

}  // namespace

void WriteSlice(const simd::TapeInstruction& at, Assembler& assembler, NativeRegisters& registers) {
  SliceWriter(at, assembler, registers).Write();
}

}  // namespace paddock
