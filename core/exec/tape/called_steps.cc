#include "core/exec/tape/called_steps.h"

#include <limits>

namespace paddock {
namespace {

// Binding takes as long as a few runs.
constexpr uint32_t kRunsBeforeBinding = 8;

}  // namespace

void SomeCalledSteps::Clear(const Surroundings& surroundings) {
  surroundings_ = surroundings;
  called_.clear();
}

void SomeCalledSteps::Add(uint32_t number, const Step& step, std::byte* const* pointers) {
  std::unique_ptr<Called>& called = called_[number];
  if (called != nullptr) return;
  called = std::make_unique<Called>();
  called->kernel = {&SomeCalledSteps::Run, called.get(), 1};
  called->all = this;
  called->step = &step;
  called->pointers = pointers;
  called->runs_left = step.prepare != nullptr ? kRunsBeforeBinding : 0;
}

const simd::TapeKernel* SomeCalledSteps::Find(uint32_t number) const {
  return &called_.at(number)->kernel;
}

void SomeCalledSteps::Run(const void* const*, void*, size_t, const void* its_called) {
  auto& called = *static_cast<Called*>(const_cast<void*>(its_called));
  called.all->RunStep(called);
  if (called.runs_left != 0 && --called.runs_left == 0) called.all->Bind(called);
}

void SomeCalledSteps::RunBound(const void* const*, void*, size_t, const void* bound) {
  static_cast<const PreparedStep*>(bound)->Run();
}

// The block has charged the work.
void SomeCalledSteps::RunStep(const Called& called) const {
  StepContext context;
  context.pointers = called.pointers;
  context.parameters = called.step->parameters;
  context.operation = called.step->operation;
  context.budget = std::numeric_limits<int64_t>::max() / 2;
  context.scratch = surroundings_.scratch;
  context.scratch_stride = surroundings_.scratch_stride;
  context.host = surroundings_.host;
  called.step->function(context);
}

void SomeCalledSteps::Bind(Called& called) const {
  called.bound =
      called.step->prepare(called.step->parameters, called.pointers, surroundings_.scratch);
  if (called.bound == nullptr) return;
  called.kernel.function = &SomeCalledSteps::RunBound;
  called.kernel.attributes = called.bound.get();
}

}  // namespace paddock
