// Files of arrays that the command line names.
#ifndef PADDOCK_CLI_FILES_ARRAY_FILE_H_
#define PADDOCK_CLI_FILES_ARRAY_FILE_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/host/host.h"
#include "core/api/program.h"
#include "core/base/result.h"
#include "core/io/array_index.h"
#include "core/io/array_layout.h"
#include "core/io/array_load.h"

namespace paddock::cli {

// `FILE:array=NAME:split=D`.
struct FileWord {
  std::string path;
  std::string array;
  std::optional<size_t> split;
};
FileWord ReadFileWord(std::string_view text);

class ArrayFile {
 public:
  // Returns `nullptr`, with a sentence in `problem`, if there is no such file. A file whose name
  // means raw elements is not searched for arrays. `memory` accounts for the data that is read.
  static std::unique_ptr<ArrayFile> Open(const std::string& path, Host& host,
                                         std::shared_ptr<MemoryBudget> memory,
                                         std::string& problem);

  const std::string& path() const { return path_; }
  std::span<const ArrayEntry> entries() const { return entries_; }
  // Returns why there are no arrays: the file is broken, or not a file of arrays. Empty if there
  // are some.
  const std::string& defect() const { return defect_; }
  // Loads the array for an argument leaf. Errors are diagnostics or, if the file cannot be read, a
  // sentence in `problem`.
  Result<Tensor> Load(std::string_view array, const ParameterInfo& parameter, DiagnosticSink& sink,
                      std::string& problem);
  // Loads an array with the type that the file names.
  Result<Tensor> Load(std::string_view array, DiagnosticSink& sink, std::string& problem);

 private:
  ArrayFile(std::string path, Host& host, std::shared_ptr<MemoryBudget> memory,
            std::unique_ptr<ReadableFile> file)
      : path_(std::move(path)), host_(host), memory_(std::move(memory)), file_(std::move(file)) {}

  // Returns false, with a sentence in `problem`, if the file cannot be read or the user
  // interrupted.
  bool Run(FileTask& task, std::string& problem);

  const std::string path_;
  Host& host_;
  const std::shared_ptr<MemoryBudget> memory_;
  std::unique_ptr<ReadableFile> file_;
  bool is_raw_ = false;
  std::string defect_;
  std::vector<ArrayEntry> entries_;
};

// Returns false, with a sentence in `problem`, if the file cannot be written.
bool WriteParts(const std::string& path, std::span<const FilePart> parts, Host& host,
                std::string& problem);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_FILES_ARRAY_FILE_H_
