#include "cli/page/page_program.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>

#include "core/diagnostics/json.h"
#include "core/tensor/print_value.h"
#include "core/types/type.h"

namespace paddock::cli {
namespace {

// Elements of all inputs that are written as text.
constexpr int64_t kMostElements = 100'000;

std::string Pair(std::string_view first, std::string_view second) {
  return "[" + std::string(first) + ", " + std::string(second) + "]";
}

class PageProgramWriter {
 public:
  PageProgramWriter(const Program& program, const PreparedRun& run, const Arguments& arguments,
                    Host& host)
      : program_(program), run_(run), arguments_(arguments), host_(host) {}

  CommandResult<std::string> Write() {
    if (!run_.options.process_inputs.empty()) {
      return Misuse(host_, "a page cannot hold an input of a single process: give one for all");
    }
    if (auto read = AddInputs(); !read) return std::unexpected(read.error());
    if (auto read = AddFeeds(); !read) return std::unexpected(read.error());
    json_.Member("program", program_.source().text());
    if (run_.options.numerics == simd::Numerics::kFast) json_.Member("numerics", "fast");
    if (run_.options.grid.replicas != 0) AddGrid();
    return json_.Object();
  }

 private:
  CommandResult<bool> AddInputs() {
    Json inputs;
    Json sizes;
    for (size_t i = 0; i < run_.entry->argument_leaves.size(); ++i) {
      const ParameterInfo& leaf = run_.entry->argument_leaves[i];
      const std::string key = JsonString(leaf.name + ": " + leaf.type);
      const auto random = FindRandom(i);
      if (random != nullptr) {
        const std::string seed = std::to_string(random->seed);
        inputs.Element(Pair(key, Json().Member("kind", "normal").Raw("seed", seed).Object()));
        if (std::ranges::find(leaf.shape, -1) != leaf.shape.end()) {
          sizes.Element(Pair(key, JsonSizes(random->shape)));
        }
      } else if (i < run_.options.inputs.size() && run_.options.inputs[i].has_value()) {
        const Tensor& value = run_.options.inputs[i];
        elements_ += value.element_count();
        if (elements_ > kMostElements) return TooLarge();
        inputs.Element(Pair(key, TextSource(value)));
      }
    }
    json_.Raw("inputs", inputs.Array()).Raw("sizes", sizes.Array());
    return true;
  }

  const RandomInput* FindRandom(size_t leaf) const {
    const auto found = std::ranges::find(run_.options.random_inputs, leaf, &RandomInput::leaf);
    return found == run_.options.random_inputs.end() ? nullptr : &*found;
  }

  static std::string TextSource(const Tensor& value) {
    const std::string type = TensorTypeText(value.element_type(), value.shape());
    const std::string text = PrintValue(value, type, {.form = ValueForm::kDense});
    return Json().Member("kind", "text").Member("text", text).Object();
  }

  std::unexpected<CommandFailure> TooLarge() {
    return Misuse(host_, "the inputs have more than " + std::to_string(kMostElements) +
                             " elements, too many for a page: give smaller ones, or random:SEED");
  }

  // An entry is `VALUE` or `@(R, P)=VALUE`; of a channel, `CHANNEL=VALUE` or `CHANNEL@(R,
  // P)=VALUE`.
  CommandResult<bool> AddFeeds() {
    std::map<int64_t, std::string> feeds;
    for (std::string_view entry : arguments_.GetAll(kInfeedOption.name)) {
      if (!AddEntry(entry, feeds[0])) return FeedFile(entry);
    }
    for (std::string_view given : arguments_.GetAll(kReceiveOption.name)) {
      int64_t channel = 0;
      const char* const end = given.data() + given.size();
      const auto [after, error] = std::from_chars(given.data(), end, channel);
      std::string_view entry = given.substr(static_cast<size_t>(after - given.data()));
      if (entry.starts_with('=')) entry.remove_prefix(1);
      if (error != std::errc() || !AddEntry(entry, feeds[channel])) return FeedFile(given);
    }
    Json list;
    for (const auto& [channel, entries] : feeds) {
      list.Element(Pair(std::to_string(channel), JsonString(entries)));
    }
    if (!feeds.empty()) json_.Raw("feeds", list.Array());
    return true;
  }

  // Returns false for a file.
  static bool AddEntry(std::string_view entry, std::string& entries) {
    const size_t value = entry.starts_with("@(") ? entry.find('=') + 1 : 0;
    if (entry.substr(std::min(value, entry.size())).starts_with('@')) return false;
    entries += (entries.empty() ? "" : "\n") + std::string(entry);
    return true;
  }

  std::unexpected<CommandFailure> FeedFile(std::string_view entry) {
    return Misuse(host_, "a page holds entries of a feed as text, not as a file: '" +
                             std::string(entry) + "'");
  }

  void AddGrid() {
    const int64_t sizes[] = {run_.options.grid.replicas, run_.options.grid.partitions};
    json_.Raw("grid", JsonSizes(sizes));
  }

  const Program& program_;
  const PreparedRun& run_;
  const Arguments& arguments_;
  Host& host_;
  Json json_;
  int64_t elements_ = 0;
};

}  // namespace

CommandResult<std::string> WritePageProgram(const Program& program, const PreparedRun& run,
                                            const Arguments& arguments, Host& host) {
  return PageProgramWriter(program, run, arguments, host).Write();
}

}  // namespace paddock::cli
