// Checks of run_parallel, which test programs use to call the runner.
#include "core/check/context.h"
#include "core/check/suggest.h"

namespace paddock {
namespace {

// Returns the function that a symbol names; `nullptr`, with a diagnostic, if there is none.
const Operation* FindFunction(CheckContext& context, const Attribute& symbol, std::string_view name,
                              Constraint rule) {
  const Operation* function = context.module().FindSymbol(symbol.text);
  if (function != nullptr && function->is(OpKind::kFuncFunc) && FunctionType(*function)) {
    return function;
  }
  static_cast<void>(FailUnknownSymbol(context, rule, At::Attribute(name), symbol));
  return nullptr;
}

struct Counts {
  size_t inputs = 0;
  size_t results = 0;
};

Result<Counts> CountPrograms(CheckContext& context) {
  const Attribute& programs = *context.attribute("programs");
  const size_t columns = programs.elements.empty() ? 0 : programs.elements[0]->elements.size();
  Counts counts;
  for (const Attribute* row : programs.elements) {
    if (row->elements.size() != columns || columns == 0) {
      return context.Fail(Constraint::kInterpreterRunParallelX1, At::Attribute("programs"),
                          Say("a row has ", row->elements.size(), " programs"));
    }
    for (const Attribute* symbol : row->elements) {
      const Operation* function =
          FindFunction(context, *symbol, "programs", Constraint::kInterpreterRunParallelX2);
      if (function == nullptr) return Failed();
      counts.inputs += FunctionType(*function)->elements.size();
      counts.results += FunctionType(*function)->results.size();
    }
  }
  if (columns != 0) return counts;
  return context.Fail(Constraint::kInterpreterRunParallelX1, At::Attribute("programs"),
                      "there are none");
}

// Requires that each input and result has the type that its program declares.
bool CheckProgramTypes(CheckContext& context) {
  size_t input = 0, result = 0;
  for (const Attribute* row : context.attribute("programs")->elements) {
    for (const Attribute* symbol : row->elements) {
      const Type type = FunctionType(*context.module().FindSymbol(symbol->text));
      for (const Type argument : type->elements) {
        const Type given = context.operand_type(input);
        if (!FitsAsStored(argument, given)) {
          context.Fail(Constraint::kInterpreterRunParallelX6, At::Operand(input),
                       Say("it is ", given, ", and @", symbol->text, " takes ", argument));
          return false;
        }
        ++input;
      }
      for (const Type returned : type->results) {
        const Type declared = context.result_type(result);
        if (!FitsAsStored(declared, returned)) {
          context.Fail(Constraint::kInterpreterRunParallelX7, At::Result(result),
                       Say("it is ", declared, ", and @", symbol->text, " returns ", returned));
          return false;
        }
        ++result;
      }
    }
  }
  return true;
}

bool CheckInfeedFunctions(CheckContext& context) {
  const Attribute* infeed = context.attribute("infeed");
  if (infeed == nullptr) return true;
  constexpr Constraint kRule = Constraint::kInterpreterRunParallelX5;
  if (infeed->elements.empty()) {
    context.Fail(kRule, At::Attribute("infeed"), "it is empty");
    return false;
  }
  for (const Attribute* symbol : infeed->elements) {
    const Operation* function = FindFunction(context, *symbol, "infeed", kRule);
    if (function == nullptr) return false;
    const std::span<const Type> results = FunctionType(*function)->results;
    if (results.size() == 1 && results[0].is_tensor()) continue;
    context.Fail(kRule, At::Attribute("infeed"), Say("@", symbol->text, " has results ", results));
    return false;
  }
  return true;
}

}  // namespace

CheckResult CheckRunParallel(CheckContext& context) {
  const auto counts = CountPrograms(context);
  if (!counts) return Failed();
  if (counts->inputs != context.operand_count()) {
    return context.Fail(Constraint::kInterpreterRunParallelX3, At(),
                        Say("they are ", context.operand_count(), " and ", counts->inputs));
  }
  if (counts->results != context.result_count()) {
    return context.Fail(Constraint::kInterpreterRunParallelX4, At(),
                        Say("they are ", context.result_count(), " and ", counts->results));
  }
  if (!CheckProgramTypes(context) || !CheckInfeedFunctions(context)) return Failed();
  return context.Declared();
}

}  // namespace paddock
