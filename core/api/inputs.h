// Values for a program's arguments, from what a person writes.
#ifndef PADDOCK_CORE_API_INPUTS_H_
#define PADDOCK_CORE_API_INPUTS_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/program.h"
#include "core/api/session.h"
#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/io/array_load.h"
#include "core/tensor/tensor.h"

namespace paddock {

// Gives a value to a parameter of any type, on one process or on all of them. A tuple is written
// `(1.0, [2, 3])`, each element as MakeInput takes it; a rule alone is for all of its leaves.
// `random` for all processes is left to the session, which makes other numbers for each.
bool GiveInputs(std::string_view text, const ParameterInfo& parameter,
                std::optional<ProcessId> process, SessionOptions& options, DiagnosticSink& sink,
                const std::shared_ptr<MemoryBudget>& memory = nullptr);

// Makes the values of `random` for a leaf on one process; nothing, and a diagnostic, without
// memory.
Result<Tensor> MakeRandom(const RandomInput& input, const ParameterInfo& leaf, ProcessId process,
                          DiagnosticSink& sink,
                          const std::shared_ptr<MemoryBudget>& memory = nullptr);

// `text` is dense<...>, a nested list such as [[1, 2], [3, 4]], a plain number, or one of
// zeros, ones, iota, random:SEED (core/io/generate_values.h), which a type may follow for the
// sizes that the parameter leaves open: `iota : tensor<4x3xf32>`. The result has the
// parameter's element type and a shape that fits; diagnostics have code "input" and name it. It
// is of the budget `memory`; null: of no limit.
Result<Tensor> MakeInput(std::string_view text, const ParameterInfo& parameter,
                         DiagnosticSink& sink,
                         const std::shared_ptr<MemoryBudget>& memory = nullptr,
                         ProcessId process = {});

// The array of a file that a parameter takes: the one called `array`; of none given the only one,
// the one called as the parameter, or `arr_N`, as numpy.savez calls leaf N of the arguments. Null,
// and a sentence in `problem`, if there is none.
const ArrayEntry* ChooseArray(std::span<const ArrayEntry> entries, std::string_view array,
                              const ParameterInfo& parameter, std::string& problem);

// The value, if it fits the parameter; `origin`, " of FILE" or nothing, ends the refusal.
Result<Tensor> TakeTensor(const Tensor& value, std::string_view origin,
                          const ParameterInfo& parameter, DiagnosticSink& sink);
// What was loaded for the parameter, if it fits; `name` is the file's.
Result<Tensor> TakeInput(const ArrayLoad& load, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink);

// All of it, from a file in memory.
Result<Tensor> ReadInput(std::string_view bytes, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink,
                         const std::shared_ptr<MemoryBudget>& memory = nullptr);
// For each leaf of a parameter that is a tuple the array of its name, or called by its path in the
// tuple ("1.0").
Result<std::vector<Tensor>> ReadInputs(std::string_view bytes, std::string_view name,
                                       const ParameterInfo& parameter, DiagnosticSink& sink,
                                       const std::shared_ptr<MemoryBudget>& memory = nullptr);
// The name of the array for a leaf of `whole`; empty where ChooseArray finds it by itself.
std::string ArrayNameOf(std::span<const ArrayEntry> entries, const ParameterInfo& whole,
                        const ParameterInfo& leaf);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_INPUTS_H_
