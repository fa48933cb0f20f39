// Row loops: several steps joined into one, which runs all of them on a few rows at a time, so that
// intermediate values stay in the second-level cache.
#ifndef PADDOCK_CORE_PLAN_FUSION_ROW_LOOP_H_
#define PADDOCK_CORE_PLAN_FUSION_ROW_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/plan/step.h"
#include "simd/movement/strided_copy.h"

namespace paddock {

// Bytes of one reference that a step reads or writes for some of its units.
struct RowAccess {
  enum class Kind : uint8_t {
    kWhole,    // anything
    kUnits,    // the unit's own bytes: `unit_bytes` each, contiguous
    kStrided,  // element i of all by `loops`, slowest first
  };
  Kind kind = Kind::kWhole;
  int64_t unit_bytes = 0;
  std::vector<simd::CopyDimension> loops = {};
};

// Form in which a step computes a part of its units: each independently, in any order.
struct RowForm {
  // Units begin .. end; pointers in the order of the step's references.
  using Function = void (*)(const void* parameters, std::byte* const* pointers, std::byte* scratch,
                            int64_t begin, int64_t end);
  Function run = nullptr;
  // Variant for results that nothing reads soon; null: use `run`.
  Function stream = nullptr;
  int64_t units = 0;
  // A unit is a whole row that is reduced to one element. Others can be any part of a row.
  bool has_whole_rows = false;
  // If not null, `run` gets it instead of the step's parameters. Then its units are rows of
  // matrices, `units_per_part` in each. It computes blocks of one size, the number that `divide`
  // gets, within a matrix, and what is left of each matrix. `divide` returns the scratch bytes.
  void* parts = nullptr;
  int64_t units_per_part = 0;
  size_t (*divide)(void* parts, int64_t units) = nullptr;
  // Whether a loop may begin with these rows, though nothing reduces them yet.
  bool leads = false;
  bool has_parts() const { return parts != nullptr; }
  // In the order of the step's references.
  std::vector<RowAccess> accesses;
};

// Parameters of RowLoopStep.
struct RowLoop {
  struct Member {
    RowForm::Function run = nullptr;
    const void* parameters = nullptr;
    int64_t units_per_row = 0;
    // Indices into the loop's references.
    std::vector<uint32_t> references;
    // As in RowForm.
    void* parts = nullptr;
    size_t (*divide)(void* parts, int64_t units) = nullptr;
  };
  // A value that only members read: the rows of one block, in scratch memory.
  struct Local {
    uint32_t reference = 0;
    int64_t row_bytes = 0;
    size_t scratch_offset = 0;
  };
  // Reference `write` takes the place of `read`, another result of the loop that nothing reads
  // afterwards.
  struct Shared {
    uint32_t write = 0;
    uint32_t read = 0;
  };
  std::vector<Member> members;
  std::vector<Local> locals;
  std::vector<Shared> shared;
  uint32_t reference_count = 0;
  // By reference: bytes of a row that members read or write by units; 0 for other references.
  std::vector<int64_t> row_bytes;
  // Scratch bytes of the members.
  size_t scratch_bytes = 0;
  int64_t rows = 0;
  // No block has rows of two parts.
  int64_t rows_per_part = 0;
  int64_t rows_per_block = 1;
  int64_t block_work = 1;
};

inline constexpr size_t kMostRowReferences = 64;

// Rows of blocks of a part of a matrix.
inline constexpr int64_t kRowsOfDivided[] = {24, 48, 96, 192};
// Returns the rows of a block where parts have `part`: at most `most` if possible. No block of
// several has one row: its sums would have another order (docs/numerics.md, "Contractions").
int64_t RowsOfDivided(int64_t part, int64_t most);

// Returns the number of blocks.
int64_t BlocksOf(const RowLoop& loop);

StepStatus RowLoopStep(StepContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_ROW_LOOP_H_
