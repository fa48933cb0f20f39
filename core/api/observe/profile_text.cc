// A profile as text and as JSON.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "core/api/observe/profile.h"
#include "core/diagnostics/json.h"

namespace paddock {
namespace {

// Maximum number of rows. The rows of the shortest times are summed up.
constexpr size_t kMostRows = 40;
// Width of the drawing of memory over time, in characters.
constexpr size_t kColumns = 60;

std::string Fixed(double value, int digits) {
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

std::string Megabytes(uint64_t bytes) {
  return Fixed(static_cast<double>(bytes) * 1e-6, 3) + " MB";
}

// Aligns columns of numbers to the right, the first and the last column to the left.
std::string Table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - row[i].size(), ' ');
      const bool is_left = i == 0 || i + 1 == row.size();
      line += (i == 0 ? "" : "  ") + (is_left ? row[i] + space : space + row[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string RowName(const ProfileRow& row) {
  return row.operation.empty() ? "(constants)" : row.operation.substr(row.operation.find('.') + 1);
}

std::string Joined(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  std::string text;
  for (size_t i = 0; i < names.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShown) text += " and " + std::to_string(names.size() - kShown) + " more";
  return text;
}

std::vector<std::string> Cells(const ProfileRow& row, double whole) {
  const double seconds = std::max(row.seconds, 1e-9);
  return {RowName(row),
          row.line == 0 ? "" : std::to_string(row.line),
          std::to_string(row.calls),
          Fixed(row.seconds * 1e3, 3),
          Fixed(100 * row.seconds / whole, 1) + "%",
          Fixed(static_cast<double>(row.operations) / seconds * 1e-9, 2),
          Fixed(static_cast<double>(row.bytes) / seconds * 1e-9, 2),
          Fixed(row.intensity(), 2),
          Fixed(100 * row.least_seconds / seconds, 0) + "%",
          row.is_bound_by_memory ? "memory" : "arithmetic",
          Joined(row.fused)};
}

// Draws one digit a column: tenths of the peak, at the column's maximum.
std::string Drawing(const std::vector<ProfileReport::MemoryPoint>& points, double seconds) {
  uint64_t most = 1;
  for (const auto& point : points) most = std::max(most, point.bytes);
  std::vector<uint64_t> columns(kColumns);
  const auto column_of = [&](double time) {
    return std::min(kColumns - 1, static_cast<size_t>(time / seconds * double{kColumns}));
  };
  for (size_t i = 0; i < points.size(); ++i) {
    const double end = i + 1 < points.size() ? points[i + 1].seconds : seconds;
    for (size_t k = column_of(points[i].seconds); k <= column_of(end); ++k) {
      columns[k] = std::max(columns[k], points[i].bytes);
    }
  }
  std::string text;
  for (uint64_t bytes : columns)
    text += static_cast<char>('0' + std::min<uint64_t>(9, bytes * 10 / most));
  return text;
}

}  // namespace

std::string ProfileReport::Text() const {
  const double whole = std::max(seconds, 1e-9);
  std::vector<std::vector<std::string>> table = {{"operation", "line", "calls", "ms", "share",
                                                  "GFLOP/s", "GB/s", "flop/B", "of limit",
                                                  "bound by", "fused: operation and line"}};
  ProfileRow rest;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i < kMostRows) {
      table.push_back(Cells(rows[i], whole));
      continue;
    }
    rest.calls += rows[i].calls;
    rest.seconds += rows[i].seconds;
    rest.operations += rows[i].operations;
    rest.bytes += rows[i].bytes;
    rest.least_seconds += rows[i].least_seconds;
  }
  if (rows.size() > kMostRows) {
    table.push_back(Cells(rest, whole));
    table.back()[0] = "(" + std::to_string(rows.size() - kMostRows) + " others)";
  }
  std::string text = Table(table);
  text += "limits of this machine, " + std::to_string(limits.threads) +
          (limits.threads == 1 ? " thread: " : " threads: ") + Fixed(limits.f32_gflops, 1) +
          " GFLOP/s of f32 multiply-adds, " + Fixed(limits.f64_gflops, 1) + " of f64, copies " +
          Fixed(limits.gbytes, 1) + " GB/s\n";
  text += "memory: arena " + Megabytes(memory.arena_bytes) + ", live values at most " +
          Megabytes(memory.least_arena_bytes) + "; peak with results and scratch " +
          Megabytes(memory.peak_bytes) + "\n";
  if (!live.empty()) {
    const double end = std::max(live.back().seconds, whole);
    text += "live values over time, in tenths: " + Drawing(live, end) + "\n";
  }
  return text;
}

std::string ProfileReport::Json() const {
  const auto row_json = [](const ProfileRow& row) {
    return paddock::Json()
        .Member("operation", row.operation)
        .Member("line", row.line)
        .Member("type", row.type)
        .Raw("fused", JsonArray(row.fused, [](const std::string& one) { return JsonString(one); }))
        .Member("calls", row.calls)
        .Member("ms", row.seconds * 1e3)
        .Member("operations", row.operations)
        .Member("bytes", row.bytes)
        .Member("intensity", row.intensity())
        .Member("least_ms", row.least_seconds * 1e3)
        .Member("bound_by", row.is_bound_by_memory ? "memory" : "arithmetic")
        .Object();
  };
  const auto point_json = [](const MemoryPoint& point) {
    return "[" + JsonNumber(point.seconds * 1e3) + ", " + std::to_string(point.bytes) + "]";
  };
  return paddock::Json()
      .Raw("limits", limits.Json())
      .Member("ms", seconds * 1e3)
      .Raw("rows", JsonArray(rows, row_json))
      .Member("peak_bytes", memory.peak_bytes)
      .Member("arena_bytes", memory.arena_bytes)
      .Member("least_arena_bytes", memory.least_arena_bytes)
      .Raw("live_bytes", JsonArray(live, point_json))
      .Object();
}

}  // namespace paddock
