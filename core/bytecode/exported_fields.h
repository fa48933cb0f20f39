// Numbers of the fields and kinds in JAX's serialization.fbs that the reader uses.
#ifndef PADDOCK_CORE_BYTECODE_EXPORTED_FIELDS_H_
#define PADDOCK_CORE_BYTECODE_EXPORTED_FIELDS_H_

#include <cstddef>
#include <cstdint>

namespace paddock::exported {

enum Exported : size_t {
  kFunctionName = 1,
  kInTree = 2,
  kInAvals = 3,
  kOutTree = 4,
  kShortDeviceCount = 6,
  kInShardings = 7,
  kOutShardings = 8,
  kPlatforms = 9,
  kModule = 13,
  kCallingConvention = 14,
  kKeptArguments = 15,
  kVjp = 17,
  kDeviceCount = 18,
  kUniqueAvals = 19,
  kUniqueMeshes = 20,
  kUniqueShardings = 21,
  kInAvalIndices = 22,
  kInShardingIndices = 24,
  kOutShardingIndices = 25,
  kJaxVersion = 26,
};

enum Tree : size_t { kTreeKind = 0, kChildren = 1, kChildNames = 2 };
enum class TreeKind : uint8_t { kLeaf, kNone, kTuple, kList, kDictionary, kCustom };

enum Aval : size_t { kShape = 1 };
enum Sharding : size_t { kHloSharding = 1, kNamedSharding = 2 };
enum NamedSharding : size_t { kMesh = 0, kSpec = 1, kMeshIndex = 3 };
enum Mesh : size_t { kAxisSizes = 0, kAxisNames = 1 };
enum Spec : size_t { kPartitions = 0 };
enum SpecAxis : size_t { kAxes = 0 };

}  // namespace paddock::exported

#endif  // PADDOCK_CORE_BYTECODE_EXPORTED_FIELDS_H_
