// Lowering of the custom_call target that multiplies a sparse matrix by a dense one.
#include <algorithm>
#include <array>
#include <complex>
#include <string>
#include <utility>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

constexpr int64_t kWorkOfRows = 1 << 16;

struct CsrProduct {
  int64_t rows = 0;
  int64_t entries = 0;
  // Sizes of the dense operand.
  int64_t inner = 0;
  int64_t columns = 0;
  int64_t rows_at_once = 0;
};

template <class T>
T Product(T a, T b) {
  return a * b;
}

// The operator of std::complex has different results for infinities.
template <class T>
std::complex<T> Product(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <class Phase>
struct CsrReferences {
  Read<Phase> entries;
  // Bounds of each row among the entries.
  Read<Phase> starts;
  // Columns of the entries.
  Read<Phase> places;
  Read<Phase> dense;
  Write<Phase> result;
};

// Skips entries outside of all rows or of the dense operand's rows, with which JAX pads.
template <class T>
void MultiplyRows(const CsrProduct& product, const CsrReferences<Running>& at, int64_t begin,
                  int64_t end) {
  const T* entries = reinterpret_cast<const T*>(at.entries);
  const auto* starts = reinterpret_cast<const int32_t*>(at.starts);
  const auto* places = reinterpret_cast<const int32_t*>(at.places);
  const T* dense = reinterpret_cast<const T*>(at.dense);
  T* result = reinterpret_cast<T*>(at.result);
  for (int64_t row = begin; row < end; ++row) {
    T* out = result + row * product.columns;
    std::fill(out, out + product.columns, T());
    const int64_t first = std::max<int64_t>(starts[row], 0);
    const int64_t last = std::min<int64_t>(starts[row + 1], product.entries);
    for (int64_t i = first; i < last; ++i) {
      if (places[i] < 0 || places[i] >= product.inner) continue;
      const T* factors = dense + places[i] * product.columns;
      for (int64_t j = 0; j < product.columns; ++j) out[j] += Product(entries[i], factors[j]);
    }
  }
}

template <class T>
StepStatus MultiplyStep(StepContext& context) {
  const auto& product = context.As<CsrProduct>();
  const auto at = Bind<CsrReferences>(context);
  const int64_t chunks = (product.rows + product.rows_at_once - 1) / product.rows_at_once;
  return RunChunks(context, chunks, kWorkOfRows, [&](int64_t chunk, size_t) {
    const int64_t begin = chunk * product.rows_at_once;
    MultiplyRows<T>(product, at, begin, std::min(product.rows, begin + product.rows_at_once));
  });
}

constexpr std::array kSteps = {
    std::pair(ElementType::kF32, &MultiplyStep<float>),
    std::pair(ElementType::kF64, &MultiplyStep<double>),
    std::pair(ElementType::kI32, &MultiplyStep<uint32_t>),
    std::pair(ElementType::kI64, &MultiplyStep<uint64_t>),
    std::pair(ElementType::kC64, &MultiplyStep<std::complex<float>>),
    std::pair(ElementType::kC128, &MultiplyStep<std::complex<double>>),
};

StepStatus (*StepOf(ElementType type))(StepContext&) {
  const auto found = std::ranges::find(kSteps, type, &decltype(kSteps)::value_type::first);
  return found == kSteps.end() ? nullptr : found->second;
}

// Returns whether the operands are entries[e], starts[r + 1], places[e] and dense[k] or dense[k,
// c], and the result is [r] or [r, c].
bool IsCsrProduct(const Operation& operation) {
  if (operation.operands.size() != 4 || operation.results.size() != 1) return false;
  std::array<std::span<const int64_t>, 5> shapes;
  for (size_t i = 0; i < 5; ++i) {
    const Type type = i < 4 ? operation.operands[i]->type : operation.results[0]->type;
    const auto wanted =
        i == 1 || i == 2 ? ElementType::kI32 : operation.operands[0]->type.element_type();
    if (!type.is_tensor() || !type.has_static_shape() || type.element_type() != wanted) {
      return false;
    }
    shapes[i] = type.shape();
  }
  const auto& [entries, starts, places, dense, result] = shapes;
  const bool are_lists =
      entries.size() == 1 && starts.size() == 1 && std::ranges::equal(entries, places);
  return are_lists && (dense.size() == 1 || dense.size() == 2) && dense.size() == result.size() &&
         starts[0] == result[0] + 1 && std::ranges::equal(dense.subspan(1), result.subspan(1));
}

}  // namespace

Result<void> LowerCsrProduct(Lowering& lowering, const Operation& operation) {
  const bool is_known = IsCsrProduct(operation);
  const auto type = is_known ? *operation.results[0]->type.element_type() : ElementType::kI1;
  if (!is_known || StepOf(type) == nullptr) {
    return EmitFailure(lowering, operation, "custom-call",
                       "custom_call @" + std::string(TextOf(operation, "call_target_name")) +
                           " takes the entries of a sparse matrix, the starts of its rows, the "
                           "columns of the entries and a dense vector or matrix");
  }
  const CsrReferences<Planning> all{
      lowering.DenseOperand(operation, 0), lowering.DenseOperand(operation, 1),
      lowering.DenseOperand(operation, 2), lowering.DenseOperand(operation, 3),
      lowering.Define(*operation.results[0])};
  const Leaf& result = all.result;
  if (result.count == 0) return {};
  const std::span<const int64_t> dense = operation.operands[3]->type.shape();
  CsrProduct product;
  product.rows = result.shape[0];
  product.entries = operation.operands[0]->type.shape()[0];
  product.inner = dense[0];
  product.columns = dense.size() == 2 ? dense[1] : 1;
  const int64_t work = product.entries * product.columns + result.count;
  product.rows_at_once =
      std::max<int64_t>(1, product.rows * kWorkOfRows / std::max<int64_t>(1, work));
  StepSpec spec;
  spec.operation = &operation;
  spec.function = StepOf(type);
  SetReferences<CsrReferences>(spec, all);
  spec.work = work;
  spec.operations = static_cast<uint64_t>(product.entries * product.columns);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(product);
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
