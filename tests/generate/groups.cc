#include "tests/generate/groups.h"

#include <algorithm>

namespace paddock::generate {
namespace {

using Rows = std::vector<std::vector<int64_t>>;

Rows CutEqually(Writer& writer, const std::vector<int64_t>& ids) {
  std::vector<size_t> lengths;
  for (size_t length = 1; length <= ids.size(); ++length) {
    if (ids.size() % length == 0) lengths.push_back(length);
  }
  const size_t length = writer.random.Pick(lengths);
  Rows rows;
  for (size_t i = 0; i < ids.size(); i += length) {
    rows.emplace_back(ids.begin() + static_cast<ptrdiff_t>(i),
                      ids.begin() + static_cast<ptrdiff_t>(i + length));
  }
  return rows;
}

Rows CutAnywhere(Writer& writer, const std::vector<int64_t>& ids) {
  Rows rows(1);
  for (int64_t id : ids) {
    if (!rows.back().empty() && writer.random.Chance(40)) rows.emplace_back();
    rows.back().push_back(id);
  }
  return rows;
}

// Shorter rows are padded with -1.
std::string RowsText(const Rows& rows) {
  size_t longest = 0;
  for (const auto& row : rows) longest = std::max(longest, row.size());
  std::string text;
  for (std::vector<int64_t> row : rows) {
    row.resize(longest, -1);
    text += (text.empty() ? "[" : ", [") + ListText(row) + "]";
  }
  return "replica_groups = dense<[" + text + "]> : tensor<" + std::to_string(rows.size()) + "x" +
         std::to_string(longest) + "xi64>";
}

}  // namespace

std::string ChannelText(int64_t channel) {
  if (channel == 0) return "";
  return ", channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(channel) +
         ", type = 1>";
}

int64_t NewChannel(Writer& writer) { return ++writer.channels; }

GroupChoice ChooseGroups(Writer& writer, GroupKind kind, GroupShape shape) {
  const int64_t replicas = writer.replicas, partitions = writer.partitions;
  GroupChoice choice;
  int64_t count = replicas, factor = 1;
  std::string strategy;
  const int64_t drawn = writer.random.Below(3);
  if (kind == GroupKind::kEither && drawn != 0) {
    count = partitions;
    strategy = ChannelText(writer.random.Between(1, 3));
  } else if (drawn == 1) {
    factor = partitions;
    strategy = ChannelText(writer.random.Between(1, 3));
  } else if (kind == GroupKind::kReplica && drawn == 2) {
    count = replicas * partitions;
    strategy = ChannelText(writer.random.Between(1, 3)) + ", use_global_device_ids";
  }
  const auto all = static_cast<size_t>(count);
  const bool is_part = shape == GroupShape::kPart && writer.random.Chance(50);
  const auto kept = is_part ? static_cast<size_t>(writer.random.Between(1, count)) : all;
  const std::vector<int64_t> ids = ChooseDimensions(writer.random, all, kept);
  const Rows rows =
      shape == GroupShape::kRagged ? CutAnywhere(writer, ids) : CutEqually(writer, ids);
  choice.least =
      static_cast<int64_t>(std::ranges::min(rows, {}, &std::vector<int64_t>::size).size());
  choice.most =
      static_cast<int64_t>(std::ranges::max(rows, {}, &std::vector<int64_t>::size).size());
  choice.least *= factor;
  choice.most *= factor;
  choice.attributes = RowsText(rows) + strategy;
  return choice;
}

std::string PairsText(Writer& writer, int64_t count) {
  const auto all = static_cast<size_t>(count);
  const auto kept = static_cast<size_t>(writer.random.Between(0, count));
  const std::vector<int64_t> sources = ChooseDimensions(writer.random, all, kept);
  const std::vector<int64_t> targets = ChooseDimensions(writer.random, all, kept);
  std::string text;
  for (size_t i = 0; i < kept; ++i) {
    text += (i == 0 ? "[" : ", [") + ListText({sources[i], targets[i]}) + "]";
  }
  return "source_target_pairs = dense<" + (kept == 0 ? "" : "[" + text + "]") + "> : tensor<" +
         std::to_string(kept) + "x2xi64>";
}

}  // namespace paddock::generate
