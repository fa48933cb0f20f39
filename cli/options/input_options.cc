#include "cli/options/input_options.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "cli/files/array_file.h"
#include "cli/files/program_file.h"
#include "core/api/parameter.h"
#include "core/api/run/grid_inputs.h"
#include "core/api/run/inputs.h"

namespace paddock::cli {
namespace {

// Returns part `index` of `count` equal parts along `dimension`.
Tensor PartOf(const Tensor& whole, size_t dimension, int64_t index, int64_t count) {
  std::vector<int64_t> shape(whole.shape().begin(), whole.shape().end());
  shape[dimension] /= count;
  Tensor part = Tensor::Allocate(whole.element_type(), shape);
  if (!part.has_value()) return part;
  size_t run = ByteSize(whole.element_type());
  for (size_t i = dimension; i < shape.size(); ++i) run *= static_cast<size_t>(shape[i]);
  const size_t runs = run == 0 ? 0 : part.byte_size() / run;
  for (size_t i = 0; i < runs; ++i) {
    const size_t from = i * static_cast<size_t>(count) + static_cast<size_t>(index);
    std::memcpy(part.mutable_data() + i * run, whole.data() + from * run, run);
  }
  return part;
}

std::optional<int64_t> ReadInteger(std::string_view text) {
  int64_t integer = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(integer) : std::nullopt;
}

class InputReader {
 public:
  InputReader(const Program& program, const Arguments& arguments, Host& host, PreparedRun& run)
      : program_(program),
        arguments_(arguments),
        host_(host),
        run_(run),
        memory_(std::make_shared<MemoryBudget>(run.options.memory_bytes)) {}

  CommandResult<bool> Read() {
    run_.options.inputs.resize(leaves().size());
    for (std::string_view given : arguments_.GetAll("--input")) {
      if (auto read = given.starts_with('@') ? ReadAll(given.substr(1)) : ReadInput(given); !read) {
        return read;
      }
    }
    for (std::string_view given : arguments_.GetAll("--infeed")) {
      if (auto read = ReadInfeed(given); !read) return read;
    }
    for (std::string_view given : arguments_.GetAll("--receive")) {
      if (auto read = ReadReceived(given); !read) return read;
    }
    for (size_t i = 0; i < leaves().size(); ++i) {
      const auto is_leaf = [&](const auto& input) { return input.leaf == i; };
      const bool has_value = run_.options.inputs[i].has_value() ||
                             leaves()[i].handle.is(TypeKind::kToken) ||
                             std::ranges::any_of(run_.options.process_inputs, is_leaf) ||
                             std::ranges::any_of(run_.options.random_inputs, is_leaf);
      if (!has_value) run_.missing.push_back(i);
    }
    return true;
  }

 private:
  const std::vector<ParameterInfo>& leaves() const { return run_.entry->argument_leaves; }

  CommandResult<bool> ReadInput(std::string_view given) {
    const size_t equals = given.find('=');
    if (equals == std::string_view::npos) {
      return Misuse(host_, "--input takes N=VALUE, not '" + std::string(given) + "'");
    }
    std::string_view name = given.substr(0, equals);
    const std::string_view text = given.substr(equals + 1);
    std::optional<ProcessId> process;
    const bool is_read = TakeProcess(name, process);
    const auto parameter = is_read ? FindParameter(run_.entry->arguments, name) : std::nullopt;
    if (!parameter) {
      return Misuse(host_, "@" + run_.entry->name + " has no argument '" +
                               std::string(given.substr(0, equals)) + "'");
    }
    if (!text.starts_with('@')) {
      DiagnosticSink sink;
      if (GiveInputs(text, *parameter, process, run_.options, sink, memory_)) return true;
      std::string problem;
      if (host_.Open(std::string(text), problem) == nullptr) return Refuse(sink);
      return Misuse(host_, "--input: an @ before a file's name reads the file: " +
                               std::string(given.substr(0, equals)) + "=@" + std::string(text));
    }
    const FileWord word = ReadFileWord(text.substr(1));
    if (word.split && !process) {
      if (!parameter->handle.is(TypeKind::kTuple)) return Split(*parameter, word);
      return Misuse(host_, "--input: a tuple cannot be cut; cut its elements, such as " +
                               std::string(name) + ".0");
    }
    return Give(*parameter, process, ReadArrays(word, *parameter));
  }

