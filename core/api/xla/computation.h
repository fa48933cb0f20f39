// Computation: a function of XLA's document, made by a ComputationBuilder.
#ifndef PADDOCK_CORE_API_XLA_COMPUTATION_H_
#define PADDOCK_CORE_API_XLA_COMPUTATION_H_

#include <expected>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/api/build/builder.h"
#include "core/api/xla/shape.h"

namespace paddock::xla {

struct Recording;

// Type of a computation: T_0, T_1, ..., T_N -> S.
struct ProgramShape {
  std::vector<Shape> parameters = {};
  std::vector<std::string> parameter_names = {};
  Shape result = {};
};

// Independent of the builder that made it. Operations of any builder may use it: Call as a function
// of the program, the others inlined as the region of their StableHLO operation.
class Computation {
 public:
  // Null: a computation that a mistake kept from being made.
  explicit Computation(std::shared_ptr<const Recording> recording = nullptr)
      : recording_(std::move(recording)) {}

  explicit operator bool() const { return recording_ != nullptr; }
  const std::string& name() const;
  const ProgramShape& program_shape() const;

  // Returns the program whose function `main` is this computation.
  std::expected<std::shared_ptr<const Program>, std::vector<build::BuildDiagnostic>> MakeProgram(
      const build::FinishOptions& options = {}) const;
  // Returns the text of that program, without locations.
  std::expected<std::string, std::vector<build::BuildDiagnostic>> MakeText() const;

 private:
  friend class Emitter;
  std::shared_ptr<const Recording> recording_;
};

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_COMPUTATION_H_
