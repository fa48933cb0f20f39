// ProgramWriter: walks a program and collects the statements that make it. The languages derive
// from it.
#ifndef PADDOCK_CORE_API_CODE_PROGRAM_WRITER_H_
#define PADDOCK_CORE_API_CODE_PROGRAM_WRITER_H_

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/api/code/builder_code.h"
#include "core/api/code/call_parts.h"
#include "core/api/code/identifiers.h"
#include "core/api/code/layout.h"
#include "core/ir/module.h"

namespace paddock::code {

// A function of the program.
struct FunctionParts {
  const Operation* operation = nullptr;
  // Variable of its builder, outside the statements of its body.
  std::string variable = {};
  // Whether the code states its result types before it returns.
  bool gives_types = false;
};

class ProgramWriter {
 public:
  ProgramWriter(const Module& module, const BuilderCodeOptions& options, DiagnosticSink& sink)
      : module_(module), options_(options), sink_(sink) {}
  virtual ~ProgramWriter() = default;

  std::optional<std::string> Write();

 protected:
  using Statements = std::vector<Code>;

  virtual const LayoutStyle& style() const = 0;
  virtual std::span<const std::string_view> reserved() const = 0;
  // Returns the code that makes the program with these statements.
  virtual std::string Assemble(const Statements& statements) const = 0;
  virtual Code SetAttribute(const NamedAttribute& attribute) = 0;
  virtual Code ModuleOperation(const Operation& operation) = 0;
  virtual Code BeginFunction(const FunctionParts& function) = 0;
  // Returns a declaration; nothing if its results have attributes.
  virtual std::optional<Code> Declare(const FunctionParts& function) = 0;
  // Returns the statements of a function's body in a scope of their own, where `f` is its builder.
  virtual Code Scope(const FunctionParts& function, Statements statements) = 0;
  virtual void BindArguments(const Block& body, Statements& statements) = 0;
  virtual Code Return(const Operation& function, std::span<Value* const> results) = 0;
  // Returns the expression that makes an operation.
  virtual Code Call(const CallParts& parts) = 0;
  // Adds the statement that makes an operation and names its results.
  virtual void BindResults(const CallParts& parts, const Code& call, Statements& statements) = 0;
  // Returns whether the results of the call are what a region can return.
  virtual bool IsReturnable(const CallParts& parts) const = 0;

  // For the languages.
  const BuilderCodeOptions& options() const { return options_; }
  Identifiers& names() { return *names_; }
  const Code& Use(const Value* value) const { return uses_.at(value); }
  void SetUse(const Value* value, Code code) { uses_.insert_or_assign(value, std::move(code)); }
  // Returns the variable of a list that has exactly these values; empty if there is none.
  std::string ListOf(std::span<Value* const> values) const;
  void SetList(const Operation& operation, std::string variable) {
    lists_[&operation] = std::move(variable);
  }
  // Returns the name that the code gives the value; empty if it gives none.
  std::string_view NameOf(const Value& value) const;
  bool IsUsed(const Value* value) const { return counts_.contains(value); }
  // Returns the variable of the builder of function @name.
  std::string VariableOf(std::string_view name) const;
  // The statements of a region's block, without its terminator. `returned` is the call whose
  // results the region returns, if the block ends in it.
  Statements BlockStatements(const Block& block, Statements statements,
                             std::optional<Code>& returned);

 private:
  bool CheckProgram();
  bool CheckBlock(const Block& block, bool is_function);
  bool CheckOperation(const Operation& operation);
  bool Refuse(const Operation& operation, std::string_view what);
  void CollectFunctions();
  void CollectUses(size_t user);
  void CountUses(const Block& block);
  bool IsInlined(const Operation& operation) const;
  void AddOperation(const Operation& operation, Statements& statements,
                    std::optional<Code>& returned);
  void AddBody(const FunctionParts& function, Statements& statements);

  const Module& module_;
  const BuilderCodeOptions& options_;
  DiagnosticSink& sink_;
  std::vector<FunctionParts> functions_;
  bool begins_all_first_ = false;
  // Names inside the function that is being written.
  std::optional<Identifiers> names_;
  std::unordered_map<const Value*, Code> uses_;
  std::unordered_map<const Operation*, std::string> lists_;
  std::unordered_map<const Value*, size_t> counts_;
};

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_PROGRAM_WRITER_H_
