#include "tests/generate/chains.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/api/run/session.h"
#include "core/api/why/cell_value.h"
#include "core/api/why/why.h"
#include "core/io/generate_values.h"
#include "core/ir/module.h"
#include "tests/generate/program.h"
#include "tests/generate/random.h"

namespace paddock::generate {
namespace {

constexpr int kChainsOfProgram = 6;
constexpr int kChangesOfProgram = 12;
// Everything within the limits, so that a chain is complete.
constexpr WhyOptions kWholeChain = {.most_cells = 20'000,
                                    .most_depth = SIZE_MAX,
                                    .most_terms = size_t{1} << 20,
                                    .follows_all = true};

SessionOptions PortableOptions() {
  SessionOptions options;
  options.numerics = simd::Numerics::kPortable;
  return options;
}

// Identifies a cell of a run: name, process and execution.
using CellKey = std::tuple<std::string, int64_t, uint64_t>;

CellKey KeyOf(const WhyNode& node) { return {node.name, node.process, node.execution}; }

// Returns the operations of the first chain whose cell has its value also in the second one,
// although a cell that it was computed from has another value there, or is absent. "(the way)": its
// operands are equal, but what decided that it is executed is not.
std::set<std::string> OperationsThatHide(const WhyChain& before, const WhyChain& after) {
  std::map<CellKey, std::string> values;
  for (const WhyNode& node : after.nodes) values[KeyOf(node)] = node.value;
  const auto is_kept = [&](const WhyNode& node) {
    const auto found = values.find(KeyOf(node));
    return found != values.end() && found->second == node.value;
  };
  const auto is_changed = [&](const WhyTerm& term) {
    return term.node != WhyTerm::kNoNode && !is_kept(before.nodes[term.node]);
  };
  std::set<std::string> names;
  for (const WhyNode& node : before.nodes) {
    // The asked cell keeps its value, though perhaps another branch gives it.
    if (&node != &before.nodes[0] && !is_kept(node)) continue;
    for (const WhySet& set : node.sets) {
      if (std::ranges::none_of(set.terms, is_changed)) continue;
      names.insert(set.is_decider ? "(the way)" : node.operation);
    }
  }
  return names;
}

class ChainTest {
 public:
  ChainTest(std::shared_ptr<const Program> program, uint64_t seed, ChainReport& report)
      : program_(std::move(program)), random_(seed), report_(report) {}

  void Run() {
    const Operation* main = program_->module().FindSymbol("main");
    body_ = main == nullptr ? nullptr : FunctionBody(*main);
    if (program_->has_errors() || body_ == nullptr || !Start()) return;
    ++report_.programs;
    for (int i = 0; i < kChainsOfProgram; ++i) ChooseChain();
    for (int i = 0; i < kChangesOfProgram && !chains_.empty(); ++i) Change();
  }

 private:
  struct Chain {
    size_t result = 0;
    int64_t element = 0;
    WhyTarget target;
    WhyChain back;
    std::set<std::string, std::less<>> inputs;
  };

  std::unique_ptr<Why> Ask(SessionOptions options) const {
    std::vector<Diagnostic> diagnostics;
    const auto goes_on = [](uint64_t) { return false; };
    auto why = Why::Start(program_, std::move(options), goes_on, diagnostics);
    return why != nullptr && why->Run() == Why::End::kFinished ? std::move(why) : nullptr;
  }

  bool Start() {
    why_ = Ask(PortableOptions());
    if (why_ == nullptr) return false;
    for (const Value* argument : body_->arguments) {
      auto kept = why_->session().ValueOf(*argument);
      if (!kept) return false;
      inputs_.push_back(std::move(kept->value));
    }
    const auto results = RunWith(inputs_);
    if (results) results_ = *results;
    return results.has_value() && results_.size() == body_->last->operands.size();
  }

  std::optional<std::vector<Tensor>> RunWith(std::vector<Tensor> inputs) const {
    std::vector<Diagnostic> diagnostics;
    SessionOptions options = PortableOptions();
    options.inputs = std::move(inputs);
    const auto session = Session::Start(program_, std::move(options), diagnostics);
    if (session == nullptr || session->Run(int64_t{1} << 40) != StopReason::kFinished) {
      return std::nullopt;
    }
    return session->results();
  }

  static std::vector<int64_t> CellAt(int64_t element, std::span<const int64_t> shape) {
    std::vector<int64_t> cell(shape.size());
    for (size_t d = shape.size(); d-- > 0;) {
      cell[d] = element % shape[d];
      element /= shape[d];
    }
    return cell;
  }

  // Returns an index below `count`.
  size_t Below(size_t count) {
    return static_cast<size_t>(random_.Below(static_cast<int64_t>(count)));
  }

