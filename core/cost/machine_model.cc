#include "core/cost/machine_model.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/number_text.h"
#include "core/run/process_grid.h"
#include "core/types/element_type.h"

namespace paddock {
namespace {

constexpr std::string_view kTopologies[] = {"ring", "torus", "tree", "full"};
constexpr std::string_view kAlgorithms[] = {"ring", "two_way_ring", "torus",   "recursive",
                                            "tree", "direct",       "pairwise"};
constexpr size_t kMaximumRank = 4;

constexpr uint32_t Bit(Algorithm algorithm) { return 1u << static_cast<uint32_t>(algorithm); }

constexpr uint32_t kRings = Bit(Algorithm::kRing) | Bit(Algorithm::kTwoWayRing) |
                            Bit(Algorithm::kTorus) | Bit(Algorithm::kRecursive) |
                            Bit(Algorithm::kDirect);
constexpr uint32_t kRooted = Bit(Algorithm::kTree) | Bit(Algorithm::kDirect);

// The algorithms for each operation.
struct Choice {
  std::string_view operation;
  uint32_t algorithms;
};

constexpr Choice kChoices[] = {
    {"all_reduce", kRings | Bit(Algorithm::kTree)},
    {"all_gather", kRings},
    {"reduce_scatter", kRings},
    {"all_to_all", Bit(Algorithm::kDirect) | Bit(Algorithm::kPairwise)},
    {"collective_broadcast", kRooted},
    {"collective_reduce", kRooted},
};

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// "2.5 GB/s" for the unit "B/s"; prefixes are powers of 1,000.
std::optional<double> ParseQuantity(std::string_view text, std::string_view unit) {
  const size_t end = text.find_first_not_of("0123456789.eE+-");
  std::string_view rest = end == std::string_view::npos ? "" : Trimmed(text.substr(end));
  const auto number = ParseF64(Trimmed(text.substr(0, end)));
  if (!number) return std::nullopt;
  if (!rest.ends_with(unit)) return std::nullopt;
  rest.remove_suffix(unit.size());
  static constexpr std::pair<std::string_view, double> kPrefixes[] = {
      {"", 1},    {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3}, {"k", 1e3},
      {"M", 1e6}, {"G", 1e9},  {"T", 1e12}, {"P", 1e15}};
  for (const auto& [prefix, factor] : kPrefixes) {
    if (rest != prefix) continue;
    // Within the limits of any machine, times and their sums are finite.
    const double quantity = *number * factor;
    const bool is_usual = quantity == 0 || (quantity >= 1e-18 && quantity <= 1e24);
    return is_usual ? std::optional(quantity) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<int64_t> ParseSize(std::string_view text) {
  int64_t size = 0;
  if (text.empty() || text.size() > 9) return std::nullopt;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    size = size * 10 + (c - '0');
  }
  return size > 0 ? std::optional(size) : std::nullopt;
}

// "8x8x4", of at most kMaximumProcesses altogether.
std::optional<std::vector<int64_t>> ParseSizes(std::string_view text) {
  std::vector<int64_t> sizes;
  int64_t product = 1;
  while (true) {
    const size_t cross = text.find('x');
    const auto size = ParseSize(text.substr(0, cross));
    if (!size || sizes.size() == kMaximumRank || *size > kMaximumProcesses) return std::nullopt;
    sizes.push_back(*size);
    product *= *size;
    if (product > kMaximumProcesses) return std::nullopt;
    if (cross == std::string_view::npos) return sizes;
    text.remove_prefix(cross + 1);
  }
}

class MachineReader {
 public:
  MachineReader(const Source& source, DiagnosticSink& sink) : source_(source), sink_(sink) {}

  std::optional<MachineModel> Read() {
    const std::string_view text = source_.text();
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      ReadLine(text.substr(begin, end - begin), begin);
      begin = end + 1;
    }
    for (std::string_view key :
         {"topology", "link.bandwidth", "link.latency", "chip.flops", "chip.memory"}) {
      if (std::ranges::find(seen_, key) == seen_.end()) {
        sink_.Error("machine", Span(), "the machine model lacks " + std::string(key));
      }
    }
    if (sink_.has_errors()) return std::nullopt;
    if (machine_.name.empty()) machine_.name = source_.name();
    return machine_;
  }

 private:
  void ReadLine(std::string_view line, size_t offset) {
    line = line.substr(0, line.find('#'));
    const std::string_view said = Trimmed(line);
    if (said.empty()) return;
    const auto begin =
        static_cast<uint32_t>(offset + static_cast<size_t>(said.data() - line.data()));
    span_ = {begin, begin + static_cast<uint32_t>(said.size())};
    const size_t equals = said.find('=');
    if (equals == std::string_view::npos) return Fail("a line of a machine model is `key = value`");
    const std::string_view key = Trimmed(said.substr(0, equals));
    const std::string_view value = Trimmed(said.substr(equals + 1));
    if (std::ranges::find(seen_, key) != seen_.end()) {
      return Fail(std::string(key) + " is given twice");
    }
    seen_.push_back(key);
    Set(key, value);
  }

  void Set(std::string_view key, std::string_view value) {
    if (key == "name") {
      machine_.name = value;
    } else if (key == "topology") {
      SetTopology(value);
    } else if (key == "link.bandwidth") {
      SetQuantity(machine_.link_bandwidth, value, "B/s", /*is_positive=*/true);
    } else if (key == "link.latency") {
      SetQuantity(machine_.link_latency, value, "s", false);
    } else if (key == "chip.flops") {
      SetQuantity(machine_.flops, value, "flop/s", true);
    } else if (key.starts_with("chip.flops.")) {
      SetQuantity(machine_.flops_of_type[TypeOf(key)], value, "flop/s", true);
    } else if (key == "chip.memory") {
      SetQuantity(machine_.memory_bandwidth, value, "B/s", true);
    } else if (key == "chip.step") {
      SetQuantity(machine_.step_seconds, value, "s", false);
    } else if (key.starts_with("algorithm.")) {
      SetAlgorithm(key.substr(key.find('.') + 1), value);
    } else {
      Fail("a machine has no '" + std::string(key) +
           "'; it has name, topology, link.bandwidth, link.latency, chip.flops, "
           "chip.flops.TYPE, chip.memory, chip.step and algorithm.OPERATION");
    }
  }

  std::string TypeOf(std::string_view key) {
    const std::string type(key.substr(std::string_view("chip.flops.").size()));
    if (!ElementTypeFromSpelling(type)) Fail("there is no element type '" + type + "'");
    return type;
  }

  void SetQuantity(double& target, std::string_view value, std::string_view unit,
                   bool is_positive) {
    const auto quantity = ParseQuantity(value, unit);
    if (quantity && (*quantity > 0 || !is_positive)) {
      target = *quantity;
    } else {
      Fail("'" + std::string(value) + "' is not a quantity in " + std::string(unit) +
           ", such as 2.5 " + (unit == "s" ? "u" : "G") + std::string(unit));
    }
  }

  // "ring", "ring 8", "torus 8x8", "torus 2d", "tree 64 fanout 8 uplink 4", "full 8".
  void SetTopology(std::string_view value) {
    std::vector<std::string_view> words;
    for (size_t at = 0; (at = value.find_first_not_of(' ', at)) != std::string_view::npos;) {
      const size_t end = std::min(value.find(' ', at), value.size());
      words.push_back(value.substr(at, end - at));
      at = end;
    }
    const auto kind = std::ranges::find(kTopologies, words.empty() ? "" : words[0]);
    if (kind == std::end(kTopologies)) {
      return Fail("a topology is ring, torus, tree or full, not '" + std::string(value) + "'");
    }
    machine_.topology = static_cast<TopologyKind>(kind - std::begin(kTopologies));
    size_t at = 1;
    bool is_read = true;
    const bool is_torus = machine_.topology == TopologyKind::kTorus;
    if (at < words.size() && words[at].ends_with('d')) {
      const auto rank = ParseSize(words[at++].substr(0, words[1].size() - 1));
      is_read = is_torus && rank && *rank <= static_cast<int64_t>(kMaximumRank);
      machine_.rank = rank.value_or(1);
    } else if (at < words.size() && words[at][0] >= '0' && words[at][0] <= '9') {
      const auto sizes = ParseSizes(words[at++]);
      is_read = sizes && (is_torus || sizes->size() == 1);
      if (is_read) machine_.sizes = *sizes;
    } else if (is_torus) {
      is_read = false;
    }
    if (is_read && machine_.topology == TopologyKind::kTree) is_read = ReadTree(words, at);
    if (is_read && at == words.size()) return;
    Fail("'" + std::string(value) +
         "' is not a topology: ring, ring 8, torus 8x8, torus 2d, tree 64 "
         "fanout 8 uplink 4, or full 8, of up to " +
         std::to_string(kMaximumProcesses) + " chips");
  }

  bool ReadTree(std::span<const std::string_view> words, size_t& at) {
    for (; at + 1 < words.size(); at += 2) {
      if (words[at] == "fanout") {
        const auto fanout = ParseSize(words[at + 1]);
        if (!fanout || *fanout < 2) return false;
        machine_.fanout = *fanout;
      } else if (words[at] == "uplink") {
        const auto uplink = ParseF64(words[at + 1]);
        if (!uplink || !(*uplink >= 1e-3 && *uplink <= 1e6)) return false;
        machine_.uplink = *uplink;
      } else {
        return false;
      }
    }
    return true;
  }

  void SetAlgorithm(std::string_view operation, std::string_view value) {
    const Choice* choice = std::ranges::find(kChoices, operation, &Choice::operation);
    if (choice == std::end(kChoices)) {
      std::string names;
      for (const Choice& one : kChoices) {
        names += (names.empty() ? "" : ", ") + std::string(one.operation);
      }
      return Fail("'" + std::string(operation) + "' has no algorithms to choose from; " + names +
                  " have");
    }
    std::string names;
    for (size_t i = 0; i < std::size(kAlgorithms); ++i) {
      const auto algorithm = static_cast<Algorithm>(i);
      if ((choice->algorithms & Bit(algorithm)) == 0) continue;
      if (kAlgorithms[i] == value) {
        machine_.algorithms[std::string(operation)] = algorithm;
        return;
      }
      names += (names.empty() ? "" : ", ") + std::string(kAlgorithms[i]);
    }
    Fail(std::string(operation) + " has no algorithm '" + std::string(value) + "'; it has " +
         names);
  }

  void Fail(std::string message) { sink_.Error("machine", span_, std::move(message)); }

  const Source& source_;
  DiagnosticSink& sink_;
  MachineModel machine_;
  std::vector<std::string_view> seen_;
  Span span_;
};

}  // namespace

std::string_view ToString(TopologyKind kind) { return kTopologies[static_cast<size_t>(kind)]; }
std::string_view ToString(Algorithm algorithm) {
  return kAlgorithms[static_cast<size_t>(algorithm)];
}

double MachineModel::ComputeSeconds(uint64_t operations, uint64_t bytes,
                                    std::string_view type) const {
  const auto own = flops_of_type.find(type);
  const double rate = own == flops_of_type.end() ? flops : own->second;
  return std::max({static_cast<double>(operations) / rate,
                   static_cast<double>(bytes) / memory_bandwidth, step_seconds});
}

std::optional<MachineModel> ReadMachine(const Source& source, DiagnosticSink& sink) {
  return MachineReader(source, sink).Read();
}

}  // namespace paddock
