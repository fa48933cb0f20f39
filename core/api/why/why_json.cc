// Chains as JSON.
#include "core/api/why/why_text.h"
#include "core/diagnostics/json.h"

namespace paddock {
namespace {

std::string_view KindName(WhyNode::Kind kind) {
  switch (kind) {
    case WhyNode::Kind::kOperation:
      return "operation";
    case WhyNode::Kind::kConstant:
      return "constant";
    case WhyNode::Kind::kInput:
      return "input";
    case WhyNode::Kind::kUnknown:
      break;
  }
  return "unknown";
}

std::string Texts(const std::vector<std::string>& texts) {
  return JsonArray(texts, [](const std::string& text) { return JsonString(text); });
}

std::string ProcessJson(GridSize grid, int64_t flattened) {
  const ProcessId process = grid.ProcessOf(flattened);
  const int64_t pair[] = {process.replica, process.partition};
  return JsonSizes(pair);
}

std::string TermJson(const WhyTerm& term) {
  const bool has_node = term.node != WhyTerm::kNoNode;
  return Json()
      .Raw("cell", JsonSizes(term.cell))
      .Member("value", term.value)
      .Raw("id", has_node ? std::to_string(term.node) : "null")
      .Raw("through", Texts(term.passages))
      .Object();
}

std::string RangesJson(const CellBox& box) {
  return JsonArray(box.ranges, [](CellRange one) {
    const int64_t parts[] = {one.start, one.count, one.stride};
    return JsonSizes(parts);
  });
}

std::string AskedJson(const WhyNode& node) {
  if (!node.asked) return "null";
  return Json()
      .Member("name", node.asked_name)
      .Raw("operand", std::to_string(node.asked->operand))
      .Raw("ranges", RangesJson(*node.asked))
      .Object();
}

std::string SetJson(const WhySet& set, GridSize grid) {
  return Json()
      .Member("name", set.name)
      .Raw("operand", std::to_string(set.box.operand))
      .Raw("ranges", RangesJson(set.box))
      .Raw("count", std::to_string(set.count))
      .Raw("process", ProcessJson(grid, set.process))
      .Member("decides", set.is_decider)
      .Raw("cells", JsonArray(set.terms, TermJson))
      .Object();
}

std::string NodeJson(const WhyNode& node, size_t id, GridSize grid) {
  return Json()
      .Member("id", uint64_t{id})
      .Member("kind", KindName(node.kind))
      .Member("name", node.name)
      .Raw("cell", JsonSizes(node.cell))
      .Member("value", node.value)
      .Member("operation", node.operation)
      .Member("line", node.line)
      .Member(node.span)
      .Member("location", node.location)
      .Raw("process", ProcessJson(grid, node.process))
      .Member("execution", node.execution)
      .Member("executions", node.executions)
      .Raw("in", Texts(node.iterations))
      .Member("formula", node.formula)
      .Raw("notes", Texts(node.notes))
      .Raw("asked", AskedJson(node))
      .Member("reason", node.reason)
      .Member("begins_here", node.is_origin)
      .Member("rule", node.rule)
      .Member("followed", node.is_followed)
      .Raw("sets", JsonArray(node.sets, [&](const WhySet& set) { return SetJson(set, grid); }))
      .Object();
}

}  // namespace

std::string WhyJson(const WhyChain& chain) {
  Json cells;
  for (size_t i = 0; i < chain.nodes.size(); ++i) {
    cells.Element(NodeJson(chain.nodes[i], i, chain.grid));
  }
  return Json()
      .Member("direction", chain.is_forward ? "forward" : "back")
      .Member("complete", !chain.is_cut)
      .Raw("cells", cells.Array())
      .Object();
}

}  // namespace paddock