  void ChooseChain() {
    if (results_.empty()) return;
    Chain chain;
    chain.result = Below(results_.size());
    const Tensor& result = results_[chain.result];
    if (!result.has_value() || result.element_count() == 0) return;
    chain.element = random_.Below(result.element_count());
    const Value& value = *body_->last->operands[chain.result];
    // The last execution of the operation that computed it.
    chain.target = {&value, 0, UINT64_MAX, CellAt(chain.element, result.shape())};
    chain.back = why_->Back(chain.target, kWholeChain);
    ++report_.chains;
    if (IsOpen(chain.back)) {
      ++report_.open_chains;
      return;
    }
    for (const WhyNode& node : chain.back.nodes) {
      if (node.kind == WhyNode::Kind::kInput) chain.inputs.insert(node.name);
      if (node.kind == WhyNode::Kind::kOperation) ++report_.cells[node.operation];
    }
    chains_.push_back(std::move(chain));
  }

  static bool IsOpen(const WhyChain& chain) {
    const auto is_open = [](const WhyNode& node) {
      return node.kind == WhyNode::Kind::kUnknown || !node.reason.empty();
    };
    return chain.is_cut || std::ranges::any_of(chain.nodes, is_open);
  }

  void Change() {
    if (inputs_.empty()) return;
    const size_t number = Below(inputs_.size());
    const Tensor& old = inputs_[number];
    if (old.element_count() == 0) return;
    const int64_t element = random_.Below(old.element_count());
    std::vector<Tensor> inputs = inputs_;
    inputs[number] = WithAnother(old, element);
    const size_t width = ByteSize(old.element_type());
    const size_t at = static_cast<size_t>(element) * width;
    if (std::memcmp(old.data() + at, inputs[number].data() + at, width) == 0) return;
    const auto after = RunWith(inputs);
    if (!after) return;
    const std::string name = CellName(*body_->arguments[number], CellAt(element, old.shape()));
    for (const Chain& chain : chains_) Compare(chain, name, *after);
    Explain(name, std::move(inputs), *after);
  }

  // Finds the operations that hid the change from the results whose chains name the cell.
  void Explain(const std::string& name, std::vector<Tensor> inputs,
               const std::vector<Tensor>& results) {
    SessionOptions options = PortableOptions();
    options.inputs = std::move(inputs);
    std::unique_ptr<Why> after;
    for (const Chain& chain : chains_) {
      if (!chain.inputs.contains(name) || IsChanged(chain, results).value_or(true)) continue;
      if (after == nullptr) after = Ask(options);
      if (after == nullptr) return;
      const auto hiding = OperationsThatHide(chain.back, after->Back(chain.target, kWholeChain));
      for (const std::string& operation : hiding) ++report_.hidden_by[operation];
      if (hiding.empty()) report_.unexplained.push_back(name + " and " + Describe(chain));
    }
  }

  Tensor WithAnother(const Tensor& old, int64_t element) {
    Tensor copy = Tensor::Allocate(old.element_type(), old.shape());
    std::memcpy(copy.mutable_data(), old.data(), old.byte_size());
    const size_t width = ByteSize(old.element_type());
    Tensor other = Tensor::Allocate(old.element_type(), {});
    GenerateValues({ValueRule::Kind::kRandom, random_.Next()}, other);
    std::memcpy(copy.mutable_data() + static_cast<size_t>(element) * width, other.data(), width);
    return copy;
  }

  // Whether the chain's result cell differs; nothing if the result has another shape.
  std::optional<bool> IsChanged(const Chain& chain, const std::vector<Tensor>& after) const {
    const Tensor& was = results_[chain.result];
    const Tensor& is = after[chain.result];
    if (!std::ranges::equal(was.shape(), is.shape())) return std::nullopt;
    const size_t width = ByteSize(was.element_type());
    const size_t at = static_cast<size_t>(chain.element) * width;
    return std::memcmp(was.data() + at, is.data() + at, width) != 0;
  }

  static std::string Describe(const Chain& chain) {
    return "element " + std::to_string(chain.element) + " of result " +
           std::to_string(chain.result);
  }

  void Compare(const Chain& chain, const std::string& name, const std::vector<Tensor>& after) {
    const auto is_changed = IsChanged(chain, after);
    if (!is_changed) return;
    const bool is_named = chain.inputs.contains(name);
    report_.named += is_named;
    report_.changed += is_named && *is_changed;
    if (!*is_changed || is_named) return;
    report_.problems.push_back(name + " changes " + Describe(chain) +
                               ", whose chain does not name it");
  }

  std::shared_ptr<const Program> program_;
  Random random_;
  ChainReport& report_;
  const Block* body_ = nullptr;
  std::unique_ptr<Why> why_;
  std::vector<Tensor> inputs_, results_;
  std::vector<Chain> chains_;
};

}  // namespace

void TestChains(uint64_t seed, ChainReport& report) {
  constexpr int64_t kOperations = 6;
  const auto program = Program::Load("generated", WriteProgram(seed, kOperations));
  const size_t problems = report.problems.size(), unexplained = report.unexplained.size();
  ChainTest(program, seed, report).Run();
  const std::string number = "program " + std::to_string(seed) + ": ";
  const std::string text = "\n" + std::string(program->source().text());
  // One text suffices for a program.
  const auto complete = [&](std::vector<std::string>& found, size_t first) {
    for (size_t i = first; i < found.size(); ++i) {
      found[i] = number + found[i] + (i == first ? text : std::string());
    }
  };
  complete(report.problems, problems);
  complete(report.unexplained, unexplained);
}

}  // namespace paddock::generate
