#include "core/api/why/why_back.h"

#include <algorithm>
#include <queue>
#include <string>
#include <utility>

#include "core/api/why/bad_rule.h"
#include "core/api/why/computed_formula.h"
#include "core/api/why/contributions.h"
#include "core/api/why/edge_rule.h"

namespace paddock {
namespace {

class BackWalk : public ChainFollower {
 public:
  BackWalk(WhyNodes& nodes, const WhyTarget& target, const WhyOptions& options)
      : nodes_(nodes), options_(options) {
    const Added asked = AddNode({target.value, target.process, target.clock}, target.cell, 0);
    for (const ValueMoment& decider : asked.deciders) AddDecider(0, decider);
    if (asked.passages.empty()) return;
    passage_ = CellName(*target.value, target.cell);
    for (const std::string& passage : asked.passages) passage_ += ", " + passage;
  }

  // A node is followed after all nodes that it feeds.
  bool Step() override {
    if (open_.empty() || nodes_.reader().is_stopped()) return false;
    const size_t next = open_.top().second;
    open_.pop();
    Follow(next);
    return true;
  }

  void Finish() override {
    const auto is_open = [](const WhyNode& node) {
      return node.kind == WhyNode::Kind::kOperation && !node.is_followed;
    };
    nodes_.chain().is_cut |= std::ranges::any_of(nodes_.chain().nodes, is_open);
    if (passage_.empty()) return;
    std::vector<std::string>& notes = nodes_.node(0).notes;
    notes.insert(notes.begin(), std::move(passage_));
  }

 private:
  struct Added {
    size_t node = WhyTerm::kNoNode;
    std::vector<std::string> passages;
    std::vector<ValueMoment> deciders;
  };

  Added AddNode(ValueMoment moment, std::span<const int64_t> cell, size_t depth) {
    ValueSource source = nodes_.reader().sources().Find(moment);
    const size_t before = nodes_.chain().nodes.size();
    const auto number = nodes_.Get(source, cell, depth, options_.most_cells);
    if (!number) {
      nodes_.chain().is_cut = true;
      return {};
    }
    if (nodes_.chain().nodes.size() != before) {
      open_.emplace(source.moment.clock, *number);
    }
    return {*number, std::move(source.passages), std::move(source.deciders)};
  }

  void Follow(size_t number) {
    const WhyNodes::Place place = nodes_.PlaceOf(number);
    if (place.kind != ValueSource::Kind::kOperation) return;
    if (nodes_.node(number).depth >= options_.most_depth) return;
    const Operation& operation = ComputedBy(*place.moment.value);
    Feeds feeds = FeedsOf(nodes_.reader(), place.moment, nodes_.node(number).cell);
    const std::vector<ReadSet> sets =
        ReadSets(nodes_.reader(), operation, feeds, nodes_.node(number).cell, place.value,
                 options_.most_terms);
    Describe(number, operation, sets, feeds);
    AddSets(number, feeds.feeds, sets);
  }

  void Describe(size_t number, const Operation& operation, std::span<const ReadSet> sets,
                Feeds& feeds) {
    WhyNode& node = nodes_.node(number);
    node.is_followed = true;
    node.notes = std::move(feeds.notes);
    node.reason = std::move(feeds.reason);
    if (feeds.asked)
      node.asked_name = BoxName(*operation.operands[feeds.asked->operand], *feeds.asked);
    node.asked = std::move(feeds.asked);
    std::vector<FormulaTerms> terms;
    std::vector<CellValue> cells;
    for (const ReadSet& set : sets) {
      terms.push_back(set.terms);
      for (const CellOfSet& cell : set.greatest) cells.push_back(cell.value);
    }
    node.formula = FormulaOf(operation, nodes_.PlaceOf(number).moment.value->index, terms);
    if (node.formula.empty()) DescribeFurther(number, operation);
    const CellValue& value = nodes_.PlaceOf(number).value;
    node.rule =
        value.is_finite() ? EdgeRule(operation, cells, value) : BadRule(operation, cells, value);
    if (value.is_finite()) return;
    node.is_origin = std::ranges::all_of(cells, &CellValue::is_finite);
  }

