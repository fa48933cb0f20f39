// Host: everything the command asks of the outside, so that the same command
// runs natively (POSIX) and in Node (over WebAssembly).
#ifndef PADDOCK_CLI_HOST_H_
#define PADDOCK_CLI_HOST_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paddock::cli {

class Transport;

enum class PathKind : uint8_t { kNone, kFile, kFolder };

// A file of which any part can be read.
class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  virtual uint64_t size() const = 0;
  // Fills `into` from `offset` on; false, and a sentence in `problem`, if it cannot.
  virtual bool Read(uint64_t offset, std::span<std::byte> into, std::string& problem) = 0;
};

// A file that is written from front to back.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  // False, and a sentence in `problem`, if it cannot.
  virtual bool Append(std::span<const std::byte> bytes, std::string& problem) = 0;
  virtual bool Close(std::string& problem) = 0;
};

// The bytes of a file, which stay for as long as `owner` does.
struct FileBytes {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

class Host {
 public:
  virtual ~Host() = default;

  // The whole file, "-" being standard input; nothing, and a sentence in `problem`, if it
  // cannot be read.
  virtual std::optional<std::string> Read(const std::string& path, std::string& problem) = 0;
  // The same without a copy, where the system can map the file: it must not become shorter while
  // its owner lives.
  virtual std::optional<FileBytes> Map(const std::string& path, std::string& problem) {
    std::optional<std::string> whole = Read(path, problem);
    if (!whole) return std::nullopt;
    const auto owner = std::make_shared<const std::string>(*std::move(whole));
    return FileBytes{std::as_bytes(std::span(*owner)), owner};
  }
  // The same in parts; what has no size, such as a pipe, is read whole. Null if it cannot.
  virtual std::unique_ptr<ReadableFile> Open(const std::string& path, std::string& problem) = 0;
  // Creates or replaces a file; null, and a sentence in `problem`, if it cannot.
  virtual std::unique_ptr<WritableFile> Create(const std::string& path, std::string& problem) = 0;
  // The whole of it.
  bool Write(const std::string& path, std::string_view bytes, std::string& problem) {
    const auto file = Create(path, problem);
    return file != nullptr && file->Append(std::as_bytes(std::span(bytes)), problem) &&
           file->Close(problem);
  }
  virtual PathKind Stat(const std::string& path) = 0;
  // Paths of the files under a folder, all levels, sorted.
  virtual std::vector<std::string> List(const std::string& folder) = 0;

  virtual void PrintOut(std::string_view text) = 0;
  virtual void PrintError(std::string_view text) = 0;
  // Standard error is a terminal: progress may be shown there.
  virtual bool is_interactive() const = 0;
  // Standard output is a terminal with colours, and the user has not asked for none (NO_COLOR).
  virtual bool shows_colors() const = 0;

  // Seconds of a clock that never goes back.
  virtual double Now() = 0;
  // Seconds that the processors worked for this process.
  virtual double CpuSeconds() = 0;
  // The user asked to stop (Ctrl-C).
  virtual bool is_interrupted() = 0;
  // False where one process is one thread (WebAssembly).
  virtual bool has_threads() const = 0;
  // How many machines may run at once; 1 where there are no threads.
  virtual int hardware_threads() const = 0;
  // What a process can have of memory, whatever the machine has.
  virtual uint64_t address_bytes() const { return std::numeric_limits<uint64_t>::max(); }
  // Calls job(0) ... job(count - 1), up to `workers` at once.
  virtual void ForEach(size_t count, int workers, const std::function<void(size_t)>& job) = 0;
  // To the other ranks, if the command was started several times at once; else null.
  virtual Transport* transport() { return nullptr; }
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_HOST_H_
