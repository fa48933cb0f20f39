// Lowering: real sizes. Where the program writes `?`, values get types with the sizes of this
// run: of arguments from the inputs, of results from the same functions that check programs,
// which so judge their constraints again.
#include <algorithm>
#include <cstring>

#include "core/base/check.h"
#include "core/base/overflow.h"
#include "core/check/check.h"
#include "core/plan/lowering/collective_groups.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

bool IsOpen(Type type) {
  return type.is(TypeKind::kUnrankedTensor) || (type.is_tensor() && !type.has_static_shape()) ||
         (type.is(TypeKind::kOpaque) && type->text.starts_with("!shape."));
}

// Returns the type with its bounds as sizes if all its open sizes have one: the default without
// other information.
Type AtItsBounds(TypeContext& types, Type type) {
  if (!type.is_tensor() || type.has_static_shape()) return type;
  std::vector<int64_t> sizes(type.shape().begin(), type.shape().end());
  for (size_t i = 0; i < sizes.size() && i < type->bounds.size(); ++i) {
    if (sizes[i] == kDynamic) sizes[i] = type->bounds[i];
  }
  if (std::ranges::find(sizes, kDynamic) != sizes.end()) return type;
  return types.GetTensor(sizes, type.element());
}

bool HasRunConstraint(const Operation& operation) {
  return operation.info != nullptr &&
         std::ranges::any_of(operation.info->constraints, [](const ConstraintInfo& constraint) {
           return constraint.when == When::kRun;
         });
}

// Known values of an operation's operands; records the missing ones.
class PlanningKnowledge final : public RunKnowledge {
 public:
  PlanningKnowledge(Lowering& lowering, const Operation& operation)
      : lowering_(lowering), operation_(operation) {}

  std::optional<std::vector<int64_t>> IntegersOf(size_t operand) const override {
    auto known = Lowering::IntegersOf(lowering_.Operand(operation_, operand));
    if (!known) missing_.push_back(operation_.operands[operand]);
    return known;
  }

  std::optional<int64_t> GroupSize() const override {
    const auto groups = GroupsOfCollective(lowering_, operation_);
    if (!groups) {
      has_failed_ = true;
      return std::nullopt;
    }
    return static_cast<int64_t>(groups->largest());
  }

  std::span<const Value* const> missing() const { return missing_; }
  // The grid does not fit; a diagnostic is reported.
  bool has_failed() const { return has_failed_; }

 private:
  Lowering& lowering_;
  const Operation& operation_;
  mutable std::vector<const Value*> missing_;
  mutable bool has_failed_ = false;
};

std::string Quoted(const Value& value) {
  return value.name.empty() ? std::string("value") : "%" + std::string(value.name);
}

}  // namespace

std::optional<ElementType> ShapeElement(Type type) {
  if (!type.is(TypeKind::kOpaque)) return std::nullopt;
  if (type->text == "!shape.size") return ElementType::kIndex;
  if (type->text == "!shape.witness") return ElementType::kI1;
  return std::nullopt;
}

std::optional<std::vector<int64_t>> Lowering::IntegersOf(const Leaf& leaf) {
  const bool is_whole = IsInteger(leaf.type) || IsBoolean(leaf.type);
  if (leaf.where != Leaf::Where::kConstant || !is_whole || leaf.count > kMostKnown) {
    return std::nullopt;
  }
  const simd::ReadIndexFunction read = simd::FindReadIndex(leaf.type);
  std::vector<int64_t> integers(static_cast<size_t>(leaf.count));
  for (size_t i = 0; i < integers.size(); ++i) {
    integers[i] = read(leaf.address + (leaf.is_splat ? 0 : i * leaf.element_bytes()));
  }
  return integers;
}

void Lowering::NoteType(const Value& value) { is_dynamic_ = is_dynamic_ || IsOpen(value.type); }

void Lowering::SetType(const Value& value, Type type) {
  if (real_types_.size() <= value.id) real_types_.resize(value.id + 1);
  real_types_[value.id] = type;
}

void Lowering::NoteShape(const Value& value, const Leaf& leaf) {
  if (!IsOpen(value.type)) return;
  const bool is_tensor = value.type.is_tensor() || value.type.is(TypeKind::kUnrankedTensor);
  SetType(value, is_tensor ? types_->GetTensor(leaf.shape, value.type.element())
                           : types_->GetTensor(leaf.shape, leaf.type));
}

