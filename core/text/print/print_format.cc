// Printer of the format language's forms.
#include <algorithm>

#include "core/ir/defaults.h"
#include "core/text/print/custom_print.h"
#include "core/text/print/printer.h"

namespace paddock {
namespace {

// Returns the number of operands or results of each row of the table; empty if they do not fit. At
// most one row may have an open length.
std::vector<size_t> Segments(std::span<const OperandInfo> rows, size_t count) {
  std::vector<size_t> segments(rows.size(), 1);
  size_t open = rows.size();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].arity == Arity::kOne) continue;
    if (open != rows.size()) return {};
    open = i;
  }
  const size_t fixed = rows.size() - (open == rows.size() ? 0 : 1);
  if (count < fixed || (open == rows.size() && count != fixed)) return {};
  if (open != rows.size()) {
    segments[open] = count - fixed;
    if (rows[open].arity == Arity::kOptional && segments[open] > 1) return {};
  }
  return segments;
}

std::span<Value* const> Segment(std::span<const OperandInfo> rows, std::span<Value* const> values,
                                uint32_t index) {
  const std::vector<size_t> segments = Segments(rows, values.size());
  size_t begin = 0;
  for (uint32_t i = 0; i < index; ++i) begin += segments[i];
  return values.subspan(begin, segments[index]);
}

bool WritesAllTypes(DirectiveKind kind) {
  return kind == DirectiveKind::kFunctionalType || kind == DirectiveKind::kSameType ||
         kind == DirectiveKind::kCustom;
}

const Attribute* FindElements(const Operation& operation) {
  const Attribute* value = operation.Find("value");
  return value != nullptr && value->kind == AttributeKind::kElements ? value : nullptr;
}

}  // namespace

std::span<Value* const> Printer::OperandsOf(const Operation& operation, uint32_t index) const {
  return Segment(operation.info->operands, operation.operands, index);
}

// Returns whether the reader can infer the types that the directives omit. Operands and results
// without a written type must have the one that is written.
bool Printer::AreTypesRecoverable(const Operation& operation,
                                  std::span<const Directive> directives) {
  const OpInfo& info = *operation.info;
  std::vector<bool> writes_operand(info.operands.size());
  std::vector<bool> writes_result(info.results.size());
  for (const Directive& directive : directives) {
    if (WritesAllTypes(directive.kind)) return true;
    if (directive.kind == DirectiveKind::kOptional &&
        AreTypesRecoverable(operation, directive.group)) {
      return true;
    }
    if (directive.kind == DirectiveKind::kOperandType) writes_operand[directive.index] = true;
    if (directive.kind == DirectiveKind::kResultType) writes_result[directive.index] = true;
    if (directive.kind == DirectiveKind::kResultTypes)
      writes_result.assign(info.results.size(), true);
  }
  Type known;
  bool is_complete = true;
  const auto see = [&](std::span<Value* const> values, bool is_written) {
    if (!values.empty() && is_written && !known) known = values[0]->type;
    if (!values.empty() && !is_written) is_complete = false;
  };
  for (uint32_t i = 0; i < info.operands.size(); ++i)
    see(OperandsOf(operation, i), writes_operand[i]);
  for (uint32_t i = 0; i < info.results.size(); ++i) {
    see(Segment(info.results, operation.results, i), writes_result[i]);
  }
  if (is_complete) return true;
  // Indices, witnesses and the like have types that only the generic form writes.
  if (info.dialect == "tensor" || info.dialect == "shape" || operation.Find("predicate"))
    return false;
  if (!known && FindElements(operation) != nullptr) known = FindElements(operation)->type;
  const auto has_known = [&](const Value* value) { return value->type == known; };
  return known && std::ranges::all_of(operation.operands, has_known) &&
         std::ranges::all_of(operation.results, has_known);
}

bool Printer::IsGroupPresent(const Operation& operation, std::span<const Directive> group) {
  for (const Directive& directive : group) {
    switch (directive.kind) {
      case DirectiveKind::kAttribute: {
        const Attribute* value = operation.Find(directive.text);
        return value != nullptr && !IsDefault(operation.info->attributes[directive.index], *value);
      }
      case DirectiveKind::kOperand:
        return !OperandsOf(operation, directive.index).empty();
      case DirectiveKind::kRegion:
        return directive.index < operation.regions.size();
      default:
        break;
    }
  }
  return false;
}

bool Printer::PrintNamedAttribute(const Operation& operation, const AttributeInfo& info) {
  const Attribute* value = operation.Find(info.name);
  if (value != nullptr) return PrintBareAttribute(info, *value);
  if (info.default_text.empty()) return false;
  *this << info.default_text.substr(0, info.default_text.find(" : "));
  return true;
}

