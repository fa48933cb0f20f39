#include "tests/generate/chains.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
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
    std::set<std::string, std::less<>> inputs;
  };

  bool Start() {
    std::vector<Diagnostic> diagnostics;
    why_ = Why::Start(program_, PortableOptions(), [](uint64_t) { return false; }, diagnostics);
    if (why_ == nullptr || why_->Run() != Why::End::kFinished) return false;
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
    Chain chain{Below(results_.size()), 0, {}};
    const Tensor& result = results_[chain.result];
    if (!result.has_value() || result.element_count() == 0) return;
    chain.element = random_.Below(result.element_count());
    const Value& value = *body_->last->operands[chain.result];
    // The last execution of the operation that computed it.
    const WhyTarget target{&value, 0, UINT64_MAX, CellAt(chain.element, result.shape())};
    const WhyChain back = why_->Back(target, kWholeChain);
    ++report_.chains;
    if (IsOpen(back)) {
      ++report_.open_chains;
      return;
    }
    for (const WhyNode& node : back.nodes) {
      if (node.kind == WhyNode::Kind::kInput) chain.inputs.insert(node.name);
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
    const auto after = RunWith(std::move(inputs));
    if (!after) return;
    const std::string name = CellName(*body_->arguments[number], CellAt(element, old.shape()));
    for (const Chain& chain : chains_) Compare(chain, name, *after);
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

  void Compare(const Chain& chain, const std::string& name, const std::vector<Tensor>& after) {
    const Tensor& was = results_[chain.result];
    const Tensor& is = after[chain.result];
    if (!std::ranges::equal(was.shape(), is.shape())) return;
    const size_t width = ByteSize(was.element_type());
    const size_t at = static_cast<size_t>(chain.element) * width;
    const bool is_changed = std::memcmp(was.data() + at, is.data() + at, width) != 0;
    const bool is_named = chain.inputs.contains(name);
    report_.named += is_named;
    report_.changed += is_named && is_changed;
    if (!is_changed || is_named) return;
    report_.problems.push_back(name + " changes element " + std::to_string(chain.element) +
                               " of result " + std::to_string(chain.result) +
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
  const size_t before = report.problems.size();
  ChainTest(program, seed, report).Run();
  for (size_t i = before; i < report.problems.size(); ++i) {
    report.problems[i] = "program " + std::to_string(seed) + ": " + report.problems[i];
  }
}

}  // namespace paddock::generate