Result<void> Lowering::RefineResults(const Operation& operation) {
  if (!is_dynamic_ && !HasRunConstraint(operation)) return {};
  const auto is_open = [](const Value* value) { return IsOpen(value->type); };
  if (!HasRunConstraint(operation) && std::ranges::none_of(operation.operands, is_open) &&
      std::ranges::none_of(operation.results, is_open)) {
    return {};
  }
  std::vector<Type> operands;
  for (const Value* operand : operation.operands) operands.push_back(TypeOf(*operand));
  const PlanningKnowledge known(*this, operation);
  DiagnosticSink found;
  const auto types = InferResultTypes(operation, operands, module_, *types_, found, &known);
  // The check has already reported the warnings.
  for (Diagnostic& diagnostic : found.Take()) {
    if (diagnostic.severity == Severity::kError) sink_.Report(std::move(diagnostic));
  }
  if (!types || known.has_failed()) {
    has_failed_ = true;
    return Failed();
  }
  if (!known.missing().empty()) return Suspend(operation, known.missing());
  for (size_t i = 0; i < operation.results.size(); ++i) {
    const Value& result = *operation.results[i];
    if (!IsOpen(result.type)) continue;
    // Nothing later says the sizes of a call's results, as the body of a scan does.
    const bool is_call = operation.is(OpKind::kStablehloCustomCall);
    SetType(result, is_call ? AtItsBounds(*types_, (*types)[i]) : (*types)[i]);
  }
  return {};
}

void Lowering::SetShape(Leaf& leaf, std::span<const int64_t> shape) {
  PADDOCK_CHECK(leaf.where == Leaf::Where::kSlot && leaf.count == 0);
  leaf.shape = shape;
  leaf.count = CheckedProduct(shape).value_or(0);
  draft_.slots[leaf.index].bytes = leaf.bytes();
}

// --- Arguments.

bool FitsSizes(Type type, std::span<const int64_t> sizes) {
  if (!type.is_tensor()) return true;
  const std::span<const int64_t> shape = type.shape();
  if (shape.size() != sizes.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t size = sizes[i];
    const int64_t bound = i < type->bounds.size() ? type->bounds[i] : kDynamic;
    if (shape[i] != kDynamic ? shape[i] != size : bound != kDynamic && size > bound) return false;
  }
  return true;
}

bool Lowering::SetArgument(const Value& argument, size_t number, const Tensor* input) {
  if (!IsOpen(argument.type)) return true;
  if (input == nullptr || !input->has_value()) {
    has_failed_ = true;
    sink_.Error("input", argument.type_span,
                "argument " + std::to_string(number) + " (" + Quoted(argument) + ": " +
                    ToString(argument.type) + ") needs an input, which gives its sizes");
    return false;
  }
  if (!FitsSizes(argument.type, input->shape())) {
    has_failed_ = true;
    sink_.Error("input", argument.span,
                "argument " + std::to_string(number) + " (" + Quoted(argument) + ") is " +
                    ToString(argument.type) + ", but " +
                    TensorTypeText(input->element_type(), input->shape()) + " is given");
    return false;
  }
  SetType(argument, types_->GetTensor(input->shape(), argument.type.element()));
  return true;
}

bool Lowering::SetArguments(const Block& body, std::span<const Tensor> inputs) {
  uint32_t at = 0;
  bool all_fit = true;
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    const Value& argument = *body.arguments[i];
    const Tensor* input = at < inputs.size() ? &inputs[at] : nullptr;
    if (!SetArgument(argument, i, input)) {
      ++at;
      all_fit = false;
      continue;
    }
    auto leaves = LeavesOf(TypeOf(argument), argument.type_span);
    if (!leaves) return false;
    for (Leaf& leaf : *leaves) {
      if (!leaf.is_token) {
        leaf.where = Leaf::Where::kInput;
        leaf.index = at++;
      }
      draft_.arguments.push_back(leaf);
    }
  }
  return all_fit;
}

std::vector<Leaf> Lowering::ArgumentLeaves(std::span<const Tensor> inputs) {
  std::vector<Leaf> leaves = draft_.arguments;
  for (Leaf& leaf : leaves) {
    if (leaf.where != Leaf::Where::kInput || leaf.index >= inputs.size()) continue;
    if (!std::ranges::binary_search(knowledge_.fixed_arguments, leaf.index)) continue;
    const Tensor& input = inputs[leaf.index];
    if (input.element_type() != leaf.type || input.element_count() != leaf.count) continue;
    leaf.where = Leaf::Where::kConstant;
    leaf.address = CopyConstant(input.data(), input.byte_size());
  }
  return leaves;
}

const std::byte* Lowering::CopyConstant(const std::byte* data, size_t bytes) {
  // In words, for the alignment of every element.
  const std::span<uint64_t> words = arena_.MakeArray<uint64_t>(bytes / 8 + 1);
  if (bytes != 0) std::memcpy(words.data(), data, bytes);
  return reinterpret_cast<const std::byte*>(words.data());
}

}  // namespace paddock