  // Gives values to the leaves of a parameter, one a leaf.
  CommandResult<bool> Give(const ParameterInfo& parameter, std::optional<ProcessId> process,
                           CommandResult<std::vector<Tensor>> values) {
    if (!values) return std::unexpected(values.error());
    for (size_t i = 0; i < values->size(); ++i) {
      const size_t leaf = parameter.first_leaf + i;
      if (process) {
        run_.options.process_inputs.push_back({*process, leaf, std::move((*values)[i])});
      } else {
        run_.options.inputs[leaf] = std::move((*values)[i]);
      }
    }
    return true;
  }

  // Reads every argument for which the file has an array.
  CommandResult<bool> ReadAll(std::string_view path) {
    std::string problem;
    const auto file = ArrayFile::Open(std::string(path), host_, memory_, problem);
    if (file == nullptr) return RefuseFile(problem);
    if (!file->defect().empty()) {
      DiagnosticSink sink;
      sink.Error("file", Span(), std::string(path) + ": " + file->defect());
      return Refuse(sink);
    }
    bool is_any = false;
    for (size_t i = 0; i < leaves().size(); ++i) {
      const ParameterInfo& leaf = leaves()[i];
      const std::string numbered = "arr_" + std::to_string(i);
      const auto is_meant = [&](const ArrayEntry& entry) {
        return !entry.name.empty() && (entry.name == leaf.name || entry.name == numbered);
      };
      const auto found = std::ranges::find_if(file->entries(), is_meant);
      if (found == file->entries().end()) continue;
      is_any = true;
      auto value = LoadFrom(*file, found->name, leaf);
      if (!value) return std::unexpected(value.error());
      run_.options.inputs[i] = *std::move(value);
    }
    if (is_any) return true;
    return Misuse(host_, std::string(path) + ": has no array with the name of an argument of @" +
                             run_.entry->name + "; --input N=@FILE sets argument N");
  }

  // Reads an array for each leaf of a tuple.
  CommandResult<std::vector<Tensor>> ReadArrays(const FileWord& word,
                                                const ParameterInfo& parameter) {
    std::string problem;
    const auto file = ArrayFile::Open(word.path, host_, memory_, problem);
    if (file == nullptr) return RefuseFile(problem);
    std::vector<Tensor> values;
    for (const ParameterInfo& leaf : LeavesOf({parameter})) {
      if (leaf.handle.is(TypeKind::kToken)) {
        values.emplace_back();
        continue;
      }
      const std::string own = ArrayNameOf(file->entries(), parameter, leaf);
      auto value = LoadFrom(*file, word.array.empty() ? own : word.array, leaf);
      if (!value) return std::unexpected(value.error());
      values.push_back(*std::move(value));
    }
    return values;
  }

  CommandResult<Tensor> LoadFrom(ArrayFile& file, std::string_view array,
                                 const ParameterInfo& leaf) {
    DiagnosticSink sink;
    std::string problem;
    Result<Tensor> value = file.Load(array, leaf, sink, problem);
    if (value) return *std::move(value);
    if (!problem.empty()) return RefuseFile(problem);
    return Refuse(sink);
  }

