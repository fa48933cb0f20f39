#include "wasm/command/node_host.h"

#include <algorithm>
#include <utility>

#include "cli/host/memory_file.h"
#include "wasm/command/host_imports.h"

namespace paddock::cli {
namespace {

// Texts above this size in bytes leave no room for what is built from them.
constexpr double kLargestText = double{1 << 30};

std::string Taken(size_t size) {
  std::string text(size, '\0');
  paddock_host_take(text.data());
  return text;
}

// Splits a list of texts, each preceded by a zero byte.
std::vector<std::string> SplitList(const std::string& list) {
  std::vector<std::string> texts;
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find('\0', at + 1), list.size());
    texts.push_back(list.substr(at + 1, end - at - 1));
    at = end;
  }
  return texts;
}

std::string ProblemOf(const std::string& path) {
  return (path == "-" ? "standard input" : path) + ": " + Taken(paddock_host_problem());
}

// Appends the rest of the file to `text`. Returns false if a read fails.
bool ReadRest(int file, std::string& text) {
  constexpr size_t kChunk = size_t{1} << 20;
  while (true) {
    const size_t start = text.size();
    text.resize(start + kChunk);
    const int count = paddock_host_read(file, -1, text.data() + start, kChunk);
    text.resize(start + static_cast<size_t>(std::max(count, 0)));
    if (count <= 0) return count == 0;
  }
}

class ReadableNodeFile final : public ReadableFile {
 public:
  ReadableNodeFile(const std::string& path, int file, double size)
      : path_(path), file_(file), size_(static_cast<uint64_t>(size)) {}
  ~ReadableNodeFile() override { paddock_host_close(file_); }

  uint64_t size() const override { return size_; }
  bool Read(uint64_t offset, std::span<std::byte> into, std::string& problem) override {
    while (!into.empty()) {
      const int count =
          paddock_host_read(file_, static_cast<double>(offset), into.data(), into.size());
      if (count <= 0) {
        problem = count < 0 ? ProblemOf(path_) : path_ + ": became shorter while it was read";
        return false;
      }
      offset += static_cast<uint64_t>(count);
      into = into.subspan(static_cast<size_t>(count));
    }
    return true;
  }

 private:
  const std::string path_;
  const int file_;
  const uint64_t size_;
};

class WritableNodeFile final : public WritableFile {
 public:
  WritableNodeFile(const std::string& path, int file) : path_(path), file_(file) {}
  ~WritableNodeFile() override {
    if (file_ >= 0) paddock_host_close(file_);
  }

  bool Append(std::span<const std::byte> bytes, std::string& problem) override {
    return Check(paddock_host_write(file_, bytes.data(), bytes.size()), problem);
  }
  bool Close(std::string& problem) override {
    return Check(paddock_host_close(std::exchange(file_, -1)), problem);
  }

 private:
  bool Check(int is_done, std::string& problem) const {
    if (is_done == 0) problem = ProblemOf(path_);
    return is_done != 0;
  }

  const std::string path_;
  int file_;
};

}  // namespace

std::vector<std::string> WordsFromNode() { return SplitList(Taken(paddock_host_words())); }

size_t ThreadsFromNode() { return static_cast<size_t>(paddock_host_threads()); }

std::optional<std::string> VariableFromNode(std::string_view name) {
  const size_t size = paddock_host_variable(name.data(), name.size());
  if (size == 0) return std::nullopt;
  return Taken(size);
}

std::optional<std::string> NodeHost::Read(const std::string& path, std::string& problem) {
  if (path != "-" && Stat(path) == PathKind::kFolder) {
    problem = path + ": is a folder";
    return std::nullopt;
  }
  const int file = paddock_host_open(path.data(), path.size(), 0);
  if (file < 0) {
    problem = ProblemOf(path);
    return std::nullopt;
  }
  const double size = paddock_host_size(file);
  std::string text;
  if (size > kLargestText) {
    problem = path + ": is too large a text";
  } else {
    if (size > 0) text.reserve(static_cast<size_t>(size) + (size_t{1} << 20));
    if (!ReadRest(file, text)) problem = ProblemOf(path);
  }
  paddock_host_close(file);
  return problem.empty() ? std::optional(std::move(text)) : std::nullopt;
}

std::unique_ptr<ReadableFile> NodeHost::Open(const std::string& path, std::string& problem) {
  const bool is_file = path != "-" && Stat(path) == PathKind::kFile;
  const int file = is_file ? paddock_host_open(path.data(), path.size(), 0) : -1;
  const double size = file < 0 ? -1 : paddock_host_size(file);
  if (size >= 0) return std::make_unique<ReadableNodeFile>(path, file, size);
  if (file >= 0) paddock_host_close(file);
  std::optional<std::string> whole = Read(path, problem);
  return whole ? std::make_unique<MemoryFile>(*std::move(whole)) : nullptr;
}

std::unique_ptr<WritableFile> NodeHost::Create(const std::string& path, std::string& problem) {
  const int file = paddock_host_open(path.data(), path.size(), 1);
  if (file >= 0) return std::make_unique<WritableNodeFile>(path, file);
  problem = ProblemOf(path);
  return nullptr;
}

std::string NodeHost::FindShared(const std::string& name) {
  const std::string path = VariableFromNode("PADDOCK_SHARE").value_or("") + "/" + name;
  return Stat(path) == PathKind::kFile ? path : "";
}

size_t NodeHost::ReadInput(std::span<char> into) {
  const int input = paddock_host_open("-", 1, 0);
  return static_cast<size_t>(std::max(paddock_host_read(input, -1, into.data(), into.size()), 0));
}

PathKind NodeHost::Stat(const std::string& path) {
  if (path == "-") return PathKind::kFile;
  return static_cast<PathKind>(paddock_host_stat(path.data(), path.size()));
}

std::vector<std::string> NodeHost::List(const std::string& folder) {
  std::vector<std::string> paths =
      SplitList(Taken(paddock_host_list(folder.data(), folder.size())));
  std::ranges::sort(paths);
  return paths;
}

void NodeHost::PrintOut(std::string_view text) { paddock_host_print(1, text.data(), text.size()); }

void NodeHost::PrintError(std::string_view text) {
  paddock_host_print(2, text.data(), text.size());
}

bool NodeHost::is_interactive() const { return paddock_host_is_interactive() != 0; }
bool NodeHost::shows_colors() const { return paddock_host_shows_colors() != 0; }

double NodeHost::Now() { return paddock_host_now(); }

double NodeHost::CpuSeconds() { return paddock_host_cpu_seconds(); }

bool NodeHost::is_interrupted() { return paddock_host_is_interrupted() != 0; }

void NodeHost::ForEach(size_t count, int, const std::function<void(size_t)>& job) {
  for (size_t i = 0; i < count; ++i) job(i);
}

}  // namespace paddock::cli
