// Host: all services that the command needs from its environment. The same command thus runs
// natively (POSIX) and in Node (over WebAssembly).
#ifndef PADDOCK_CLI_HOST_HOST_H_
#define PADDOCK_CLI_HOST_HOST_H_

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

// File with random access.
class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  virtual uint64_t size() const = 0;
  // Fills `into` from `offset` on. Returns false, with a sentence in `problem`, on failure.
  virtual bool Read(uint64_t offset, std::span<std::byte> into, std::string& problem) = 0;
};

// File that is written sequentially.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  // Returns false, with a sentence in `problem`, on failure.
  virtual bool Append(std::span<const std::byte> bytes, std::string& problem) = 0;
  virtual bool Close(std::string& problem) = 0;
};

// Bytes of a file, which `owner` keeps alive.
struct FileBytes {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

// Answers the requests of Host::Serve, on several threads. `head` is the request line and the
// headers.
class WebServer {
 public:
  struct Reply {
    std::string bytes;  // a whole HTTP response
    enum class Then : uint8_t {
      kClose,    // the connection ends
      kGoOn,     // its next request is read
      kHoldOpen  // Ended(head) is called when the client ends it
    } then = Then::kClose;
  };

  virtual ~WebServer() = default;
  // Returns the number of bytes that a request may send after its head.
  virtual size_t MostBody(std::string_view head) const = 0;
  virtual Reply Answer(std::string_view head, std::string_view body) = 0;
  virtual void Ended(std::string_view head) = 0;
};

// Another process of this command. It ends with this object.
class OtherProcess {
 public:
  virtual ~OtherProcess() = default;
  // Writes to its standard input. Returns false if it has ended.
  virtual bool Send(std::string_view bytes) = 0;
  // Fills `into` from its standard output. Returns false if it has ended.
  virtual bool Receive(std::span<char> into) = 0;
  // Ends it at once; calls that wait for it return. May be called from another thread.
  virtual void End() = 0;
};

class Host {
 public:
  virtual ~Host() = default;

  // Reads a whole file; "-" means standard input. Returns nothing, with a sentence in `problem`, on
  // failure.
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
  // Creates or replaces a file. Returns `nullptr`, with a sentence in `problem`, on failure.
  virtual std::unique_ptr<WritableFile> Create(const std::string& path, std::string& problem) = 0;
  // Writes a whole file.
  bool Write(const std::string& path, std::string_view bytes, std::string& problem) {
    const auto file = Create(path, problem);
    return file != nullptr && file->Append(std::as_bytes(std::span(bytes)), problem) &&
           file->Close(problem);
  }
  // Returns the path of a file that is installed with the command; empty if it is not there.
  virtual std::string FindShared(const std::string& name) {
    static_cast<void>(name);
    return "";
  }
  // Reads the next bytes of standard input, and waits until there are some. Returns their number; 0
  // at the end, or if reading fails.
  virtual size_t ReadInput(std::span<char>) { return 0; }
  // Returns whether ReadInput would not wait. A host that cannot find out returns false.
  virtual bool has_input() { return false; }
  // Returns a text that differs after each change of the file; empty if there is none.
  virtual std::string VersionOf(const std::string& path) {
    static_cast<void>(path);
    return "";
  }
  // Accepts connections from this machine until the user interrupts. `port` 0 means any;
  // started(port) is called once. Returns false, with a sentence in `problem`, on failure.
  virtual bool Serve(uint16_t port, const std::function<void(uint16_t)>& started, WebServer& server,
                     std::string& problem) {
    static_cast<void>(port);
    static_cast<void>(started);
    static_cast<void>(server);
    problem = "there are no sockets over WebAssembly: take the native command";
    return false;
  }
  // Returns whether StartProcess works: false over WebAssembly and in Python.
  virtual bool starts_processes() const { return false; }
  // Starts this command with one word. Returns `nullptr` on failure.
  virtual std::unique_ptr<OtherProcess> StartProcess(const std::string& word) {
    static_cast<void>(word);
    return nullptr;
  }
  // Returns 128 random bits in hexadecimal digits; empty if there is no source of them.
  virtual std::string MakeToken() { return ""; }
  // Opens an address in the user's browser. Returns false if none could be started.
  virtual bool OpenBrowser(const std::string& address) {
    static_cast<void>(address);
    return false;
  }
  virtual PathKind Stat(const std::string& path) = 0;
  // Returns the paths of the files under a folder, recursively, sorted.
  virtual std::vector<std::string> List(const std::string& folder) = 0;

  virtual void PrintOut(std::string_view text) = 0;
  virtual void PrintError(std::string_view text) = 0;
  // Makes printed text visible to its reader at once.
  virtual void Flush() {}
  // Returns whether standard error is a terminal, so that progress can be shown.
  virtual bool is_interactive() const = 0;
  // Returns whether standard output is a terminal with colors and NO_COLOR is not set.
  virtual bool shows_colors() const = 0;

  // Returns the seconds of a monotonic clock.
  virtual double Now() = 0;
  // Returns the processor time of this process, in seconds.
  virtual double CpuSeconds() = 0;
  // Returns whether the user asked to stop (Ctrl-C).
  virtual bool is_interrupted() = 0;
  // Returns whether several runs can be in progress at once, each on a thread of its own: false
  // over WebAssembly, where only one thread can load functions that are compiled at run time.
  virtual bool runs_at_once() const = 0;
  // Returns the address space of a process in bytes, whatever memory the machine has.
  virtual uint64_t address_bytes() const { return std::numeric_limits<uint64_t>::max(); }
  // Calls job(0) ... job(count - 1), up to `workers` at once.
  virtual void ForEach(size_t count, int workers, const std::function<void(size_t)>& job) = 0;
  // Returns the connection to the other ranks if a launcher started several; `nullptr` otherwise.
  virtual Transport* transport() { return nullptr; }
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_HOST_HOST_H_
