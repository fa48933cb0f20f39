#include "core/api/query/structure.h"

#include <algorithm>
#include <functional>

#include "core/api/parameter.h"
#include "core/api/query/walk.h"
#include "core/explain/sentence.h"
#include "core/ir/attribute_values.h"
#include "core/ir/module.h"
#include "core/ir/value_name.h"

namespace paddock {
namespace {

bool Touches(Span span, Span range) { return span.begin < range.end && range.begin < span.end; }
bool Covers(Span span, uint32_t offset) { return span.begin <= offset && offset < span.end; }

NamePlace Describe(const Value& value) {
  NamePlace place;
  place.name = WrittenName(value);
  place.type = ToString(value.type);
  place.definition = value.span;
  place.type_span = value.type_span;
  place.location = LocationOf(value);
  if (value.type.is(TypeKind::kTuple)) {
    place.leaves = LeavesOf({DescribeParameter(value.type, place.name, value.span, 0)});
  }
  if (place.type_span.is_known() || value.operation == nullptr) return place;
  const auto types = value.operation->result_type_spans;
  if (value.index < types.size()) place.type_span = types[value.index];
  return place;
}

OperationPlace Describe(const Operation& operation, uint32_t depth) {
  OperationPlace place;
  place.name = operation.name;
  place.span = operation.span;
  place.name_span = operation.name_span;
  place.depth = depth;
  place.location = operation.location;
  if (operation.is(OpKind::kStablehloPad)) {
    place.padding = {IntegersOf(operation, "edge_padding_low"),
                     IntegersOf(operation, "interior_padding")};
  }
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    place.operands.push_back(Describe(*operation.operands[i]));
    if (i < operation.operand_spans.size()) {
      place.operands.back().uses.push_back(operation.operand_spans[i]);
    }
  }
  for (const Value* result : operation.results) place.results.push_back(Describe(*result));
  return place;
}

const Region& Root(const Program& program) { return *program.module().operation()->regions[0]; }

// Returns the value that `operation` or one of its blocks defines or uses at `offset`.
const Value* FindValue(const Operation& operation, uint32_t offset) {
  for (size_t i = 0; i < operation.operand_spans.size(); ++i) {
    if (Covers(operation.operand_spans[i], offset)) return operation.operands[i];
  }
  for (const Value* result : operation.results) {
    if (Covers(result->span, offset)) return result;
  }
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      for (const Value* argument : block->arguments) {
        if (Covers(argument->span, offset)) return argument;
      }
    }
  }
  return nullptr;
}

// Calls visit(name, span) for each symbol in `attribute`.
void ForEachSymbol(const Attribute& attribute,
                   const std::function<void(std::string_view, Span)>& visit) {
  if (attribute.kind == AttributeKind::kSymbol) visit(attribute.text, attribute.span);
  for (const Attribute* element : attribute.elements) ForEachSymbol(*element, visit);
  for (const NamedAttribute& field : attribute.fields) {
    if (field.value != nullptr) ForEachSymbol(*field.value, visit);
  }
}

void ForEachSymbol(const Operation& operation,
                   const std::function<void(std::string_view, Span)>& visit) {
  for (const NamedAttribute& attribute : operation.attributes) {
    if (attribute.value != nullptr) ForEachSymbol(*attribute.value, visit);
  }
}

// Returns the place of a function's name. The operation's name_span covers the word `func.func`.
Span SymbolSpan(const Operation& function) {
  const Attribute* name = function.Find("sym_name");
  return name == nullptr ? Span() : name->span;
}

std::optional<NamePlace> FunctionPlace(const Program& program, std::string_view symbol) {
  const Operation* function = program.module().FindSymbol(symbol);
  if (function == nullptr) return std::nullopt;
  NamePlace place;
  place.name = "@" + std::string(symbol);
  if (const Type type = FunctionType(*function)) place.type = ToString(type);
  place.definition = SymbolSpan(*function);
  ForEachOperation(Root(program), [&](const Operation& operation, uint32_t) {
    ForEachSymbol(operation, [&](std::string_view name, Span span) {
      if (name == symbol) place.uses.push_back(span);
    });
    return true;
  });
  return place;
}

}  // namespace

std::vector<OperationPlace> OperationsIn(const Program& program, Span range, bool has_sentences) {
  std::vector<OperationPlace> places;
  has_sentences = has_sentences && !program.has_errors();
  ForEachOperation(Root(program), [&](const Operation& operation, uint32_t depth) {
    if (!Touches(operation.span, range) || HoldsSymbols(operation)) return true;
    places.push_back(Describe(operation, depth));
    if (has_sentences) places.back().sentence = SentenceOf(operation);
    return places.size() < kMostOperations;
  });
  return places;
}

std::optional<NamePlace> NameAt(const Program& program, uint32_t offset) {
  const Value* value = nullptr;
  std::string_view symbol;
  ForEachOperation(Root(program), [&](const Operation& operation, uint32_t) {
    if (!Covers(operation.span, offset)) return true;
    if (value = FindValue(operation, offset); value != nullptr) return false;
    if (Covers(SymbolSpan(operation), offset)) symbol = SymbolName(operation);
    ForEachSymbol(operation, [&](std::string_view name, Span span) {
      if (Covers(span, offset)) symbol = name;
    });
    return symbol.empty();
  });
  if (!symbol.empty()) return FunctionPlace(program, symbol);
  if (value == nullptr) return std::nullopt;
  NamePlace place = Describe(*value);
  ForEachOperation(Root(program), [&](const Operation& operation, uint32_t) {
    for (size_t i = 0; i < operation.operand_spans.size(); ++i) {
      if (operation.operands[i] == value) place.uses.push_back(operation.operand_spans[i]);
    }
    return true;
  });
  return place;
}

}  // namespace paddock
