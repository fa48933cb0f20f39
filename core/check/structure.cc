// Checks the numbers of operands, results, regions and blocks, and terminators.
#include <algorithm>

#include "core/check/suggest.h"
#include "core/check/table_rules.h"

namespace paddock {
namespace {

// Returns "2", or "2 or more" if a row takes a list, or a multiple.
std::string WantedCount(std::span<const OperandInfo> rows) {
  const size_t fixed =
      static_cast<size_t>(std::ranges::count(rows, Arity::kOne, &OperandInfo::arity));
  const size_t lists = rows.size() - fixed;
  if (lists == 0) return Say(fixed);
  if (lists == 1) return Say(fixed, " or more");
  return fixed == 0 ? Say("a multiple of ", lists) : Say(fixed, " and a multiple of ", lists);
}

bool CheckCounts(CheckContext& context) {
  const OpInfo& info = context.info();
  if (!info.operands.empty() || context.operand_count() != 0) {
    const bool fits =
        info.operands.empty() ? context.operand_count() == 0 : context.OperandGroup(0).has_value();
    if (!fits) {
      context.Fail(Constraint::kOperandCount, At(),
                   Say("there are ", context.operand_count(), " operands, not ",
                       WantedCount(info.operands)));
      return false;
    }
  }
  const bool results_fit =
      info.results.empty() ? context.result_count() == 0 : context.ResultGroup(0).has_value();
  if (results_fit) return true;
  context.Fail(
      Constraint::kResultCount, At(),
      Say("there are ", context.result_count(), " results, not ", WantedCount(info.results)));
  return false;
}

bool CheckRegionCount(CheckContext& context) {
  const std::span<const RegionInfo> rows = context.info().regions;
  const size_t found = context.operation().regions.size();
  const bool has_list = std::ranges::any_of(
      rows, [](const RegionInfo& row) { return row.arity == Arity::kVariadic; });
  if (has_list ? found + 1 >= rows.size() : found == rows.size()) return true;
  context.Fail(Constraint::kRegionCount, At(),
               Say("there are ", found, " regions, not ", rows.size(), has_list ? " or more" : ""));
  return false;
}

// Old functions, which predate func.return, end with stablehlo.return.
bool Ends(const Operation& last, OpKind terminator) {
  return last.is(terminator) ||
         (terminator == OpKind::kFuncReturn && last.is(OpKind::kStablehloReturn));
}

// Returns the name of a region's last operation, or its closing brace.
Span EndOf(const CheckContext& context, const Region& region) {
  const Block* block = region.only_block();
  if (block != nullptr && block->last != nullptr && block->last->name_span.is_known()) {
    return block->last->name_span;
  }
  if (region.span.end > 0) return {region.span.end - 1, region.span.end};
  return context.SpanOf(At());
}

// Returns "the body", "region 2 of branches".
std::string RegionWords(const OpInfo& info, size_t region) {
  const RegionInfo& row = info.regions[std::min(region, info.regions.size() - 1)];
  if (row.arity == Arity::kOne) return Say("the ", row.name);
  return Say("region ", region, " of ", row.name);
}

bool CheckTerminators(CheckContext& context, size_t region, const Block& block) {
  const auto terminator = TerminatorOf(context.info());
  const At at = At::Region(region);
  if (!terminator) return true;
  if (block.last == nullptr || !Ends(*block.last, *terminator)) {
    // An unreadable line may have been the terminator.
    if (context.has_cause()) return false;
    Diagnostic& diagnostic = context.Report(
        Info(Constraint::kTerminator), Severity::kError, at,
        Say(RegionWords(context.info(), region), block.last == nullptr ? " is empty: it" : "",
            " must end in ", Info(*terminator).name));
    diagnostic.span = EndOf(context, *context.operation().regions[region]);
    SuggestTerminator(context, diagnostic, *context.operation().regions[region], Info(*terminator));
    return false;
  }
  for (const Operation* operation : block) {
    if (operation == block.last || operation->info == nullptr) continue;
    if (!operation->info->has(kTerminator)) continue;
    context.Fail(Constraint::kTerminator, at,
                 Say(operation->name, " is not at the end of region ", region));
    return false;
  }
  return true;
}

// Checks the blocks of region i. A function's body may be missing; composite keeps unused regions.
bool CheckRegion(CheckContext& context, size_t i) {
  const Region& region = *context.operation().regions[i];
  const OpKind kind = context.info().kind;
  if (kind == OpKind::kStablehloComposite) return true;
  if (kind == OpKind::kFuncFunc && region.is_empty()) return true;
  if (kind == OpKind::kFuncFunc && region.block_count > 1) {
    context.Fail(Constraint::kRegionBlock, At::Region(i),
                 Say("the body has ", size_t{region.block_count},
                     " blocks: branches between blocks, as the cf dialect has them, are no part of "
                     "StableHLO; if, case and while are"));
    return false;
  }
  const Block* block = region.only_block();
  if (block == nullptr) {
    context.Fail(Constraint::kRegionBlock, At::Region(i),
                 Say("region ", i, " has ", size_t{region.block_count}, " blocks"));
    return false;
  }
  return CheckTerminators(context, i, *block);
}

}  // namespace

std::optional<OpKind> TerminatorOf(const OpInfo& info) {
  if (info.kind == OpKind::kFuncFunc) return OpKind::kFuncReturn;
  if (info.kind == OpKind::kSdyManualComputation) return OpKind::kSdyReturn;
  if (info.dialect == "stablehlo" || info.dialect == "chlo") return OpKind::kStablehloReturn;
  return std::nullopt;
}

bool CheckStructure(CheckContext& context) {
  if (!CheckCounts(context) || !CheckRegionCount(context)) return false;
  for (size_t i = 0; i < context.operation().regions.size(); ++i) {
    if (!CheckRegion(context, i)) return false;
  }
  return true;
}

}  // namespace paddock
