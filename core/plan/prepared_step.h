// PreparedStep: a step whose memory does not move, with what a run of the step would find each
// time. Loops over small tensors spend much of their time on that.
#ifndef PADDOCK_CORE_PLAN_PREPARED_STEP_H_
#define PADDOCK_CORE_PLAN_PREPARED_STEP_H_

#include <cstddef>
#include <memory>

namespace paddock {

class PreparedStep {
 public:
  virtual ~PreparedStep() = default;
  // Has the effect of the step.
  virtual void Run() const = 0;
};

// A step whose work is one chunk.
template <class Plan, class Buffers>
class PreparedChunk : public PreparedStep {
 public:
  PreparedChunk(const Plan& plan, const Buffers& buffers, std::byte* scratch)
      : plan_(plan), buffers_(buffers), scratch_(scratch) {}

  void Run() const override { RunChunk(plan_, buffers_, 0, 0, scratch_); }

 private:
  const Plan& plan_;
  const Buffers buffers_;
  std::byte* const scratch_;
};

// Prepares a step with these parameters. `pointers` are in the order of its references; they and
// the scratch memory live as long as the result. Returns null for steps that are not worth it.
using PrepareStepFunction = std::unique_ptr<const PreparedStep> (*)(const void* parameters,
                                                                    std::byte* const* pointers,
                                                                    std::byte* scratch);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PREPARED_STEP_H_
