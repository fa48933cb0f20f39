// Conversion of operations of the op table to those of VHLO of a given version.
#ifndef PADDOCK_CORE_BYTECODE_DOWNGRADE_H_
#define PADDOCK_CORE_BYTECODE_DOWNGRADE_H_

#include <span>

#include "core/bytecode/casts.h"
#include "core/bytecode/encode.h"
#include "core/bytecode/vhlo_table.h"
#include "core/bytecode/wire_module.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"

namespace paddock {

class Downgrade {
 public:
  // `scratch` owns the values for absent attributes.
  Downgrade(const VhloTable& table, Encoder& encoder, const Casts& casts, Module& scratch,
            DiagnosticSink& sink)
      : table_(table), encoder_(encoder), casts_(casts), scratch_(scratch), sink_(sink) {}

  // Converts the module's operation with all its regions. Returns false after a diagnostic that
  // names the first feature that the version cannot express.
  bool Run(const Operation& module, WireOperation& result);

 private:
  bool Lower(const Operation& operation, WireOperation& result);
  bool LowerRegions(const Operation& operation, WireOperation& result);
  bool LowerBlock(const Block& block, WireBlock& result);
  void LowerCasts(std::span<const Operation* const> casts, WireBlock& result);
  uint32_t TypeNode(const Value& value);
  void LowerSdy(const Operation& operation, WireOperation& result);
  void LowerModule(const Operation& operation, WireOperation& result);
  const VhloOperation* FindRow(const Operation& operation);
  void LowerAttributes(const VhloOperation& row, const Operation& operation, WireOperation& result);
  uint32_t LowerAttribute(const VhloAttribute& attribute, const Operation& operation);
  const Attribute* FindValue(const VhloAttribute& attribute, const Operation& operation) const;
  void CheckLeftOut(const VhloOperation& row, const Operation& operation);
  void CheckFields(const VhloOperation& row, const NamedAttribute& structure);
  void CheckLimits(const Operation& operation);
  bool Report(const Operation& operation);

  const VhloTable& table_;
  Encoder& encoder_;
  const Casts& casts_;
  Module& scratch_;
  DiagnosticSink& sink_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_DOWNGRADE_H_
