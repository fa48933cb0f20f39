#include "core/api/why/why_text.h"

#include <algorithm>

namespace paddock {
namespace {

std::string Reference(size_t node) { return "#" + std::to_string(node + 1); }

class WhyWriter {
 public:
  explicit WhyWriter(const WhyChain& chain) : chain_(chain) {}

  std::string Write() {
    for (size_t i = 0; i < chain_.nodes.size(); ++i) WriteNode(i);
    if (chain_.is_cut) {
      text_ +=
          "The chain goes on: more cells with --cells and --terms, more operations with "
          "--depth.\n";
    }
    return std::move(text_);
  }

 private:
  bool HasProcesses() const { return chain_.grid.process_count() > 1; }

  std::string OnProcess(int64_t process) const {
    return HasProcesses() ? " on process " + ToString(chain_.grid.ProcessOf(process)) : "";
  }

  void WriteNode(size_t number) {
    const WhyNode& node = chain_.nodes[number];
    text_ +=
        Reference(number) + " " + node.name + " = " + node.value + OnProcess(node.process) + "\n";
    Line(PlaceText(node));
    if (!node.iterations.empty()) Line("in " + Joined(node.iterations, ", in "));
    if (!node.formula.empty()) Line("= " + node.formula);
    if (!node.rule.empty()) Line(node.is_origin ? node.rule + ": begins here" : node.rule);
    for (const std::string& note : node.notes) Line(note);
    if (!node.reason.empty()) Line(node.reason);
    for (const WhySet& set : node.sets) WriteSet(set, node);
    text_ += "\n";
  }

  static std::string PlaceText(const WhyNode& node) {
    std::string text = "line " + std::to_string(node.line);
    if (node.line == 0) text = "no line";
    if (node.kind == WhyNode::Kind::kInput) text += ": an input";
    if (!node.operation.empty()) text += ": " + node.operation;
    if (node.executions > 1) {
      text += ", execution " + std::to_string(node.execution) + " of " +
              std::to_string(node.executions);
    }
    if (!node.location.empty()) text += ", written at " + node.location;
    return text;
  }

  void WriteSet(const WhySet& set, const WhyNode& node) {
    const std::string process = set.process == node.process ? "" : OnProcess(set.process);
    if (set.is_decider) {
      Line("decided by " + set.name + " = " + set.terms[0].value + ReferenceOf(set.terms[0]));
      return;
    }
    const bool is_many = set.count > static_cast<int64_t>(set.terms.size());
    if (is_many) {
      Line(Direction() + set.name + process + ": " + std::to_string(set.count) +
           " cells, the greatest contributions are");
    }
    for (const WhyTerm& term : set.terms) {
      const std::string name = is_many ? "  [" + Indices(term.cell) + "]"
                                       : Direction() + CellOf(set, term.cell) + process;
      Line(name + " = " + term.value + ReferenceOf(term) + Through(term));
    }
  }

  std::string Direction() const { return chain_.is_forward ? "to " : "from "; }

  // "%x[0:8]" becomes "%x[3]".
  static std::string CellOf(const WhySet& set, const std::vector<int64_t>& cell) {
    const std::string name = set.name.substr(0, set.name.find('['));
    return cell.empty() ? name : name + "[" + Indices(cell) + "]";
  }

  static std::string Indices(const std::vector<int64_t>& cell) {
    std::string text;
    for (const int64_t index : cell) text += (text.empty() ? "" : ", ") + std::to_string(index);
    return text;
  }

  std::string ReferenceOf(const WhyTerm& term) const {
    return term.node == WhyTerm::kNoNode ? "" : "  " + Reference(term.node);
  }

  static std::string Through(const WhyTerm& term) {
    return term.passages.empty() ? "" : ", " + Joined(term.passages, ", ");
  }

  static std::string Joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) {
      if (!text.empty()) text += between;
      text += part;
    }
    return text;
  }

  void Line(const std::string& line) { text_ += "     " + line + "\n"; }

  const WhyChain& chain_;
  std::string text_;
};

}  // namespace

std::string WhyText(const WhyChain& chain) { return WhyWriter(chain).Write(); }

}  // namespace paddock
