#include "core/api/code/program_writer.h"

#include <algorithm>

#include "core/check/table_rules.h"

namespace paddock::code {
namespace {

bool IsNumber(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

// Calls `visit` for each operation of the block and of the regions in it.
void ForEachOperation(const Block& block, auto visit) {
  for (const Operation* operation : block) {
    visit(*operation);
    for (const Region* region : operation->regions) {
      if (region->first != nullptr) ForEachOperation(*region->first, visit);
    }
  }
}

// Calls `visit` for each symbol in an attribute: a callee, a decomposition, called computations.
void ForEachSymbol(const Attribute& attribute, auto visit) {
  if (attribute.kind == AttributeKind::kSymbol) visit(attribute.text);
  for (const Attribute* element : attribute.elements) ForEachSymbol(*element, visit);
  for (const NamedAttribute& field : attribute.fields) ForEachSymbol(*field.value, visit);
}

// Returns whether the function's result types are not those of what it returns.
bool StatesOtherTypes(const Operation& function) {
  const Block* body = FunctionBody(function);
  return body != nullptr &&
         !std::ranges::equal(FunctionType(function)->results, body->last->operands, {}, {},
                             [](const Value* value) { return value->type; });
}

}  // namespace

bool ProgramWriter::Refuse(const Operation& operation, std::string_view what) {
  sink_.Error("builder-code", operation.span, "the builder cannot make " + std::string(what));
  return false;
}

bool ProgramWriter::CheckOperation(const Operation& operation) {
  if (operation.info == nullptr) {
    return Refuse(operation, std::string(operation.name) + ", which no table has");
  }
  if (operation.is(OpKind::kFuncFunc) || operation.is(OpKind::kBuiltinModule)) {
    return Refuse(operation, std::string(operation.name) + " inside another operation");
  }
  bool is_made = true;
  for (const Region* region : operation.regions) {
    if (region->only_block() == nullptr) return Refuse(operation, "a region without one block");
    is_made = CheckBlock(*region->first, false) && is_made;
  }
  return is_made;
}

bool ProgramWriter::CheckBlock(const Block& block, bool is_function) {
  bool is_made = true;
  for (const Operation* operation : block) {
    if (operation != block.last) {
      is_made = CheckOperation(*operation) && is_made;
    } else if (!operation->attributes.empty()) {
      is_made = Refuse(*operation, is_function ? "a return with attributes"
                                               : "the end of a region with attributes");
    }
  }
  return is_made;
}

bool ProgramWriter::CheckProgram() {
  bool is_made = true;
  for (const Operation* operation : *module_.body()) {
    if (operation->is(OpKind::kFuncFunc)) {
      const Block* body = FunctionBody(*operation);
      if (body != nullptr) is_made = CheckBlock(*body, true) && is_made;
      continue;
    }
    is_made = CheckOperation(*operation) && is_made;
  }
  return is_made;
}

void ProgramWriter::CollectFunctions() {
  Identifiers names(reserved());
  for (const Operation* operation : *module_.body()) {
    if (operation->is(OpKind::kFuncFunc)) functions_.push_back({.operation = operation});
  }
  if (functions_.size() > 1) names.Make("f");
  for (FunctionParts& function : functions_) {
    function.variable =
        functions_.size() == 1 ? "f" : names.Make(SymbolName(*function.operation), "function");
    function.gives_types = StatesOtherTypes(*function.operation);
  }
  for (size_t i = 0; i < functions_.size(); ++i) CollectUses(i);
}

// A function that is used before it has returned has its types stated.
void ProgramWriter::CollectUses(size_t user) {
  const Block* body = FunctionBody(*functions_[user].operation);
  if (body == nullptr) return;
  std::unordered_map<std::string_view, size_t> later;
  for (size_t i = user; i < functions_.size(); ++i) {
    later.emplace(SymbolName(*functions_[i].operation), i);
  }
  ForEachOperation(*body, [&](const Operation& operation) {
    for (const NamedAttribute& attribute : operation.attributes) {
      ForEachSymbol(*attribute.value, [&](std::string_view name) {
        const auto found = later.find(name);
        if (found == later.end()) return;
        functions_[found->second].gives_types = true;
        begins_all_first_ = begins_all_first_ || found->second > user;
      });
    }
  });
}

std::string ProgramWriter::VariableOf(std::string_view name) const {
  for (const FunctionParts& function : functions_) {
    if (SymbolName(*function.operation) == name) return function.variable;
  }
  return {};
}

std::string_view ProgramWriter::NameOf(const Value& value) const {
  return options_.has_names && !IsNumber(value.name) ? value.name : std::string_view();
}

void ProgramWriter::CountUses(const Block& block) {
  ForEachOperation(block, [&](const Operation& operation) {
    for (const Value* operand : operation.operands) ++counts_[operand];
  });
}

std::string ProgramWriter::ListOf(std::span<Value* const> values) const {
  const Operation* operation = values.empty() ? nullptr : values[0]->operation;
  const auto list = lists_.find(operation);
  if (list == lists_.end() || !std::ranges::equal(values, operation->results)) return {};
  return list->second;
}

// A short constant stands in the call of the next operation if only that one uses it. Arguments of
// a call are evaluated in any order, so there is at most one.
bool ProgramWriter::IsInlined(const Operation& operation) const {
  if (!operation.info->has(kConstantLike) || !operation.operands.empty()) return false;
  const Operation* next = operation.next;
  const Value* result = operation.results[0];
  return next != nullptr && next != operation.parent->last && NameOf(*result).empty() &&
         counts_.contains(result) && counts_.at(result) == 1 &&
         std::ranges::find(next->operands, result) != next->operands.end();
}

void ProgramWriter::AddOperation(const Operation& operation, Statements& statements,
                                 std::optional<Code>& returned) {
  constexpr size_t kShort = 40;
  const CallParts parts = PartsOf(operation, module_);
  const Code call = Call(parts);
  const Operation* last = operation.parent->last;
  const auto has_no_name = [&](const Value* value) { return NameOf(*value).empty(); };
  if (IsInlined(operation) && call.Width() <= kShort) {
    SetUse(operation.results[0], call);
  } else if (operation.next == last && !operation.results.empty() && IsReturnable(parts) &&
             std::ranges::equal(last->operands, operation.results) &&
             operation.parent->parent->parent->info->kind != OpKind::kFuncFunc &&
             std::ranges::all_of(operation.results, has_no_name)) {
    returned = call;
  } else {
    BindResults(parts, call, statements);
  }
}

ProgramWriter::Statements ProgramWriter::BlockStatements(const Block& block, Statements statements,
                                                         std::optional<Code>& returned) {
  for (const Operation* operation : block) {
    if (operation != block.last) AddOperation(*operation, statements, returned);
  }
  return statements;
}

void ProgramWriter::AddBody(const FunctionParts& function, Statements& statements) {
  const Block& body = *FunctionBody(*function.operation);
  names_.emplace(reserved());
  names_->Make("f");
  for (const FunctionParts& other : functions_) names_->Make(other.variable);
  uses_.clear();
  lists_.clear();
  counts_.clear();
  CountUses(body);
  Statements inner;
  BindArguments(body, inner);
  std::optional<Code> returned;
  inner = BlockStatements(body, std::move(inner), returned);
  inner.push_back(Return(*function.operation, body.last->operands));
  if (functions_.size() == 1) {
    statements.insert(statements.end(), inner.begin(), inner.end());
  } else {
    statements.push_back(Scope(function, std::move(inner)));
  }
}

std::optional<std::string> ProgramWriter::Write() {
  if (!CheckProgram()) return std::nullopt;
  CollectFunctions();
  Statements statements;
  for (const NamedAttribute& attribute : module_.operation()->attributes) {
    statements.push_back(SetAttribute(attribute));
  }
  size_t next = 0;
  for (const Operation* operation : *module_.body()) {
    if (!operation->is(OpKind::kFuncFunc)) {
      statements.push_back(ModuleOperation(*operation));
      continue;
    }
    const FunctionParts& function = functions_[next++];
    const bool has_body = FunctionBody(*operation) != nullptr;
    const std::optional<Code> begin = has_body ? BeginFunction(function) : Declare(function);
    if (!begin) {
      Refuse(*operation, "a declaration with attributes of results");
      return std::nullopt;
    }
    statements.push_back(*begin);
    if (has_body && !begins_all_first_) AddBody(function, statements);
  }
  for (const FunctionParts& function : functions_) {
    const bool has_body = FunctionBody(*function.operation) != nullptr;
    if (has_body && begins_all_first_) AddBody(function, statements);
  }
  return Assemble(statements);
}

}  // namespace paddock::code
