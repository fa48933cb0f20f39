#include "core/api/why/why.h"

#include <algorithm>
#include <utility>

#include "core/api/query/walk.h"
#include "core/api/why/bad_cell.h"
#include "core/api/why/cell_value.h"
#include "core/api/why/run_reader.h"
#include "core/ir/module.h"
#include "core/ir/value_name.h"

namespace paddock {
namespace {

Why::End EndOf(Debugger::Stop stop, bool is_stopped) {
  if (is_stopped) return Why::End::kStopped;
  return stop == Debugger::Stop::kFinished ? Why::End::kFinished : Why::End::kFailed;
}

// Calls visit(value) for every value of the program, in the order of the text.
void ForEachValue(const Program& program, const std::function<void(const Value&)>& visit) {
  ForEachOperation(*program.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     for (const Value* result : operation.results) visit(*result);
                     for (const Region* region : operation.regions) {
                       for (const Block* block = region->first; block; block = block->next) {
                         for (const Value* argument : block->arguments) visit(*argument);
                       }
                     }
                     return true;
                   });
}

uint32_t LineOf(const Program& program, const Value& value) {
  const Span span = value.is_block_argument() ? value.span : value.operation->span;
  return span.is_known() ? program.source().Locate(span.begin).line : 0;
}

const Value* FindNamed(const Program& program, std::string_view name, uint32_t line) {
  const Value* found = nullptr;
  ForEachValue(program, [&](const Value& value) {
    const std::string written = WrittenName(value);
    const bool is_named = written == name || written.substr(1) == name;
    const bool is_there = line == 0 || LineOf(program, value) == line;
    if (found == nullptr && is_named && is_there) found = &value;
  });
  return found;
}

std::string ShapeText(std::span<const int64_t> shape) {
  std::string text;
  for (const int64_t size : shape) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text.empty() ? "a scalar" : text;
}

}  // namespace

Why::Why(std::unique_ptr<RunReader> reader) : reader_(std::move(reader)) {}
Why::~Why() = default;

std::unique_ptr<Why> Why::Start(std::shared_ptr<const Program> program, SessionOptions options,
                                StopFunction stops, std::vector<Diagnostic>& diagnostics) {
  auto reader =
      RunReader::Start(std::move(program), std::move(options), std::move(stops), diagnostics);
  if (reader == nullptr) return nullptr;
  return std::unique_ptr<Why>(new Why(std::move(reader)));
}

Why::End Why::Run() {
  const Debugger::Stop stop = reader_->RunToEnd();
  return EndOf(stop, reader_->is_stopped());
}

std::optional<WhyTarget> Why::RunToFirst(Bad bad, End& end) {
  while (true) {
    const Debugger::Stop stop = reader_->RunToNonFinite();
    end = EndOf(stop, reader_->is_stopped());
    if (stop != Debugger::Stop::kTrap || reader_->is_stopped()) return std::nullopt;
    const Operation* operation = reader_->last_operation();
    if (operation == nullptr) continue;
    for (const Value* result : operation->results) {
      WhyTarget target{result, reader_->last_process(), reader_->log().last_clock(), {}};
      if (HasBad(target, bad)) return target;
    }
    // Each trap ends a slice before the budget does.
    reader_->CountSlice();
    if (!reader_->is_stopped()) continue;
    end = End::kStopped;
    return std::nullopt;
  }
}

bool Why::HasBad(WhyTarget& target, Bad bad) const {
  std::optional<std::vector<int64_t>> cell;
  reader_->Look({target.value, target.process, target.clock},
                [&](const ValueView& view) { cell = FirstBadCell(view, bad); });
  if (!cell) return false;
  target.cell = *std::move(cell);
  return true;
}

std::optional<WhyTarget> Why::FindValue(std::string_view name, int64_t process, uint64_t execution,
                                        uint32_t line, std::string& problem) const {
  const Value* value = FindNamed(reader_->program(), name, line);
  if (value == nullptr) {
    problem = "no value is called '" + std::string(name) + "'";
    if (line != 0) problem += " in line " + std::to_string(line);
    return std::nullopt;
  }
  const uint64_t end = reader_->log().last_clock();
  WhyTarget target{value, process, reader_->sources().LastTimeOf(*value, process, end), {}};
  if (execution != 0) {
    const auto clock = value->is_block_argument()
                           ? std::optional<uint64_t>()
                           : reader_->log().ClockOf(process, *value->operation, execution);
    if (!clock) {
      problem = WrittenName(*value) + " was not computed " + std::to_string(execution) + " times";
      return std::nullopt;
    }
    target.clock = *clock;
  }
  return target;
}

std::optional<WhyTarget> Why::Find(std::string_view name, std::vector<int64_t> cell,
                                   int64_t process, uint64_t execution, uint32_t line,
                                   std::string& problem) const {
  std::optional<WhyTarget> target = FindValue(name, process, execution, line, problem);
  if (!target) return std::nullopt;
  target->cell = std::move(cell);
  const Value& value = *target->value;
  bool is_inside = false;
  std::string shape;
  const bool is_there = reader_->Look({&value, process, target->clock}, [&](const ValueView& view) {
    is_inside = ReadCell(view, target->cell).has_value();
    shape = ShapeText(view.shape);
  });
  if (!is_there) {
    problem = WrittenName(value) + " has no elements in this run";
  } else if (!is_inside) {
    problem =
        CellName(value, target->cell) + " does not exist: " + WrittenName(value) + " is " + shape;
  }
  if (!problem.empty()) return std::nullopt;
  return target;
}

std::optional<WhyTarget> Why::FindFirst(Bad bad, std::string_view name, int64_t process,
                                        uint64_t execution, uint32_t line,
                                        std::string& problem) const {
  std::optional<WhyTarget> target = FindValue(name, process, execution, line, problem);
  if (!target || HasBad(*target, bad)) return target;
  problem = WrittenName(*target->value) +
            (bad == Bad::kNan ? " has no NaN in this run" : " has no infinity in this run");
  return std::nullopt;
}

std::unique_ptr<WhyWalk> Why::Walk(const WhyTarget& target, const WhyOptions& options,
                                   bool is_forward) {
  return std::make_unique<WhyWalk>(*reader_, target, options, is_forward);
}

WhyChain Why::Back(const WhyTarget& target, const WhyOptions& options) {
  return Walk(target, options, false)->Finish();
}

WhyChain Why::Forward(const WhyTarget& target, const WhyOptions& options) {
  return Walk(target, options, true)->Finish();
}

const Session& Why::session() const { return reader_->session(); }
const std::vector<Diagnostic>& Why::diagnostics() const { return reader_->diagnostics(); }

}  // namespace paddock
