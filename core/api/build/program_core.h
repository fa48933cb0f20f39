// ProgramCore: state that the builders of one program share. Private to core/api/build.
#ifndef PADDOCK_CORE_API_BUILD_PROGRAM_CORE_H_
#define PADDOCK_CORE_API_BUILD_PROGRAM_CORE_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/api/build/attribute_maker.h"
#include "core/api/build/build_diagnostic.h"
#include "core/api/build/value.h"
#include "core/check/check.h"
#include "core/ir/module.h"

namespace paddock::build {

class ProgramCore {
 public:
  // An unfinished function.
  struct Function {
    Operation* operation = nullptr;
    // Block to which operations are appended, of the body or of the innermost region.
    Block* block = nullptr;
    std::source_location where;
    bool has_returned = false;
    // Its declaration was wrong, so the program does not have it.
    bool is_failed = false;
  };

  ProgramCore();

  Module& module() { return *module_; }
  std::deque<Function>& functions() { return functions_; }
  DiagnosticSink& sink() { return sink_; }
  AttributeMaker& attributes() { return attributes_; }
  const std::vector<BuildDiagnostic>& diagnostics() const { return diagnostics_; }
  bool has_errors() const { return sink_.has_errors(); }
  // Returns the diagnostics and forgets them, as if the calls had not been made.
  std::vector<BuildDiagnostic> TakeDiagnostics();
  bool is_finished() const { return is_finished_; }
  void set_finished() { is_finished_ = true; }

  // Returns a handle of an IR value of this program.
  Value Register(paddock::Value* value);
  Value Failed() const { return Value(id_, Value::kFailed); }
  // Handles as numbers, which are consecutive for values that are registered one after another.
  static constexpr uint32_t kFailedNumber = Value::kFailed;
  static uint32_t NumberOf(Value value) { return value.index_; }
  Value Numbered(uint32_t number) const { return Value(id_, number); }
  uint32_t value_count() const { return static_cast<uint32_t>(values_.size()); }
  // Returns the IR value; null if the handle is failed, or belongs to no builder or another one.
  paddock::Value* Find(Value value) const;
  bool IsForeign(Value value) const {
    return value.builder_ != id_ || (!value.is_failed() && value.index_ >= values_.size());
  }

  bool has_uncollected() const { return collected_ != sink_.diagnostics().size(); }
  // Moves the diagnostics reported since the previous Collect to the diagnostics of this call.
  void Collect(std::source_location where, std::string operation);
  void Report(Diagnostic diagnostic, std::source_location where, std::string operation);
  // Reports a wrong use of the builders.
  void ReportUse(std::string message, std::source_location where, std::string operation);

  // Returns the text for loc(...): "file":line:column; empty without a line.
  std::string_view LocationOf(std::source_location where);
  // Returns the entries of a dictionary in the program's notation; nothing after a diagnostic.
  std::optional<std::vector<NamedAttributeValue>> Entries(std::string_view dictionary,
                                                          std::source_location where);
  // Sets the attributes of an operation, sorted by name. Null attributes are omitted.
  void SetAttributes(Operation& operation, std::vector<NamedAttribute>& attributes);

 private:
  // Location of a call. The compiler shares the names of files.
  struct Place {
    const char* file;
    uint32_t line;
    uint32_t column;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct PlaceHash {
    size_t operator()(const Place& place) const {
      constexpr size_t kOdd = 0x9E3779B1;
      return (reinterpret_cast<uintptr_t>(place.file) * kOdd + place.line) * kOdd + place.column;
    }
  };

  const uint64_t id_;
  std::unique_ptr<Module> module_;
  DiagnosticSink sink_;
  AttributeMaker attributes_;
  size_t collected_ = 0;
  std::vector<BuildDiagnostic> diagnostics_;
  std::vector<paddock::Value*> values_;
  // Operations in the making refer to the blocks of theirs.
  std::deque<Function> functions_;
  std::unordered_map<Place, std::string_view, PlaceHash> locations_;
  bool is_finished_ = false;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_PROGRAM_CORE_H_
