// Inference of types that a pretty form omits because another type implies them.
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Operations of other dialects with a fixed result type, independent of their operands.
struct FixedResult {
  std::string_view operation;
  std::string_view type;
};

constexpr FixedResult kFixedResults[] = {
    {"shape.assuming_all", "!shape.witness"},
    {"shape.const_size", "!shape.size"},
    {"shape.const_witness", "!shape.witness"},
    {"shape.cstr_broadcastable", "!shape.witness"},
    {"shape.cstr_eq", "!shape.witness"},
    {"shape.cstr_require", "!shape.witness"},
    {"shape.from_extent_tensor", "!shape.shape"},
    {"shape.from_extents", "!shape.shape"},
    {"shape.index_to_size", "!shape.size"},
    {"shape.is_broadcastable", "i1"},
    {"shape.shape_eq", "i1"},
    {"shape.size_to_index", "index"},
    {"tensor.dim", "index"},
    {"tensor.rank", "index"},
};

}  // namespace

// Returns null if the value is not defined yet.
Type Parser::DefinedType(const OperandUse& use) {
  const auto entry = scope().names.find(use.name);
  if (entry == scope().names.end() || use.result >= entry->second.values.size()) return Type();
  return entry->second.values[use.result]->type;
}

Type Parser::InferResult(const OperationDraft& draft, Type known) {
  for (const FixedResult& row : kFixedResults) {
    if (row.operation != draft.name()) continue;
    return row.type.starts_with('!') ? types().GetOpaque(row.type) : types().GetScalar(row.type);
  }
  const bool is_boolean = draft.Find("predicate") != nullptr || draft.name() == "index.cmp" ||
                          draft.name().starts_with("math.is");
  if (is_boolean && known) {
    const Type i1 = types().GetScalar("i1");
    return known.is_tensor() ? types().GetTensor(known.shape(), i1) : i1;
  }
  if (draft.name() == "tensor.extract" && known) return known.element();
  return known;
}

bool Parser::InferTypes(OperationDraft& draft) {
  draft.operand_types.resize(draft.operands.size());
  Type known;
  for (const Type type : draft.operand_types) {
    if (!known) known = type;
  }
  if (!known && !draft.result_types.empty()) known = draft.result_types[0];
  if (!known && draft.info()->dialect == "index") known = types().GetScalar("index");
  const Attribute* value = draft.Find("value");
  if (!known && value != nullptr && value->kind == AttributeKind::kElements) known = value->type;
  // If a short form has one type, its operands have that type. Indices and scalars have the type of
  // their definitions.
  const bool is_uniform = draft.info()->dialect != "tensor" && draft.info()->dialect != "shape";
  for (size_t i = 0; i < draft.operands.size(); ++i) {
    Type& type = draft.operand_types[i];
    if (!type && is_uniform) type = known;
    if (!type) type = DefinedType(draft.operands[i]);
    if (!type) type = known;
    if (!known) known = type;
  }
  const bool are_written = !draft.result_types.empty();
  for (const OperandInfo& result : draft.info()->results) {
    if (are_written || result.arity != Arity::kOne) break;
    draft.result_types.push_back(InferResult(draft, known));
    if (draft.result_types.back()) continue;
    return Fail(draft.operation->name_span,
                "the result type of " + std::string(draft.name()) +
                    " cannot be inferred from its short form",
                "type");
  }
  return true;
}

}  // namespace paddock
