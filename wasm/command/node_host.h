// Host of the command over WebAssembly: implements on Node what host_imports.h does not.
#ifndef PADDOCK_WASM_COMMAND_NODE_HOST_H_
#define PADDOCK_WASM_COMMAND_NODE_HOST_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/host/host.h"

namespace paddock::cli {

// Returns the arguments of the command.
std::vector<std::string> WordsFromNode();
// Returns the number of threads of a run, unless the user chooses another.
size_t ThreadsFromNode();
// Returns a variable of Node's environment, if it is set and not empty.
std::optional<std::string> VariableFromNode(std::string_view name);

class NodeHost final : public Host {
 public:
  std::optional<std::string> Read(const std::string& path, std::string& problem) override;
  std::unique_ptr<ReadableFile> Open(const std::string& path, std::string& problem) override;
  std::unique_ptr<WritableFile> Create(const std::string& path, std::string& problem) override;
  std::string FindShared(const std::string& name) override;
  size_t ReadInput(std::span<char> into) override;
  PathKind Stat(const std::string& path) override;
  std::vector<std::string> List(const std::string& folder) override;
  void PrintOut(std::string_view text) override;
  void PrintError(std::string_view text) override;
  bool is_interactive() const override;
  bool shows_colors() const override;
  double Now() override;
  double CpuSeconds() override;
  bool is_interrupted() override;
  bool runs_at_once() const override { return false; }
  uint64_t address_bytes() const override { return uint64_t{4} << 30; }
  void ForEach(size_t count, int workers, const std::function<void(size_t)>& job) override;
};

}  // namespace paddock::cli

#endif  // PADDOCK_WASM_COMMAND_NODE_HOST_H_
