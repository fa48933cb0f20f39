// Methods of FunctionBuilder for layers of operations on top of it.
#include <utility>

#include "core/api/build/builder.h"
#include "core/api/build/program_core.h"

namespace paddock::build {

Value FunctionBuilder::Fail(Diagnostic diagnostic, std::string operation, Where where) {
  core_->Report(std::move(diagnostic), where, std::move(operation));
  return core_->Failed();
}

Value FunctionBuilder::FailedValue() const { return core_->Failed(); }

Value FunctionBuilder::AddArgument(const Parameter& parameter, Where where) {
  ProgramCore& core = *core_;
  const Type type = core.attributes().Resolve(parameter.type);
  core.Collect(where, "func.func");
  if (!type) return core.Failed();
  Block& body = *FunctionBody(*core.functions()[function_].operation);
  paddock::Value* value = core.module().MakeValue(type, core.module().InternName(parameter.name));
  value->block = &body;
  value->index = static_cast<uint32_t>(body.arguments.size());
  std::vector<paddock::Value*> arguments(body.arguments.begin(), body.arguments.end());
  arguments.push_back(value);
  body.arguments = core.module().arena().CopyArray(arguments);
  std::vector<Value> handles(arguments_.begin(), arguments_.end());
  handles.push_back(core.Register(value));
  arguments_ = handles;
  return handles.back();
}

}  // namespace paddock::build
