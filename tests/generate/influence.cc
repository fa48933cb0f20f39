#include "tests/generate/influence.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "core/api/run/session.h"
#include "core/explain/explain.h"
#include "core/io/generate_values.h"
#include "core/ir/module.h"
#include "core/tensor/element_text.h"
#include "tests/generate/program.h"
#include "tests/generate/random.h"
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

constexpr int64_t kLargestTensor = 300;
constexpr size_t kOperandCells = 20;
constexpr size_t kResultCells = 12;
constexpr int kBases = 24;

bool IsTestable(const Operation& operation) {
  if (operation.info == nullptr || !operation.info->has_lower) return false;
  if (!HasRelation(operation.info->kind)) return false;
  const auto is_small = [](const Value* value) {
    const Type type = value->type;
    if (!type.is_tensor() || type.is_quantized() || !type.has_static_shape()) return false;
    int64_t count = 1;
    for (int64_t size : type.shape()) count *= size;
    return count <= kLargestTensor;
  };
  return std::ranges::all_of(operation.operands, is_small) &&
         std::ranges::all_of(operation.results, is_small);
}

// Returns a program of this operation alone, whose operands are the arguments of @main.
std::string Isolated(const Operation& operation, std::string_view source) {
  std::string text(source.substr(operation.span.begin, operation.span.end - operation.span.begin));
  std::string arguments, names, types;
  for (size_t i = operation.operands.size(); i-- > 0;) {
    const std::string name = "%operand" + std::to_string(i);
    const Span use = operation.operand_spans[i];
    text.replace(use.begin - operation.span.begin, use.end - use.begin, name);
    arguments = name + ": " + ToString(operation.operands[i]->type) +
                (arguments.empty() ? "" : ", ") + arguments;
  }
  for (const Value* result : operation.results) {
    const std::string separator = names.empty() ? "" : ", ";
    names += separator + "%" + std::string(result->name) +
             (operation.results.size() > 1 ? "#" + std::to_string(result->index) : "");
    types += separator + ToString(result->type);
  }
  return "func.func @main(" + arguments + ") -> (" + types + ") {\n  " + text + "\n  func.return " +
         names + " : " + types + "\n}\n";
}

struct Cell {
  uint32_t value = 0;  // which operand or result
  int64_t element = 0;
};

std::vector<int64_t> IndicesOf(int64_t element, std::span<const int64_t> shape) {
  std::vector<int64_t> indices(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    indices[d] = element % shape[d];
    element /= shape[d];
  }
  return indices;
}

bool Holds(const CellBox& box, const Cell& cell, std::span<const int64_t> shape) {
  if (box.operand != cell.value) return false;
  const std::vector<int64_t> indices = IndicesOf(cell.element, shape);
  for (size_t d = 0; d < indices.size(); ++d) {
    const CellRange range = box.ranges[d];
    const int64_t offset = indices[d] - range.start;
    if (offset < 0 || offset % range.stride != 0 || offset / range.stride >= range.count) {
      return false;
    }
  }
  return true;
}

class InfluenceTest {
 public:
  InfluenceTest(std::string text, uint64_t seed)
      : program_(Program::Load("isolated", std::move(text))), random_(seed) {}

  // Returns a problem as a sentence, or an empty text. `is_complete` is set if every pair mattered.
  std::string Run(bool& is_complete, bool& is_tested) {
    operation_ = FindOperation();
    if (operation_ == nullptr) return "the operation alone is refused";
    ChooseCells(operation_->operands, kOperandCells, operand_cells_);
    ChooseCells(operation_->results, kResultCells, result_cells_);
    std::string problem = ReadRelation();
    if (!problem.empty()) return problem;
    seen_.assign(feeds_.size(), false);
    for (int base = 0; base < kBases; ++base) {
      problem = TestAround(RandomOperands());
      if (!problem.empty()) return problem;
    }
    // If the operation refuses most random values, they show little.
    is_tested = std::ranges::find(feeds_, true) != feeds_.end() && bases_run_ > kBases / 2;
    is_complete = is_tested && feeds_ == seen_;
    return {};
  }

 private:
  const Operation* FindOperation() const {
    const Operation* main = program_->module().FindSymbol("main");
    if (program_->has_errors() || main == nullptr) return nullptr;
    return FunctionBody(*main)->first;
  }