bool Printer::PrintDirective(const Operation& operation, const Directive& directive) {
  switch (directive.kind) {
    case DirectiveKind::kOperand:
      PrintUses(OperandsOf(operation, directive.index));
      return true;
    case DirectiveKind::kAttribute:
      return PrintNamedAttribute(operation, operation.info->attributes[directive.index]);
    case DirectiveKind::kRegion:
      if (directive.index >= operation.regions.size()) return false;
      PrintRegion(*operation.regions[directive.index], false);
      return true;
    case DirectiveKind::kOperands:
      PrintUses(operation.operands);
      return true;
    case DirectiveKind::kOperandType:
      PrintTypes(OperandsOf(operation, directive.index));
      return true;
    case DirectiveKind::kResultType:
      PrintTypes(Segment(operation.info->results, operation.results, directive.index));
      return true;
    case DirectiveKind::kFunctionalType:
      PrintFunctionalType(operation);
      return true;
    case DirectiveKind::kSameType: {
      const Value* first = !operation.results.empty()    ? operation.results[0]
                           : !operation.operands.empty() ? operation.operands[0]
                                                         : nullptr;
      const auto is_same = [&](const Value* value) { return value->type == first->type; };
      const bool is_uniform = first != nullptr && operation.results.size() == 1 &&
                              !first->type.is(TypeKind::kFunction) &&
                              std::ranges::all_of(operation.operands, is_same);
      if (is_uniform) {
        PrintType(first->type);
      } else {
        PrintFunctionalType(operation);
      }
      return true;
    }
    case DirectiveKind::kResultTypes: {
      const bool is_bare =
          operation.results.size() == 1 && !operation.results[0]->type.is(TypeKind::kFunction);
      if (!is_bare) out_ += '(';
      PrintTypes(operation.results);
      if (!is_bare) out_ += ')';
      return true;
    }
    case DirectiveKind::kCustom: {
      const CustomPrinter* form = FindCustomPrinter(directive.text);
      return form != nullptr && form->print(*this, operation);
    }
    default:
      return false;
  }
}

// Writes one blank between words and directives, but none inside brackets and before commas. A form
// of a whole operation writes its own blanks.
bool Printer::PrintDirectives(const Operation& operation, std::span<const Directive> directives) {
  for (const Directive& directive : directives) {
    const char last = out_.empty() ? ' ' : out_.back();
    const bool is_after_opening = last == '(' || last == '[' || last == '{' || last == '<';
    if (directive.kind == DirectiveKind::kLiteral) {
      const std::string_view text = directive.text;
      const bool is_attached = text == "," || text == ")" || text == "]" || text == "}" ||
                               text == "(" || text == "[" || is_after_opening;
      if (!is_attached) out_ += ' ';
      out_ += text;
    } else if (directive.kind == DirectiveKind::kAttributes ||
               directive.kind == DirectiveKind::kAttributesWord) {
      const bool has_word = directive.kind == DirectiveKind::kAttributesWord;
      PrintRemainingAttributes(operation, has_word ? "attributes" : "");
    } else if (directive.kind == DirectiveKind::kOptional) {
      if (IsGroupPresent(operation, directive.group) &&
          !PrintDirectives(operation, directive.group)) {
        return false;
      }
    } else {
      const bool is_whole = directive.kind == DirectiveKind::kCustom && directives.size() == 1;
      if (!is_after_opening && !is_whole) out_ += ' ';
      const size_t begin = out_.size();
      if (!PrintDirective(operation, directive)) return false;
      // Removes the blank if the directive wrote nothing (no operands).
      if (out_.size() == begin && !is_after_opening && !is_whole) out_.pop_back();
    }
  }
  return true;
}

bool Printer::PrintFormat(const Operation& operation) {
  const OpInfo& info = *operation.info;
  if (!operation.successors.empty()) return false;
  const std::span<const Directive> directives = formats_.Get(info);
  const bool is_whole = directives.size() == 1 && directives[0].kind == DirectiveKind::kCustom;
  if (!is_whole) {
    const auto has_region = [](const Directive& d) { return d.kind == DirectiveKind::kRegion; };
    if (!operation.regions.empty() && std::ranges::none_of(directives, has_region)) return false;
    if (Segments(info.operands, operation.operands.size()).size() != info.operands.size() ||
        Segments(info.results, operation.results.size()).size() != info.results.size() ||
        !AreTypesRecoverable(operation, directives)) {
      return false;
    }
  }
  return PrintDirectives(operation, directives);
}

}  // namespace paddock
