// Calls of ComputationBuilder that are written in the document's notation:
//
//   Clamp(operand, min, max)
//   ConstantLiteral(f32[2,3] {{1, 2, 3}, {4, 5, 6}})
//   ReduceWindow(input, init, max, {2, 3}, {2, 3}, kValid)
//   Infeed((f32[10], s32[]))
//   CustomCall("a \"name\"", {x}, f32[2])
//   ConstantLiteral(MinValue(F32))
#ifndef PADDOCK_CORE_API_XLA_WRITTEN_CALL_H_
#define PADDOCK_CORE_API_XLA_WRITTEN_CALL_H_

#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/xla/builder.h"

namespace paddock::xla {

// Names that arguments may use.
struct CallNames {
  std::map<std::string, ComputationDataHandle, std::less<>> values = {};
  std::map<std::string, Function, std::less<>> computations = {};
  std::map<std::string, Literal, std::less<>> literals = {};
};

// Makes the call. Returns a sentence about a mistake in the notation.
std::expected<ComputationDataHandle, std::string> MakeWrittenCall(ComputationBuilder& builder,
                                                                  std::string_view call,
                                                                  const CallNames& names,
                                                                  Where where = Where::current());

// Returns the array or tuple of arrays that is written "s32[3] {0, 5, 6}" or
// "(s32[3] {0, 5, 6}, f32[] 1.5)".
std::expected<std::vector<Tensor>, std::string> ReadWrittenValue(std::string_view text);

// Names of the methods, sorted.
std::vector<std::string_view> WrittenCallNames();

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_WRITTEN_CALL_H_
