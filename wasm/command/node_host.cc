#include "wasm/command/node_host.h"

#include <algorithm>

#include "wasm/command/host_imports.h"

namespace paddock::cli {
namespace {

// Longer texts have no room beside what is made of them.
constexpr double kLargestText = double{1 << 30};

std::string Taken(size_t size) {
  std::string text(size, '\0');
  paddock_host_take(text.data());
  return text;
}

// Texts that each stand behind a zero byte.
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

// The rest of the file, to its end.
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

}  // namespace

std::vector<std::string> WordsFromNode() { return SplitList(Taken(paddock_host_words())); }

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

bool NodeHost::Write(const std::string& path, std::string_view bytes, std::string& problem) {
  const int file = paddock_host_open(path.data(), path.size(), 1);
  const bool is_written = file >= 0 && paddock_host_write(file, bytes.data(), bytes.size()) != 0;
  if (!is_written) problem = ProblemOf(path);
  if (file < 0) return false;
  const bool is_closed = paddock_host_close(file) != 0;
  if (is_written && !is_closed) problem = ProblemOf(path);
  return is_written && is_closed;
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

double NodeHost::Now() { return paddock_host_now(); }

double NodeHost::CpuSeconds() { return paddock_host_cpu_seconds(); }

bool NodeHost::is_interrupted() { return paddock_host_is_interrupted() != 0; }

void NodeHost::ForEach(size_t count, int, const std::function<void(size_t)>& job) {
  for (size_t i = 0; i < count; ++i) job(i);
}

}  // namespace paddock::cli
