// Emitter: makes the StableHLO operations of recorded calls. Private to core/api/xla.
#ifndef PADDOCK_CORE_API_XLA_EMITTER_H_
#define PADDOCK_CORE_API_XLA_EMITTER_H_

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/build/builder.h"
#include "core/api/xla/recording.h"
#include "core/dialect/op_info.h"

namespace paddock::xla {

// A program that is being made, with a function for each computation that is called.
struct EmittedProgram {
  build::ProgramBuilder builder = {};
  std::map<std::shared_ptr<const Recording>, build::FunctionBuilder> functions = {};
  std::set<std::string> names = {"main"};
};

// Makes the operations of one function and its regions. A rule of the document that a call breaks
// is a diagnostic at the call.
class Emitter {
 public:
  Emitter(EmittedProgram& program, build::FunctionBuilder function)
      : program_(program), function_(std::move(function)) {}

  build::FunctionBuilder& f() { return function_; }
  build::Where where() const { return where_; }
  bool reads_infeed() const { return reads_ != 0; }
  build::Value Constant(const Literal& literal) { return function_.Constant(literal, {}, where_); }

  // Repeats a call with these operands, none of which is failed.
  Lowered Repeat(const RecordedCall& call, Operands operands);
  // Makes the body of a function that returns the computation's result, and the token after its
  // last argument if `has_token`.
  void MakeBody(const std::shared_ptr<const Recording>& recording, bool has_token);
  // Returns a region whose first arguments are arrays of these shapes. The other arguments of the
  // computation are `more`.
  build::Region RegionOf(const Computation& computation, std::vector<Shape> shapes,
                         std::vector<Lowered> more = {});

  // Reports that the current call breaks a rule: "Dot: RULE, but BUT".
  Lowered Fail(CallRule rule, std::string_view but);
  Lowered Failed() const { return {.value = function_.FailedValue(), .is_failed = true}; }
  // Each returns false after a diagnostic.
  bool RequireArrays(Operands operands);
  bool RequireShape(const Shape& shape);
  bool RequireNoInfeed(const Computation& computation);

  // Returns a result of the current call, which depends on all its operands.
  Lowered Made(build::Value value);
  // Returns the StableHLO value of a value. A tuple that is only its parts is made.
  build::Value ValueOf(const Lowered& lowered);
  // Makes a tuple; in the regions of loops only its parts.
  Lowered MakeTuple(std::vector<Lowered> parts);
  Lowered PartOf(const Lowered& tuple, size_t index);

  Lowered Call(const Computation& computation);
  Lowered While(const Computation& condition, const Computation& body);
  Lowered Infeed(const Shape& shape);

 private:
  Lowered Inline(const Recording& recording, std::vector<Lowered> arguments);
  // The arrays of a value in order, and the value of such arrays.
  void AddLeaves(const Lowered& lowered, std::vector<build::Value>& leaves);
  Lowered FromLeaves(const Shape& shape, const build::Values& leaves, size_t& next,
                     int64_t reads = 0);
  // Repeats a computation on the state of a loop. Its readings of the infeed follow those of
  // `token`, which becomes that of the last one.
  Lowered Iteration(const Computation& computation, const Shape& state, const build::Values& leaves,
                    std::optional<build::Value>& token);
  // Returns false after a diagnostic if the current call does not follow all readings so far.
  bool RequireOrder();
  build::Value Token();
  // Makes the result of arrays that depend on all operands; with a token, of a reading of the
  // infeed.
  Lowered ResultOf(const Shape& shape, const build::Values& leaves,
                   std::optional<build::Value> token);
  // Loops whose state also has the condition's value, which the condition reads the infeed for.
  Lowered WhileReading(const Computation& condition, const Computation& body);
  build::FunctionBuilder* FunctionOf(const std::shared_ptr<const Recording>& recording);

  EmittedProgram& program_;
  build::FunctionBuilder function_;
  // The current call.
  std::string_view name_;
  Operands operands_;
  build::Where where_;
  // Token of the last reading of the infeed in this function or region, and the number of readings.
  std::optional<build::Value> token_;
  int64_t reads_ = 0;
  // Whether tuples are only parts.
  bool is_flat_ = false;
};

// Returns the parameters of the computation's function.
std::vector<build::Parameter> ParametersOf(const ProgramShape& shape);

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_EMITTER_H_
