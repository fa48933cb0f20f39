// Values for a program's arguments, from the texts that people write.
#ifndef PADDOCK_CORE_API_RUN_INPUTS_H_
#define PADDOCK_CORE_API_RUN_INPUTS_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/io/array_load.h"
#include "core/tensor/tensor.h"

namespace paddock {

// Sets the value of a parameter of any type, on one process or on all. A tuple is written `(1.0,
// [2, 3])`, each element in the form of MakeInput; a single rule applies to all of its leaves. The
// session evaluates `random` for all processes: those with the same piece of the argument
// (core/api/run/shared_inputs.h) have the same numbers.
bool GiveInputs(std::string_view text, const ParameterInfo& parameter,
                std::optional<ProcessId> process, SessionOptions& options, DiagnosticSink& sink,
                const std::shared_ptr<MemoryBudget>& memory = nullptr);

// Generates the values of `random` for a leaf on one process. Fails if memory does not suffice.
Result<Tensor> MakeRandom(const RandomInput& input, const ParameterInfo& leaf, ProcessId process,
                          DiagnosticSink& sink,
                          const std::shared_ptr<MemoryBudget>& memory = nullptr);

// Makes a value from `text`: dense<...>, a nested list such as [[1, 2], [3, 4]], a number, or a
// rule: zeros, ones, iota, random:SEED, random:SEED@all (core/io/generate_values.h). A type after a
// rule determines the parameter's open sizes: `iota : tensor<4x3xf32>`. The result has the
// parameter's element type and a matching shape. Diagnostics have code "input" and name the
// parameter. `memory` accounts for the result; `nullptr` means no limit.
Result<Tensor> MakeInput(std::string_view text, const ParameterInfo& parameter,
                         DiagnosticSink& sink,
                         const std::shared_ptr<MemoryBudget>& memory = nullptr,
                         ProcessId process = {});

// Returns the array of a file for a parameter: the one called `array`. If `array` is empty, returns
// the only one, the one with the parameter's name, or `arr_N`, numpy.savez's name for leaf N of the
// arguments. Returns `nullptr`, with a sentence in `problem`, if there is none.
const ArrayEntry* ChooseArray(std::span<const ArrayEntry> entries, std::string_view array,
                              const ParameterInfo& parameter, std::string& problem);

// Returns the value if it matches the parameter. `origin`, " of FILE" or empty, ends the
// diagnostic.
Result<Tensor> TakeTensor(const Tensor& value, std::string_view origin,
                          const ParameterInfo& parameter, DiagnosticSink& sink);
// Returns the loaded value if it matches the parameter; `name` is the file's name.
Result<Tensor> TakeInput(const ArrayLoad& load, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink);

// Reads one array from a file in memory.
Result<Tensor> ReadInput(std::string_view bytes, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink,
                         const std::shared_ptr<MemoryBudget>& memory = nullptr);
// Reads, for each leaf of a tuple parameter, the array with its name or with its path in the tuple
// ("1.0").
Result<std::vector<Tensor>> ReadInputs(std::string_view bytes, std::string_view name,
                                       const ParameterInfo& parameter, DiagnosticSink& sink,
                                       const std::shared_ptr<MemoryBudget>& memory = nullptr);
// Returns the name of the array for a leaf of `whole`; empty if ChooseArray finds it without one.
std::string ArrayNameOf(std::span<const ArrayEntry> entries, const ParameterInfo& whole,
                        const ParameterInfo& leaf);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_INPUTS_H_
