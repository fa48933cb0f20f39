// Option --output: writes results to files, several to one archive.
#ifndef PADDOCK_CLI_REPORT_OUTPUT_FILES_H_
#define PADDOCK_CLI_REPORT_OUTPUT_FILES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/host/host.h"
#include "cli/options/arguments.h"
#include "core/api/run/session.h"
#include "core/io/array_layout.h"

namespace paddock::cli {

class OutputFiles {
 public:
  OutputFiles(const Session& session, Host& host) : session_(session), host_(host) {}

  // Writes all files. Returns an exit code, after a complaint if it is not kDone.
  int Write(const Arguments& arguments);

 private:
  struct File {
    std::string path;
    FileFormat format;
    std::vector<NamedArray> arrays;
  };

  bool Add(std::string_view given);
  // Reads `@FILE`: every result of every process.
  bool AddAll(std::string_view path);
  // Returns `nullptr` after a complaint.
  File* FileOf(const std::string& path);
  std::string NameOf(size_t index, std::optional<ProcessId> process) const;
  bool Refuse(const std::string& message);

  const Session& session_;
  Host& host_;
  std::vector<File> files_;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_REPORT_OUTPUT_FILES_H_
