// Further processes of the native command.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "cli/host/posix_host.h"

extern char** environ;

namespace paddock::cli {
namespace {

// Ends of a pipe.
struct Pipe {
  int output = -1;
  int input = -1;

  bool Open() {
    std::array<int, 2> ends = {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    output = ends[0];
    input = ends[1];
    return true;
  }
  static void Close(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }
  ~Pipe() {
    Close(output);
    Close(input);
  }
};

class PosixProcess final : public OtherProcess {
 public:
  ~PosixProcess() override {
    End();
    if (process_ > 0) waitpid(process_, nullptr, 0);
  }

  bool Start(const std::string& word) {
    if (!sent_.Open() || !received_.Open()) return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, sent_.output, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, received_.input, STDOUT_FILENO);
    std::string name = "paddock";
    std::string argument = word;
    char* const words[] = {name.data(), argument.data(), nullptr};
    const int error = posix_spawn(&process_, "/proc/self/exe", &actions, nullptr, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    Pipe::Close(sent_.output);
    Pipe::Close(received_.input);
    if (error != 0) process_ = 0;
    return error == 0;
  }

  bool Send(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t count = write(sent_.input, bytes.data(), bytes.size());
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(count));
    }
    return true;
  }
  bool Receive(std::span<char> into) override {
    while (!into.empty()) {
      const ssize_t count = read(received_.output, into.data(), into.size());
      if (count <= 0) return false;
      into = into.subspan(static_cast<size_t>(count));
    }
    return true;
  }
  // The process is reaped when this object ends, so its number is not taken by another one.
  void End() override {
    if (process_ > 0) kill(process_, SIGKILL);
  }

 private:
  pid_t process_ = 0;
  Pipe sent_;
  Pipe received_;
};

}  // namespace

std::unique_ptr<OtherProcess> PosixHost::StartProcess(const std::string& word) {
  if (!is_command_) return nullptr;
  auto process = std::make_unique<PosixProcess>();
  if (!process->Start(word)) return nullptr;
  return process;
}

}  // namespace paddock::cli
