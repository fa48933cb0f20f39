// JavascriptWriter: a program as JavaScript for the builder of the npm package.
#ifndef PADDOCK_CORE_API_CODE_JAVASCRIPT_WRITER_H_
#define PADDOCK_CORE_API_CODE_JAVASCRIPT_WRITER_H_

#include "core/api/code/program_writer.h"

namespace paddock::code {

class JavascriptWriter final : public ProgramWriter {
 public:
  using ProgramWriter::ProgramWriter;

 private:
  const LayoutStyle& style() const override;
  std::span<const std::string_view> reserved() const override;
  std::string Assemble(const Statements& statements) const override;
  Code SetAttribute(const NamedAttribute& attribute) override;
  Code ModuleOperation(const Operation& operation) override;
  Code BeginFunction(const FunctionParts& function) override;
  std::optional<Code> Declare(const FunctionParts& function) override;
  Code Scope(const FunctionParts& function, Statements statements) override;
  void BindArguments(const Block& body, Statements& statements) override;
  Code Return(const Operation& function, std::span<Value* const> results) override;
  Code Call(const CallParts& parts) override;
  void BindResults(const CallParts& parts, const Code& call, Statements& statements) override;
  bool IsReturnable(const CallParts& parts) const override;

  // Returns `[x, y]`.
  Code List(std::span<Value* const> values) const;
  // Returns `x`, or a list of several.
  Code ValuesCode(std::span<Value* const> values) const;
  Code MethodCall(const CallParts& parts);
  Code CallByName(const CallParts& parts);
  Code RegionCode(const Region& region);
  std::vector<Code> Regions(const CallParts& parts);
  Code Options(const CallParts& parts) const;
  // Place of a value that no operation uses: parameters have names there, and lists nothing.
  enum class Unused : uint8_t { kName, kHole };
  // Names values up to the last one that is used and returns `a, b, c`. Values without a name are
  // like `otherwise`.
  std::string Bind(std::span<Value* const> values, Unused unused, std::string_view otherwise);
  void AddNames(std::span<Value* const> values, Statements& statements) const;
};

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_JAVASCRIPT_WRITER_H_