  // Writes the formula with cells that are no terms, or says why there is none.
  void DescribeFurther(size_t number, const Operation& operation) {
    WhyNode& node = nodes_.node(number);
    const bool has_cells = operation.info->has(kCollective) || HasRelation(operation.info->kind);
    if (!has_cells || !node.reason.empty()) return;
    node.formula = ComputedFormula(
        ExecutionCells(nodes_.reader(), operation, nodes_.PlaceOf(number).moment, node.cell));
    std::string_view sentence = WhyNoFormulaHere(operation);
    if (!node.formula.empty() || sentence.empty()) return;
    if (sentence.ends_with('.')) sentence.remove_suffix(1);
    node.notes.emplace_back(sentence);
  }

  // From a cell that is not finite only the ways to others of that kind are followed.
  bool IsWanted(size_t number, const CellValue& value) const {
    const WhyNode& node = nodes_.node(number);
    return options_.follows_all || nodes_.PlaceOf(number).value.is_finite() || node.is_origin ||
           !value.is_finite();
  }

  void AddSets(size_t number, std::span<const Feed> feeds, std::span<const ReadSet> sets) {
    std::vector<ValueMoment> deciders;
    for (size_t i = 0; i < sets.size(); ++i) {
      WhySet set = SetOf(feeds[i]);
      for (const CellOfSet& cell : sets[i].greatest) {
        WhyTerm term{cell.cell, cell.value.text};
        if (IsWanted(number, cell.value)) {
          Added added = AddNode(feeds[i].moment, cell.cell, nodes_.node(number).depth + 1);
          term.node = added.node;
          term.passages = std::move(added.passages);
          AddDeciders(std::move(added.deciders), deciders);
        }
        set.terms.push_back(std::move(term));
      }
      nodes_.node(number).sets.push_back(std::move(set));
    }
    for (const ValueMoment& decider : deciders) AddDecider(number, decider);
  }

  static WhySet SetOf(const Feed& feed) {
    return {BoxName(*feed.moment.value, feed.box),
            feed.box,
            feed.moment.process,
            CellCount(feed.box),
            {},
            false};
  }

  static void AddDeciders(std::vector<ValueMoment> some, std::vector<ValueMoment>& all) {
    for (const ValueMoment& one : some) {
      const bool is_known = std::ranges::any_of(all, [&](const ValueMoment& other) {
        return other.value == one.value && other.process == one.process && other.clock == one.clock;
      });
      if (!is_known) all.push_back(one);
    }
  }

  void AddDecider(size_t number, const ValueMoment& decider) {
    WhySet set = SetOf({decider, {}});
    set.is_decider = true;
    WhyTerm term;
    nodes_.reader().Look(decider, [&](const ValueView& view) {
      if (const auto value = ReadCell(view, {})) term.value = value->text;
    });
    if (options_.follows_all) {
      Added added = AddNode(decider, {}, nodes_.node(number).depth + 1);
      term.node = added.node;
      term.passages = std::move(added.passages);
      for (const ValueMoment& outer : added.deciders) AddDecider(number, outer);
    }
    set.terms.push_back(std::move(term));
    nodes_.node(number).sets.push_back(std::move(set));
  }

  WhyNodes& nodes_;
  const WhyOptions options_;
  // The way from the asked cell to its source, or empty.
  std::string passage_;
  // Clocks with node numbers, the latest first.
  std::priority_queue<std::pair<uint64_t, size_t>> open_;
};

}  // namespace

std::unique_ptr<ChainFollower> FollowBack(WhyNodes& nodes, const WhyTarget& target,
                                          const WhyOptions& options) {
  return std::make_unique<BackWalk>(nodes, target, options);
}

}  // namespace paddock
