// Runs a compiled body on arrays, for example for reduce and scatter.
#ifndef PADDOCK_CORE_PLAN_BODIES_BODY_RUNNER_H_
#define PADDOCK_CORE_PLAN_BODIES_BODY_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/bodies/body_program.h"

namespace paddock {

// A CompiledBody without its planning. Immutable, part of a step's parameters.
class BodyRunner {
 public:
  explicit BodyRunner(const CompiledBody& body);

  const std::vector<ElementType>& argument_types() const { return argument_types_; }
  size_t result_count() const { return results_.size(); }
  // Scratch memory of a run, a multiple of 64.
  size_t scratch_bytes() const { return scratch_bytes_; }
  int64_t work_per_element() const;

  // `arguments` and `results` are arrays of `count` elements, `captured` the addresses of the
  // captured values. No result overlaps an argument.
  void Run(const std::byte* const* arguments, const std::byte* const* captured,
           std::byte* const* results, int64_t count, std::byte* scratch) const;

 private:
  const TileProgram* program_;
  // Sources of the program's references.
  std::vector<uint32_t> reads_;
  std::vector<BodyResult> results_;
  // By write of the program: the first result that it computes.
  std::vector<uint32_t> result_of_write_;
  std::vector<ElementType> argument_types_;
  size_t scratch_bytes_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_BODY_RUNNER_H_
