// CplusplusWriter: a program as C++ for core/api/build.
#ifndef PADDOCK_CORE_API_CODE_CPLUSPLUS_WRITER_H_
#define PADDOCK_CORE_API_CODE_CPLUSPLUS_WRITER_H_

#include "core/api/code/program_writer.h"

namespace paddock::code {

class CplusplusWriter final : public ProgramWriter {
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

  // Returns `{{"x", TensorOf(kF32)}}`.
  Code Parameters(const Operation& function) const;
  // Returns the fields of FunctionOptions.
  std::vector<Code> FunctionFields(const FunctionParts& function) const;
  // Returns `x`, or `{x, y}`.
  Code ValuesCode(std::span<Value* const> values) const;
  Code MethodCall(const CallParts& parts);
  Code CallByName(const CallParts& parts);
  Code FunctionCall(const CallParts& parts);
  Code RegionCode(const Region& region);
  Code ReturnOf(const Block& block, const std::optional<Code>& returned) const;
  void AddOptions(const CallParts& parts, std::vector<Code>& arguments) const;
  void AddRegions(const CallParts& parts, std::vector<Code>& arguments);
  void AddNames(std::span<Value* const> values, Statements& statements) const;
};

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_CPLUSPLUS_WRITER_H_
