#include "core/api/observe/profile.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/ir/operation.h"
#include "core/plan/plan.h"

namespace paddock {
namespace {

// Maximum number of points. Above it, the greater of two neighbors is kept.
constexpr size_t kMostPoints = 4096;

std::string_view WithoutDialect(std::string_view name) { return name.substr(name.find('.') + 1); }

uint32_t LineIn(const Program& program, const Operation& operation) {
  return program.source().Locate(operation.span.begin).line;
}

std::string ResultTypes(const Operation& operation) {
  std::string types;
  for (const Value* result : operation.results) {
    types += (types.empty() ? "" : ", ") + ToString(result->type);
  }
  return types;
}

bool IsDouble(const Operation* operation) {
  if (operation == nullptr || operation->results.empty()) return false;
  const Type type = operation->results[0]->type;
  if (!type.is_tensor() || !type.element()) return false;
  const auto element = type.stored_element_type();
  return element == ElementType::kF64 || element == ElementType::kC128;
}

// Minimum time of one execution of a step.
struct LeastSeconds {
  double arithmetic;
  double memory;
};

LeastSeconds LeastSecondsOf(const Step& step, const MachineLimits& limits) {
  const double gflops = IsDouble(step.operation) ? limits.f64_gflops : limits.f32_gflops;
  const auto over = [](uint64_t amount, double rate) {
    return rate > 0 ? static_cast<double>(amount) / rate * 1e-9 : 0;
  };
  return {over(step.operations, gflops), over(step.bytes, limits.gbytes)};
}

ProfileRow NewRow(const Step& step, const Program& program) {
  ProfileRow row;
  if (step.operation == nullptr) return row;
  row.operation = step.operation->name;
  row.line = LineIn(program, *step.operation);
  row.type = ResultTypes(*step.operation);
  return row;
}

}  // namespace

double ProfileRow::intensity() const {
  return bytes == 0 ? 0 : static_cast<double>(operations) / static_cast<double>(bytes);
}

void Profile::Listen(SessionOptions& options) {
  options.on_span = [this, other = std::move(options.on_span)](int64_t process,
                                                               const StepSpan& span) {
    if (other) other(process, span);
    Add(process, span);
  };
}

void Profile::Add(int64_t process, const StepSpan& span) {
  if (!span.has_worked) return;
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = plan_numbers_.try_emplace(span.plan.get(), plans_.size());
  if (is_new) plans_.push_back({span.plan, std::vector<Cell>(span.plan->steps().size())});
  Cell& cell = plans_[found->second].cells[span.step];
  cell.nanoseconds += span.end - span.begin;
  // A step that runs in several parts counts once, with its last part.
  if (span.status != StepStatus::kBudgetSpent && span.status != StepStatus::kBlocked) ++cell.calls;
  NoteLive(process, span.plan->live_bytes()[span.step], span.begin);
}

void Profile::NoteLive(int64_t process, uint64_t bytes, int64_t time) {
  uint64_t& own = live_of_[process];
  if (points_.empty()) first_ = time;
  if (!points_.empty() && own == bytes) return;
  live_ += bytes - own;
  own = bytes;
  points_.push_back({time, live_});
  if (points_.size() < kMostPoints) return;
  for (size_t i = 0; i < kMostPoints / 2; ++i) {
    const Point& a = points_[2 * i];
    const Point& b = points_[2 * i + 1];
    points_[i] = {a.time, std::max(a.bytes, b.bytes)};
  }
  points_.resize(kMostPoints / 2);
}

void Profile::AddSteps(const PlanCells& plan, const Program& program, const MachineLimits& limits,
                       std::map<const Operation*, ProfileRow>& rows) const {
  for (size_t i = 0; i < plan.cells.size(); ++i) {
    const Cell& cell = plan.cells[i];
    const Step& step = plan.plan->steps()[i];
    if (cell.calls == 0) continue;
    const auto [found, is_new] = rows.try_emplace(step.operation);
    ProfileRow& row = found->second;
    if (is_new) row = NewRow(step, program);
    for (const Operation* operation : step.fused) {
      std::string name(WithoutDialect(operation->name));
      name += " " + std::to_string(LineIn(program, *operation));
      if (std::ranges::find(row.fused, name) == row.fused.end()) row.fused.push_back(name);
    }
    const auto calls = static_cast<double>(cell.calls);
    const LeastSeconds least = LeastSecondsOf(step, limits);
    row.calls += cell.calls;
    row.seconds += static_cast<double>(cell.nanoseconds) * 1e-9;
    row.operations += cell.calls * step.operations;
    row.bytes += cell.calls * step.bytes;
    row.least_seconds += calls * std::max(least.arithmetic, least.memory);
    row.is_bound_by_memory = least.memory >= least.arithmetic;
  }
}

ProfileReport Profile::Report(const Program& program, const Session& session,
                              const MachineLimits& limits) const {
  ProfileReport report;
  report.limits = limits;
  report.memory = session.memory_use();
  std::map<const Operation*, ProfileRow> rows;
  for (const PlanCells& plan : plans_) AddSteps(plan, program, limits, rows);
  for (auto& [operation, row] : rows) {
    report.seconds += row.seconds;
    report.rows.push_back(std::move(row));
  }
  std::ranges::sort(report.rows, {}, [](const ProfileRow& row) {
    return std::tuple(-row.seconds, row.line, std::string_view(row.operation));
  });
  for (const Point& point : points_) {
    report.live.push_back({static_cast<double>(point.time - first_) * 1e-9, point.bytes});
  }
  return report;
}

}  // namespace paddock
