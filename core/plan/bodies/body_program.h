// Regions as kernels: a pure scalar body as a tile program that runs over many elements at
// once, each argument an array.
#ifndef PADDOCK_CORE_PLAN_BODIES_BODY_PROGRAM_H_
#define PADDOCK_CORE_PLAN_BODIES_BODY_PROGRAM_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/draft.h"
#include "simd/reduce/monoid.h"

namespace paddock {

class Lowering;

// Source of one of the body's results.
struct BodyResult {
  enum class Kind : uint8_t {
    kComputed,  // index: which of tiles.writes
    kArgument,  // index: the argument, unchanged
    kCaptured,  // index: in `captured`, the same for all elements
  };
  Kind kind = Kind::kComputed;
  uint32_t index = 0;
  ElementType type = ElementType::kF32;
};

struct CompiledBody {
  // The sources of the reads are the arguments, then the captured values. Has no program if the
  // body computes nothing.
  CompiledTiles tiles;
  std::vector<ElementType> argument_types;
  // Constants and captured values, one element each.
  std::vector<Leaf> captured;
  std::vector<BodyResult> results;

  uint32_t argument_count() const { return static_cast<uint32_t>(argument_types.size()); }
};

// Compiles an element-wise body. Returns nothing, without a diagnostic, if the body does more than
// compute scalars element by element. `count` is the maximum number of elements of a run. If the
// arguments are tensors of a `shape` with more than one element, the program computes the body for
// one element of each.
std::optional<CompiledBody> CompileBody(Lowering& lowering, Block& body, int64_t count,
                                        bool allow_direct, std::span<const int64_t> shape = {});

// Returns the monoid of a body that consists of one op on its two arguments; nothing for any other.
std::optional<simd::Monoid> MonoidOfBody(const Block& body);

// Returns the name, in the op table, of the kernel of such a body's op; empty for any other body.
std::string_view NameOfBody(const Block& body);

// Returns the kernels of a body that is one commutative operation on its two arguments, each used
// once; null for any other.
const simd::MonoidKernels* FindBodyMonoid(const Block& body, ElementType type);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_BODY_PROGRAM_H_
