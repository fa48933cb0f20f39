#include "cli/report/output_files.h"

#include <algorithm>
#include <utility>

#include "cli/files/array_file.h"
#include "cli/files/program_file.h"
#include "cli/options/session_options.h"
#include "core/api/parameter.h"

namespace paddock::cli {

int OutputFiles::Write(const Arguments& arguments) {
  for (std::string_view given : arguments.GetAll("--output")) {
    if (given.starts_with('@') ? !AddAll(given.substr(1)) : !Add(given)) return kMisused;
  }
  for (const File& file : files_) {
    std::string problem;
    const auto parts = LayOutFile(file.format, file.arrays, problem);
    if (!parts) return Complain(host_, file.path + ": " + problem);
    if (!WriteParts(file.path, *parts, host_, problem)) return Complain(host_, problem);
  }
  return kDone;
}

bool OutputFiles::Refuse(const std::string& message) {
  Complain(host_, message);
  return false;
}

bool OutputFiles::Add(std::string_view given) {
  const size_t equals = given.find("=@");
  if (equals == std::string_view::npos) {
    return Refuse("--output takes N=@FILE or @FILE, not '" + std::string(given) + "'");
  }
  std::string_view name = given.substr(0, equals);
  std::optional<ProcessId> process;
  const bool is_read =
      TakeProcess(name, process) && (!process || session_.grid().Contains(*process));
  const auto result = is_read ? FindParameter(session_.entry().results, name) : std::nullopt;
  const std::vector<Tensor>& leaves = session_.results(is_read && process ? *process : ProcessId{});
  FileWord word = ReadFileWord(given.substr(equals + 2));
  bool is_any = false;
  const size_t end = result ? std::min(result->first_leaf + result->leaf_count, leaves.size()) : 0;
  for (size_t leaf = result ? result->first_leaf : 0; leaf < end; ++leaf) {
    if (!leaves[leaf].has_value()) continue;  // a token
    is_any = true;
    File* file = FileOf(word.path);
    if (file == nullptr) return false;
    const bool is_named = !word.array.empty() && result->leaf_count == 1;
    file->arrays.push_back({is_named ? word.array : NameOf(leaf, process), leaves[leaf]});
  }
  if (is_any) return true;
  return Refuse("@" + session_.entry().name + " has no result '" +
                std::string(given.substr(0, equals)) + "' to write");
}

bool OutputFiles::AddAll(std::string_view path) {
  File* file = FileOf(std::string(path));
  if (file == nullptr) return false;
  const int64_t count = session_.grid().process_count();
  for (int64_t i = 0; i < count; ++i) {
    const ProcessId process = session_.grid().ProcessOf(i);
    const std::vector<Tensor>& results = session_.results(process);
    for (size_t index = 0; index < results.size(); ++index) {
      if (!results[index].has_value()) continue;  // a token
      file->arrays.push_back(
          {NameOf(index, count > 1 ? std::optional(process) : std::nullopt), results[index]});
    }
  }
  return true;
}

OutputFiles::File* OutputFiles::FileOf(const std::string& path) {
  const auto known = std::ranges::find(files_, path, &File::path);
  if (known != files_.end()) return &*known;
  const std::optional<FileFormat> format = FormatOfName(path);
  if (!format) {
    Refuse(path + ": its name must end in .npy, .npz, .safetensors, .raw or .bin");
    return nullptr;
  }
  files_.push_back({path, *format, {}});
  return &files_.back();
}

// Returns the result's own name, or numpy.savez's name for a value without one.
std::string OutputFiles::NameOf(size_t index, std::optional<ProcessId> process) const {
  const std::vector<ParameterInfo>& infos = session_.entry().result_leaves;
  const bool is_named = index < infos.size() && !infos[index].name.empty();
  const std::string name = is_named ? infos[index].name : "arr_" + std::to_string(index);
  return process ? name + "@" + ToString(*process) : name;
}

}  // namespace paddock::cli
