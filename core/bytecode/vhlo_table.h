// Tables of VHLO, the versioned dialect of portable artifacts: vhlo_operations.def, vhlo_types.def
// and vhlo_enumerations.def. Both the reader and the writer use them.
#ifndef PADDOCK_CORE_BYTECODE_VHLO_TABLE_H_
#define PADDOCK_CORE_BYTECODE_VHLO_TABLE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dialect/op_info.h"

namespace paddock {

// MAJOR.MINOR as one number that orders versions. The patch is ignored.
struct VhloVersion {
  uint32_t number = 0;
  friend constexpr auto operator<=>(VhloVersion, VhloVersion) = default;
};
constexpr VhloVersion Vhlo(uint32_t major, uint32_t minor) { return {major * 1000 + minor}; }

inline constexpr VhloVersion kOldestVhlo = Vhlo(0, 9);
inline constexpr VhloVersion kNewestVhlo = Vhlo(1, 20);

// Returns "1.20".
std::string ToString(VhloVersion version);
// Reads "1.20" or "1.20.0". Returns nothing for other texts.
std::optional<VhloVersion> ParseVhloVersion(std::string_view text);
// Returns the container version in which an artifact of this version is written.
uint32_t ContainerVersion(VhloVersion version);

// Attribute of a VHLO operation; the columns are those of vhlo_operations.def.
struct VhloAttribute {
  std::string_view name;
  // Empty if the value has no place in our operation.
  std::string_view place;
  // Empty, or the field of the structure at `place`.
  std::string_view field;
  std::string_view absent;
  // Empty, or the attribute with which it is absent.
  std::string_view partner;
};

struct VhloOperation {
  std::string_view name;  // "all_gather_v2"
  const OpInfo* info = nullptr;
  VhloVersion since;
  VhloVersion until;
  std::vector<VhloAttribute> attributes;
};

struct VhloScalar {
  uint32_t code;
  std::string_view spelling;
  VhloVersion since;
};

struct VhloEnumeration {
  uint32_t code;
  std::string_view name;
  uint32_t first;
  VhloVersion since;
};

// Codes of the types and attributes that have parts.
enum class VhloType : uint8_t {
  kComplex = 1,
  kFunction = 8,
  kTensor = 20,
  kTensorWithEncoding = 21,
  kToken = 22,
  kTuple = 23,
  kQuantized = 24,
  kUnrankedTensor = 25,
  kWitness = 26,
  kQuantizedPerAxis = 30,
  kNone = 33,
  kBuffer = 41,
  kFuture = 42,
};

enum class VhloAttributeCode : uint8_t {
  kArray = 1,
  kBool = 2,
  kApiVersion = 5,
  kDictionary = 6,
  kFloat = 8,
  kInteger = 9,
  kOutputOperandAlias = 10,
  kString = 14,
  kTensor = 15,
  kType = 17,
  kTypeExtensions = 18,
  kResultAccuracy = 20,
  kSubAxisInfo = 21,
  kAxisRef = 22,
  kReplicaGroupMeshAxes = 23,
  kMeshAxis = 24,
  kMesh = 25,
};

// All rows. The first caller builds the table.
class VhloTable {
 public:
  VhloTable();

  // Finds an operation by its name after "vhlo."; `nullptr` if there is none.
  const VhloOperation* Find(std::string_view name) const;
  // Returns the row of an operation at `version`; `nullptr` if that version has none. `since` is
  // then the first version that has one, if any does.
  const VhloOperation* Find(const OpInfo& info, VhloVersion version, VhloVersion& since) const;

  static std::span<const VhloScalar> Scalars();
  static std::span<const VhloEnumeration> Enumerations();

 private:
  std::vector<VhloOperation> operations_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_VHLO_TABLE_H_
