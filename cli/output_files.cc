#include "cli/output_files.h"

#include <algorithm>
#include <utility>

#include "cli/array_file.h"
#include "cli/command.h"
#include "cli/session_options.h"

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
  const auto index =
      is_read ? FindParameter(session_.entry().results, name) : std::optional<size_t>();
  const std::vector<Tensor>& results =
      session_.results(is_read && process ? *process : ProcessId{});
  if (!index || *index >= results.size() || !results[*index].has_value()) {
    return Refuse("@" + session_.entry().name + " has no result '" +
                  std::string(given.substr(0, equals)) + "' to write");
  }
  FileWord word = ReadFileWord(given.substr(equals + 2));
  File* file = FileOf(word.path);
  if (file == nullptr) return false;
  file->arrays.push_back(
      {word.array.empty() ? NameOf(*index, process) : std::move(word.array), results[*index]});
  return true;
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
    Refuse(path +
           ": its name does not say what is written: .npy, .npz, .safetensors, .raw or .bin");
    return nullptr;
  }
  files_.push_back({path, *format, {}});
  return &files_.back();
}

// The result's own, or as numpy.savez calls what has no name.
std::string OutputFiles::NameOf(size_t index, std::optional<ProcessId> process) const {
  const std::vector<ParameterInfo>& infos = session_.entry().results;
  const bool is_named = index < infos.size() && !infos[index].name.empty();
  const std::string name = is_named ? infos[index].name : "arr_" + std::to_string(index);
  return process ? name + "@" + ToString(*process) : name;
}

}  // namespace paddock::cli
