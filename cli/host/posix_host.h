// Host of the native command.
#ifndef PADDOCK_CLI_HOST_POSIX_HOST_H_
#define PADDOCK_CLI_HOST_POSIX_HOST_H_

#include "cli/host/host.h"

namespace paddock::cli {

class PosixHost : public Host {
 public:
  // Installs a handler: Ctrl-C asks running programs to stop, and a second one ends the process.
  // `transport` may be `nullptr`. `is_command`: whether this process runs the native command's own
  // executable.
  explicit PosixHost(Transport* transport, bool is_command = false);

  std::optional<std::string> Read(const std::string& path, std::string& problem) override;
  std::optional<FileBytes> Map(const std::string& path, std::string& problem) override;
  std::unique_ptr<ReadableFile> Open(const std::string& path, std::string& problem) override;
  std::unique_ptr<WritableFile> Create(const std::string& path, std::string& problem) override;
  std::string FindShared(const std::string& name) override;
  size_t ReadInput(std::span<char> into) override;
  bool has_input() override;
  std::string VersionOf(const std::string& path) override;
  bool Serve(uint16_t port, const std::function<void(uint16_t)>& started, WebServer& server,
             std::string& problem) override;
  bool starts_processes() const override { return is_command_; }
  std::unique_ptr<OtherProcess> StartProcess(const std::string& word) override;
  std::string MakeToken() override;
  bool OpenBrowser(const std::string& address) override;
  PathKind Stat(const std::string& path) override;
  std::vector<std::string> List(const std::string& folder) override;
  void PrintOut(std::string_view text) override;
  void PrintError(std::string_view text) override;
  void Flush() override;
  bool is_interactive() const override;
  bool shows_colors() const override;
  double Now() override;
  double CpuSeconds() override;
  bool is_interrupted() override;
  bool runs_at_once() const override { return true; }
  void ForEach(size_t count, int workers, const std::function<void(size_t)>& job) override;
  Transport* transport() override { return transport_; }

 private:
  Transport* transport_;
  const bool is_command_;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_HOST_POSIX_HOST_H_
