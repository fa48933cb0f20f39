#include "cli/run/value_run.h"

#include "cli/files/program_file.h"
#include "core/base/row_major.h"
#include "core/diagnostics/json.h"
#include "core/tensor/print_value.h"

namespace paddock::cli {

Tensor ValueRun::ElementsOf(const ValueLeaf& leaf, ProcessId process) const {
  auto kept = session->ValueOf(*leaf.value, process, leaf.leaf.first_leaf);
  return kept ? std::move(kept->value) : Tensor();
}

ValueRun RunForValues(std::shared_ptr<const Program> program, SessionOptions options, Host& host) {
  ValueRun run{.program = std::move(program), .session = nullptr, .leaves = {}};
  const Source& source = run.program->source();
  options.level = Level::kFaithful;
  options.on_print = [&host](std::string_view text) { host.PrintError(text); };
  std::vector<Diagnostic> diagnostics;
  run.session = Session::Start(run.program, std::move(options), diagnostics);
  PrintDiagnostics(host, diagnostics, source);
  if (run.session == nullptr) {
    run.code = kRefused;
    return run;
  }
  const RunOutcome outcome = RunToEnd(*run.session, 0, host);
  PrintDiagnostics(host, run.session->diagnostics(), source);
  if (outcome.is_interrupted) {
    run.code = kStopped;
  } else if (outcome.reason != StopReason::kFinished) {
    run.code = kRefused;
  }
  run.leaves = ValueLeavesIn(*run.program, Span{0, static_cast<uint32_t>(source.text().size())});
  return run;
}

std::string IndexText(int64_t number, std::span<const int64_t> shape) {
  return JsonSizes(RowMajorIndex(number, shape));
}

Tensor PartOf(const Tensor& tensor, int64_t first, int64_t count) {
  const auto start = static_cast<size_t>(tensor.data() - tensor.buffer()->data());
  const size_t offset = start + static_cast<size_t>(first) * ByteSize(tensor.element_type());
  const int64_t shape[] = {count};
  return Tensor::FromBuffer(tensor.element_type(), shape, tensor.buffer(), offset);
}

std::string ElementText(const Tensor& tensor, int64_t number) {
  return PrintJson(PartOf(tensor, number, 1).Reshaped({}));
}

bool ReadProcess(const Arguments& arguments, ProcessId& process, Host& host) {
  const std::string word = "@" + std::string(arguments.Get("--process"));
  if (word.size() == 1) return true;
  std::string_view name = word;
  std::optional<ProcessId> read;
  if (!TakeProcess(name, read)) {
    Complain(host, "--process takes (R, P), not '" + word.substr(1) + "'");
    return false;
  }
  process = *read;
  return true;
}

std::string ValueNames::NameOf(const ValueLeaf& leaf) {
  const std::string name = leaf.leaf.name.substr(1);
  const size_t count = ++counts_[name];
  return count == 1 ? name : name + "@" + std::to_string(count);
}

}  // namespace paddock::cli