  void ChooseCells(std::span<Value* const> values, size_t most, std::vector<Cell>& cells) {
    std::vector<Cell> all;
    for (uint32_t i = 0; i < values.size(); ++i) {
      int64_t count = 1;
      for (int64_t size : values[i]->type.shape()) count *= size;
      for (int64_t element = 0; element < count; ++element) all.push_back({i, element});
    }
    while (!all.empty() && cells.size() < most) {
      const auto at = static_cast<size_t>(random_.Below(static_cast<int64_t>(all.size())));
      cells.push_back(all[at]);
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }

  // feeds_[r * operand cells + o]: by the relation, cell o feeds result cell r.
  std::string ReadRelation() {
    for (const Cell& result : result_cells_) {
      DiagnosticSink sink;
      const auto indices =
          IndicesOf(result.element, operation_->results[result.value]->type.shape());
      const auto boxes = ExplainCell(*operation_, result.value, indices, sink);
      if (!boxes) return sink.diagnostics()[0].message;
      for (const Cell& cell : operand_cells_) {
        const auto shape = operation_->operands[cell.value]->type.shape();
        feeds_.push_back(std::ranges::any_of(
            *boxes, [&](const CellBox& box) { return Holds(box, cell, shape); }));
      }
    }
    return {};
  }

  std::vector<Tensor> RandomOperands() {
    std::vector<Tensor> operands;
    for (const Value* operand : operation_->operands) {
      Tensor value = Tensor::Allocate(*operand->type.element_type(), operand->type.shape());
      GenerateValues({ValueRule::Kind::kRandom, random_.Next()}, value);
      operands.push_back(std::move(value));
    }
    return operands;
  }

  std::vector<Tensor> WithAnotherCell(const std::vector<Tensor>& operands, const Cell& cell) {
    std::vector<Tensor> changed = operands;
    const Tensor& old = operands[cell.value];
    Tensor copy = Tensor::Allocate(old.element_type(), old.shape());
    std::memcpy(copy.mutable_data(), old.data(), old.byte_size());
    const size_t width = ByteSize(old.element_type());
    Tensor other = Tensor::Allocate(old.element_type(), {});
    GenerateValues({ValueRule::Kind::kRandom, random_.Next()}, other);
    if (random_.Chance(25)) PutRandomBits(random_, other, 0);
    if (IsFloat(old.element_type()) && random_.Chance(30)) PutSpecial(other);
    std::memcpy(copy.mutable_data() + static_cast<size_t>(cell.element) * width, other.data(),
                width);
    changed[cell.value] = std::move(copy);
    return changed;
  }

  // Types without infinities keep their value.
  void PutSpecial(Tensor& value) {
    constexpr const char* kTexts[] = {"inf", "-inf", "nan"};
    std::byte element[16];
    if (!ParseElement(random_.Pick(kTexts), value.element_type(), element)) return;
    std::memcpy(value.mutable_data(), element, ByteSize(value.element_type()));
  }

  // Returns nothing if the run refuses the values.
  std::optional<std::vector<Tensor>> Run(std::vector<Tensor> operands) const {
    std::vector<Diagnostic> diagnostics;
    SessionOptions options;
    options.inputs = std::move(operands);
    options.numerics = simd::Numerics::kPortable;
    const auto session = Session::Start(program_, std::move(options), diagnostics);
    if (session == nullptr || session->Run(int64_t{1} << 40) != StopReason::kFinished) {
      return std::nullopt;
    }
    return session->results();
  }

  std::string TestAround(const std::vector<Tensor>& operands) {
    const auto before = Run(operands);
    if (!before) return {};
    ++bases_run_;
    for (size_t o = 0; o < operand_cells_.size(); ++o) {
      const auto after = Run(WithAnotherCell(operands, operand_cells_[o]));
      if (!after) continue;
      for (size_t r = 0; r < result_cells_.size(); ++r) {
        if (!IsChanged(*before, *after, result_cells_[r])) continue;
        const size_t pair = r * operand_cells_.size() + o;
        if (!feeds_[pair]) return Describe(operand_cells_[o], result_cells_[r]);
        seen_[pair] = true;
      }
    }
    return {};
  }

  static bool IsChanged(const std::vector<Tensor>& before, const std::vector<Tensor>& after,
                        const Cell& cell) {
    const Tensor& was = before[cell.value];
    const size_t width = ByteSize(was.element_type());
    const size_t at = static_cast<size_t>(cell.element) * width;
    return std::memcmp(was.data() + at, after[cell.value].data() + at, width) != 0;
  }

  std::string Describe(const Cell& operand, const Cell& result) const {
    return "element " + std::to_string(operand.element) + " of operand " +
           std::to_string(operand.value) + " changes element " + std::to_string(result.element) +
           " of result " + std::to_string(result.value) + ", which it is not said to feed";
  }

  std::shared_ptr<const Program> program_;
  Random random_;
  const Operation* operation_ = nullptr;
  std::vector<Cell> operand_cells_, result_cells_;
  std::vector<bool> feeds_, seen_;
  int bases_run_ = 0;
};

}  // namespace

void TestInfluence(uint64_t seed, InfluenceReport& report) {
  constexpr int64_t kOperations = 6;
  const auto program = Program::Load("generated", WriteProgram(seed, kOperations));
  const Operation* main = program->module().FindSymbol("main");
  if (program->has_errors() || main == nullptr) return;
  for (const Operation* operation : *FunctionBody(*main)) {
    if (!IsTestable(*operation)) continue;
    const std::string text = Isolated(*operation, program->source().text());
    bool is_complete = false, is_tested = false;
    const std::string problem = InfluenceTest(text, seed).Run(is_complete, is_tested);
    if (!problem.empty()) {
      report.problems.push_back("program " + std::to_string(seed) + ": " + problem + "\n" + text);
      continue;
    }
    InfluenceCount& count = report.counts[std::string(operation->name)];
    count.tested += is_tested;
    count.complete += is_complete;
  }
}

}  // namespace paddock::generate
