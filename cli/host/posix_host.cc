#include "cli/host/posix_host.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cli/host/memory_file.h"
#include "core/api/run/session.h"

namespace paddock::cli {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t g_interrupted = 0;

void OnInterrupt(int) {
  if (g_interrupted != 0) _exit(130);
  g_interrupted = 1;
}

std::string Problem(const std::string& path) { return path + ": " + std::strerror(errno); }

std::optional<std::string> ReadAll(std::FILE* file, const std::string& path, std::string& problem) {
  std::string text;
  constexpr size_t kChunk = size_t{1} << 20;
  while (true) {
    const size_t start = text.size();
    text.resize(start + kChunk);
    const size_t count = std::fread(text.data() + start, 1, kChunk, file);
    text.resize(start + count);
    if (count == kChunk) continue;
    if (std::ferror(file) == 0) return text;
    problem = Problem(path);
    return std::nullopt;
  }
}

class ReadablePosixFile final : public ReadableFile {
 public:
  ReadablePosixFile(const std::string& path, std::FILE* file) : path_(path), file_(file) {
    fseeko(file_, 0, SEEK_END);
    size_ = static_cast<uint64_t>(std::max<off_t>(ftello(file_), 0));
  }
  ~ReadablePosixFile() override { std::fclose(file_); }

  uint64_t size() const override { return size_; }
  bool Read(uint64_t offset, std::span<std::byte> into, std::string& problem) override {
    errno = 0;
    if (fseeko(file_, static_cast<off_t>(offset), SEEK_SET) == 0 &&
        std::fread(into.data(), 1, into.size(), file_) == into.size()) {
      return true;
    }
    problem = errno != 0 ? Problem(path_) : path_ + ": became shorter while it was read";
    return false;
  }

 private:
  const std::string path_;
  std::FILE* file_;
  uint64_t size_ = 0;
};

class WritablePosixFile final : public WritableFile {
 public:
  WritablePosixFile(const std::string& path, std::FILE* file) : path_(path), file_(file) {}
  ~WritablePosixFile() override {
    if (file_ != nullptr) std::fclose(file_);
  }

  bool Append(std::span<const std::byte> bytes, std::string& problem) override {
    return Check(std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size(), problem);
  }
  bool Close(std::string& problem) override {
    return Check(std::fclose(std::exchange(file_, nullptr)) == 0, problem);
  }

 private:
  bool Check(bool is_done, std::string& problem) const {
    if (!is_done) problem = Problem(path_);
    return is_done;
  }

  const std::string path_;
  std::FILE* file_;
};

}  // namespace

PosixHost::PosixHost(Transport* transport, bool is_command)
    : transport_(transport), is_command_(is_command) {
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, nullptr);
  // A closed pipe (`| head`) becomes a write error instead of killing the process.
  std::signal(SIGPIPE, SIG_IGN);
}

std::optional<std::string> PosixHost::Read(const std::string& path, std::string& problem) {
  if (path == "-") return ReadAll(stdin, "standard input", problem);
  if (Stat(path) == PathKind::kFolder) {
    problem = path + ": is a folder";
    return std::nullopt;
  }
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    problem = Problem(path);
    return std::nullopt;
  }
  std::optional<std::string> text = ReadAll(file, path, problem);
  std::fclose(file);
  return text;
}

// Files that are empty or not regular are read instead of mapped.
std::optional<FileBytes> PosixHost::Map(const std::string& path, std::string& problem) {
  std::error_code error;
  // A pipe can be opened only once.
  const bool is_plain = path != "-" && fs::is_regular_file(path, error);
  const int file = is_plain ? open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1;
  struct stat status = {};
  void* mapped = MAP_FAILED;
  if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    mapped = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  }
  if (file >= 0) close(file);
  if (mapped == MAP_FAILED) return Host::Map(path, problem);
  const auto size = static_cast<size_t>(status.st_size);
  const auto unmap = [size](const void* bytes) { munmap(const_cast<void*>(bytes), size); };
  const std::shared_ptr<const void> owner(mapped, unmap);
  return FileBytes{{static_cast<const std::byte*>(mapped), size}, owner};
}

std::unique_ptr<ReadableFile> PosixHost::Open(const std::string& path, std::string& problem) {
  std::error_code error;
  const bool is_plain = path != "-" && fs::is_regular_file(path, error);
  if (!is_plain) {
    std::optional<std::string> whole = Read(path, problem);
    return whole ? std::make_unique<MemoryFile>(*std::move(whole)) : nullptr;
  }
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file != nullptr) return std::make_unique<ReadablePosixFile>(path, file);
  problem = Problem(path);
  return nullptr;
}

std::unique_ptr<WritableFile> PosixHost::Create(const std::string& path, std::string& problem) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file != nullptr) return std::make_unique<WritablePosixFile>(path, file);
  problem = Problem(path);
  return nullptr;
}

// Files of an installation are in PREFIX/share/paddock beside PREFIX/bin, those of a build in
// build/share/paddock beside build/native/bin. PADDOCK_SHARE names another folder.
std::string PosixHost::FindShared(const std::string& name) {
  std::vector<fs::path> folders;
  if (const char* given = std::getenv("PADDOCK_SHARE"); given != nullptr) {
    folders.emplace_back(given);
  } else {
    std::error_code error;
    const fs::path bin = fs::read_symlink("/proc/self/exe", error).parent_path();
    folders = {bin / "../share/paddock", bin / "../../share/paddock"};
  }
  for (const fs::path& folder : folders) {
    const std::string path = (folder / name).string();
    if (Stat(path) == PathKind::kFile) return path;
  }
  return "";
}

size_t PosixHost::ReadInput(std::span<char> into) {
  ssize_t count = 0;
  do {
    count = read(STDIN_FILENO, into.data(), into.size());
  } while (count < 0 && errno == EINTR && g_interrupted == 0);
  return count < 0 ? 0 : static_cast<size_t>(count);
}

bool PosixHost::has_input() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

PathKind PosixHost::Stat(const std::string& path) {
  if (path == "-") return PathKind::kFile;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error || !fs::exists(status)) return PathKind::kNone;
  return fs::is_directory(status) ? PathKind::kFolder : PathKind::kFile;
}

std::vector<std::string> PosixHost::List(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->is_regular_file(error)) paths.push_back(at->path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

void PosixHost::PrintOut(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void PosixHost::Flush() { std::fflush(stdout); }

void PosixHost::PrintError(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool PosixHost::is_interactive() const { return isatty(STDERR_FILENO) != 0; }
bool PosixHost::shows_colors() const {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && (refused == nullptr || *refused == '\0') &&
         terminal != nullptr && std::string_view(terminal) != "dumb";
}

double PosixHost::CpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double PosixHost::Now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

bool PosixHost::is_interrupted() { return g_interrupted != 0; }

void PosixHost::ForEach(size_t count, int workers, const std::function<void(size_t)>& job) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < count; i = next++) job(i);
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < workers && static_cast<size_t>(i) < count; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace paddock::cli