  CommandResult<bool> Split(ParameterInfo whole, const FileWord& word) {
    DiagnosticSink sink;
    const auto size = ChooseGrid(program_, run_.options.grid, sink);
    if (!size) return Refuse(sink);
    const size_t dimension = *word.split;
    if (dimension < whole.shape.size()) whole.shape[dimension] = -1;
    auto values = ReadArrays(word, whole);
    if (!values) return std::unexpected(values.error());
    const int64_t count = size->process_count();
    const Tensor& value = values->front();
    if (dimension >= value.rank() || value.shape()[dimension] % count != 0) {
      return Misuse(host_, "dimension " + std::to_string(dimension) + " of " + word.path +
                               " cannot be cut into " + std::to_string(count) + " equal parts");
    }
    for (int64_t i = 0; i < count; ++i) {
      run_.options.process_inputs.push_back(
          {size->ProcessOf(i), whole.first_leaf, PartOf(value, dimension, i, count)});
    }
    return true;
  }

  CommandResult<bool> ReadInfeed(std::string_view given) {
    InfeedEntry entry;
    if (given.starts_with("@(")) {
      const size_t equals = given.find('=');
      std::string_view name = given.substr(0, equals);
      if (equals == std::string_view::npos || !TakeProcess(name, entry.process)) {
        return Misuse(host_, "--infeed takes @(R, P)=VALUE, not '" + std::string(given) + "'");
      }
      given = given.substr(equals + 1);
    }
    return ReadEntry(given, std::move(entry), run_.options.infeed);
  }

  // Reads `3=VALUE` and `3@(1, 0)=VALUE`.
  CommandResult<bool> ReadReceived(std::string_view given) {
    InfeedEntry entry;
    const size_t equals = given.find('=');
    std::string_view name = given.substr(0, equals);
    const bool has_name = equals != std::string_view::npos && TakeProcess(name, entry.process);
    const auto channel = has_name ? ReadInteger(name) : std::nullopt;
    if (!channel) {
      return Misuse(host_, "--receive takes CHANNEL=VALUE, not '" + std::string(given) + "'");
    }
    if (*channel <= 0) {
      return Misuse(host_, "--receive: a channel of recv is above 0, not " + std::string(name));
    }
    return ReadEntry(given.substr(equals + 1), std::move(entry), run_.options.received[*channel]);
  }

  CommandResult<bool> ReadEntry(std::string_view text, InfeedEntry entry,
                                std::vector<InfeedEntry>& entries) {
    if (!text.starts_with('@')) {
      entry.text = text;
    } else if (auto read = ReadInfeedFile(ReadFileWord(text.substr(1)), entry); !read) {
      return read;
    }
    entries.push_back(std::move(entry));
    return true;
  }

  CommandResult<bool> ReadInfeedFile(const FileWord& word, InfeedEntry& entry) {
    std::string problem;
    const auto file = ArrayFile::Open(word.path, host_, memory_, problem);
    if (file == nullptr) return RefuseFile(problem);
    DiagnosticSink sink;
    Result<Tensor> value = file->Load(word.array, sink, problem);
    if (!problem.empty()) return RefuseFile(problem);
    if (!value) return Refuse(sink);
    entry.values.push_back(*std::move(value));
    return true;
  }

  // Refuses a file that cannot be read, is not a file of arrays, or was not read to its end.
  std::unexpected<CommandFailure> RefuseFile(const std::string& problem) {
    const int code = host_.is_interrupted() ? kStopped : kMisused;
    return std::unexpected(CommandFailure{Complain(host_, problem, code)});
  }

  std::unexpected<CommandFailure> Refuse(const DiagnosticSink& sink) {
    PrintDiagnostics(host_, sink.diagnostics(), program_.source());
    return std::unexpected(CommandFailure{kRefused});
  }

  const Program& program_;
  const Arguments& arguments_;
  Host& host_;
  PreparedRun& run_;
  // Memory budget of the values that are read and generated here.
  const std::shared_ptr<MemoryBudget> memory_;
};

}  // namespace

CommandResult<bool> ReadInputs(const Program& program, const Arguments& arguments, Host& host,
                               PreparedRun& run) {
  return InputReader(program, arguments, host, run).Read();
}

}  // namespace paddock::cli
