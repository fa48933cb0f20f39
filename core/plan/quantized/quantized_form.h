// QuantizedForm: composes an operation on quantized tensors, including its regions, from operations
// on tensors of their storage types.
#ifndef PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_FORM_H_
#define PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_FORM_H_

#include <span>
#include <unordered_map>
#include <vector>

#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/quantized/quantized_parameters.h"

namespace paddock {

class QuantizedForm {
 public:
  QuantizedForm(Lowering& lowering, const Operation& source);

  Lowering& lowering() { return lowering_; }
  Composition& made() { return made_; }

  // --- Values: returns the counterpart of a value of the program, which has the storage type if
  // that is quantized.
  Value* Of(Value* value);
  Value* Operand(const Operation& operation, size_t index) { return Of(operation.operands[index]); }
  void Set(const Operation& operation, size_t result, Value* value) {
    values_[operation.results[result]] = value;
  }
  // Returns the type of `value`; for a quantized one, the storage type.
  Type StorageType(const Value& value) { return made_.StorageType(lowering_.TypeOf(value)); }

  // --- Operations.
  // Appends the operation's decomposition in this form, and sets its results.
  Result<void> Append(const Operation& operation);
  // Appends the source's operation with other operands and results.
  Result<std::span<Value* const>> Repeat(const Operation& operation,
                                         std::span<Value* const> operands,
                                         std::span<const Type> results);
  // Gives the second arguments of the source's bodies the types of the first ones, and converts
  // them to their own types at the start of the body.
  void UnifyArguments() { unifies_arguments_ = true; }
  // Makes the source's bodies take and return wide integers minus the zero point of `type`, so that
  // 0 represents it. Null undoes that.
  void CenterBodies(const QuantizedType* type) { centered_ = type; }
  // Convert stored elements to such integers, and back.
  Value* Center(Value* stored, const QuantizedType& type);
  Value* Uncenter(Value* centered, const QuantizedType& type);
  // Lowers all appended operations, after the results of the source are set.
  Result<void> Finish();

  // --- Arithmetic of the specification's dequantize and quantize. Converts from the storage type
  // to the expressed type and back.
  Value* Dequantize(Value* stored, const QuantizedType& type);
  Value* Quantize(Value* value, const QuantizedType& type);
  // Returns integers * factor + offset, rounded to nearest even, as elements of `type`; computed in
  // integers if every factor is 1. The result is clamped to the range of `type` and stored, or
  // remains a WideInteger.
  Value* Rescale(Value* integers, const QuantizedParameters& factor,
                 const QuantizedParameters& offset, const QuantizedType& type, bool is_stored);
  // Converts from one quantized type to another, whose elements are clamped and stored, or wide.
  Value* Requantize(Value* stored, const QuantizedType& from, const QuantizedType& to,
                    bool is_stored);
  // Clamps wide integers to the range of `type`, and stores them.
  Value* Store(Value* integers, const QuantizedType& type);
  // Returns the parameters as a tensor.
  Value* Over(const QuantizedParameters& parameters, Type result);

  // Returns whether a quantized operand or result of the operation is stored in 64 bits.
  static bool HasStoredIn64(const Operation& operation);

 private:
  // Returns stored - zero point, in `computation`.
  Value* Difference(Value* stored, const QuantizedType& type, ElementType computation);
  // Bitcasts to another integer type of 64 bits.
  Value* AsBits(Value* value, ElementType element);
  Value* Clamped(Value* value, double least, double greatest);
  Value* RoundedAndStored(Value* value, const QuantizedType& type);
  Result<Region*> CopyRegion(const Region& region);
  bool IsUnified(const Block& body, size_t argument) const;
  bool IsCentered(const Block& body) const;

  Lowering& lowering_;
  const Operation& source_;
  Composition made_;
  bool unifies_arguments_ = false;
  const QuantizedType* centered_ = nullptr;
  std::unordered_map<const Value*, Value*> values_;
};

// Returns whether a value of the operation or of its regions is quantized.
bool HasQuantized(const Operation& operation);
// Returns the type of a quantized tensor, else null.
const QuantizedType* QuantizedTypeOf(const Value& value);
// Returns the body of an operation that folds, for each result, one of the first half of its
// operands with another value. Returns null if the counts do not match.
Block* FoldingBody(const Operation& operation);
// Returns whether the halves of a reduction's arguments differ in type, which upstream allows for
// floats. Such operations take LowerMixedArguments.
bool HasMixedArguments(const Block& body);
Result<void> LowerMixedArguments(Lowering& lowering, const Operation& operation);
// Returns whether all parameters are equal.
bool IsSame(const QuantizedType& a, const QuantizedType& b);

// Decomposes an operation of the table; fails with a diagnostic.
using QuantizedFunction = Result<void> (*)(QuantizedForm& form, const Operation& operation);

// Returns null if the operation needs only the stored elements.
QuantizedFunction FindQuantized(OpKind kind);

#define PADDOCK_HANDLER(name) Result<void> name(QuantizedForm& form, const Operation& operation);
#include "dialect/quantized_handlers.inc"
#undef PADDOCK_HANDLER

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_FORM_H_
