// Codes of MLIR's builtin dialect in bytecode, in the order of its documentation.
#ifndef PADDOCK_CORE_BYTECODE_BUILTIN_CODES_H_
#define PADDOCK_CORE_BYTECODE_BUILTIN_CODES_H_

#include <cstdint>
#include <string_view>

namespace paddock {

enum class BuiltinAttribute : uint64_t {
  kArray = 0,
  kDictionary = 1,
  kString = 2,
  kTypedString = 3,
  kFlatSymbol = 4,
  kSymbol = 5,
  kType = 6,
  kUnit = 7,
  kInteger = 8,
  kFloat = 9,
  kCallSite = 10,
  kFile = 11,
  kFused = 12,
  kFusedWithMetadata = 13,
  kName = 14,
  kUnknownPlace = 15,
  kDenseResource = 16,
  kDenseArray = 17,
  kDenseElements = 18,
  kFileRange = 22,
};

enum class BuiltinType : uint64_t {
  kInteger = 0,
  kIndex = 1,
  kFunction = 2,
  kFirstFloat = 3,
  kComplex = 9,
  kMemref = 10,
  kMemrefWithSpace = 11,
  kNone = 12,
  kTensor = 13,
  kTensorWithEncoding = 14,
  kTuple = 15,
  kUnrankedTensor = 18,
};

// Codes from BuiltinType::kFirstFloat on.
inline constexpr std::string_view kBuiltinFloats[] = {"bf16", "f16", "f32", "f64", "f80", "f128"};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_BUILTIN_CODES_H_
