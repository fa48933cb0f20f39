#include "cli/posix_host.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <thread>

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

}  // namespace

PosixHost::PosixHost(Transport* transport) : transport_(transport) {
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, nullptr);
  // A closed pipe (`| head`) shows as a write error, not as a death without a word.
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

bool PosixHost::Write(const std::string& path, std::string_view bytes, std::string& problem) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) {
    problem = Problem(path);
    return false;
  }
  bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  is_written = std::fclose(file) == 0 && is_written;
  if (!is_written) problem = Problem(path);
  return is_written;
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

void PosixHost::PrintError(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool PosixHost::is_interactive() const { return isatty(STDERR_FILENO) != 0; }

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

int PosixHost::hardware_threads() const {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

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
