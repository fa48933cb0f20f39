// ChainTable: the chain operations of kernels.
#ifndef PADDOCK_SIMD_ELEMENTWISE_CHAIN_TABLE_H_
#define PADDOCK_SIMD_ELEMENTWISE_CHAIN_TABLE_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "simd/elementwise/chain.h"
#include "simd/elementwise/elementwise.h"

namespace paddock::simd {

// Maps the kernels of the SIMD target that is current at construction to chain operations.
class ChainTable {
 public:
  ChainTable();
  std::optional<ChainForms> Find(ElementwiseKernel kernel, ElementType operand,
                                 ElementType result) const;

 private:
  struct Row {
    ElementwiseKernel kernel;
    ElementType operand;
    ElementType result;
    ChainForms forms;

    uintptr_t address() const { return reinterpret_cast<uintptr_t>(kernel); }
  };
  using Types = std::initializer_list<ElementType>;

  void AddOp(std::string_view spelling, Types types, const ChainForms& forms);
  void AddCompare(ComparisonDirection direction, Types types, ChainOp op, ChainOp reversed);
  void AddCompareOf(ComparisonDirection direction, ElementType type, ChainOp first, ChainOp second);
  void AddConvert(ElementType from, ElementType to, ChainOp op);

  // Sorted by the kernel's address.
  std::vector<Row> rows_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_CHAIN_TABLE_H_
