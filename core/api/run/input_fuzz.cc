// Fuzz target: values that people write for arguments. An accepted value that is printed in any
// form must read back as the same value.
#include <memory>
#include <string>

#include "core/api/query/hash.h"
#include "core/api/run/inputs.h"
#include "core/base/fuzz_testing.h"
#include "core/base/overflow.h"
#include "core/tensor/print_value.h"

namespace paddock {
namespace {

using testing::FuzzNumbers;
using testing::FuzzRequire;

const FunctionInfo& Entry() {
  static const std::shared_ptr<const Program> kProgram = Program::Load("fuzz.mlir", R"(
func.func @main(%a: tensor<2xf32>, %b: tensor<i1>, %c: tensor<?x?xi8>, %d: tensor<2x2xcomplex<f32>>,
                %e: tensor<?xf64>, %f: tensor<2xi64>, %g: tensor<3xui4>, %h: tensor<?xbf16>,
                %i: tensor<0xf16>, %j: tensor<2x!quant.uniform<i8:f32, 0.5:3>>,
                %k: tensor<2xf8E4M3FN>, %l: tensor<?xui64>, %m: tensor<1x1xcomplex<f64>>) {
  return
}
)");
  static std::string problem;
  return *kProgram->FindEntry("main", problem);
}

Result<Tensor> Read(std::string_view text, const ParameterInfo& parameter, DiagnosticSink& sink) {
  constexpr uint64_t kMemory = uint64_t{1} << 20;
  return MakeInput(text, parameter, sink, std::make_shared<MemoryBudget>(kMemory));
}

void RequireReadsBack(const std::string& text, const Tensor& value,
                      const ParameterInfo& parameter) {
  DiagnosticSink sink;
  const Result<Tensor> again = Read(text, parameter, sink);
  if (!again) FuzzRequire(false, sink.diagnostics()[0].message + ": " + text);
  // NaN payloads are not printed.
  FuzzRequire(HashResults({&*again, 1}) == HashResults({&value, 1}), "another value: " + text);
}

}  // namespace

PADDOCK_FUZZ_TARGET(input) {
  FuzzNumbers numbers(bytes);
  const std::vector<ParameterInfo>& arguments = Entry().arguments;
  const ParameterInfo& parameter = arguments[numbers.Below(arguments.size())];
  DiagnosticSink sink;
  const Result<Tensor> value = Read(numbers.Text(bytes.size()), parameter, sink);
  FuzzRequire(value.has_value() != sink.has_errors(), "refused without a reason");
  // Lists of many elements are abbreviated.
  if (!value || CheckedReach(value->shape()).value_or(INT64_MAX) > 1000) return;
  const std::string type = TensorTypeText(ToString(parameter.handle.element()), value->shape());
  for (ValueForm form : {ValueForm::kUpstream, ValueForm::kNumpy, ValueForm::kDense}) {
    PrintValueOptions options;
    options.form = form;
    RequireReadsBack(PrintValue(*value, type, options), *value, parameter);
  }
  // JSON has no sizes for empty tensors.
  if (value->element_count() > 0) RequireReadsBack(PrintJson(*value), *value, parameter);
}

}  // namespace paddock
