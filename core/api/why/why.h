// Why: the cells from which a cell of a run was computed, back to inputs and constants.
//
//   auto why = paddock::Why::Start(program, {.inputs = {...}}, [](uint64_t) { return false; },
//                                  diagnostics);
//   why->Run();
//   auto target = why->Find("%17", {3, 5}, /*process=*/0, /*execution=*/0, /*line=*/0, problem);
//   std::string text = WhyText(why->Back(*target));   // core/api/why/why_text.h
//
// docs/debugging.md explains the chain.
#ifndef PADDOCK_CORE_API_WHY_WHY_H_
#define PADDOCK_CORE_API_WHY_WHY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/explain/explain.h"

namespace paddock {

struct WhyOptions {
  // Cells of the chain.
  size_t most_cells = 60;
  // Operations between the asked cell and another.
  size_t most_depth = 1000;
  // Cells of a set that are followed: those that contribute most.
  size_t most_terms = 4;
  // Also follows what decided the way (predicates of branches, conditions of loops), and finite
  // cells from cells that are not. Then, within the limits, the chain has every cell that can
  // change the asked one.
  bool follows_all = false;
};

// Cell of a set, with the number of its node in the chain.
struct WhyTerm {
  static constexpr size_t kNoNode = SIZE_MAX;
  std::vector<int64_t> cell;
  std::string value;
  size_t node = kNoNode;
  // The ways from the operand to the node: "carried out of iteration 2 of the loop in line 7".
  std::vector<std::string> passages = {};
};

// Cells of one operand that one operation read, or wrote, in one process.
struct WhySet {
  // Name of the operand with its cells: "%x[3, 0:8]".
  std::string name;
  CellBox box;
  int64_t process = 0;
  int64_t count = 0;
  // All cells, or those that contribute most.
  std::vector<WhyTerm> terms;
  // Whether it decided the way, and is no operand.
  bool is_decider = false;
};

struct WhyNode {
  enum class Kind : uint8_t { kOperation, kConstant, kInput, kUnknown };
  Kind kind = Kind::kUnknown;
  // "%x[3, 5]".
  std::string name;
  std::vector<int64_t> cell;
  std::string value;
  // Name of the operation; empty for an input.
  std::string operation;
  Span span;
  uint32_t line = 0;
  // Text of its loc(...), or empty.
  std::string location;
  int64_t process = 0;
  // Number of the execution, from 1, of `executions`; 0 for inputs and constants.
  uint64_t execution = 0;
  uint64_t executions = 0;
  // Loops and calls around it, the innermost first: "iteration 3 of the loop in line 7".
  std::vector<std::string> iterations;
  // "1.5 + 2.0", or empty.
  std::string formula;
  std::vector<std::string> notes;
  // Cells that it asks for, if some lie outside of the operand: before indices are clamped, and
  // where padding is. `asked_name`: "%x[7]".
  std::optional<CellBox> asked = {};
  std::string asked_name = {};
  // Why the chain ends here, or cannot name cells: a sentence, or empty.
  std::string reason;
  // Whether it is NaN or infinite and its operands are not, and the rule: "log of a negative
  // number".
  bool is_origin = false;
  std::string rule;
  std::vector<WhySet> sets;
  // False: a limit ended the chain here.
  bool is_followed = false;
  size_t depth = 0;
};

struct WhyChain {
  GridSize grid;
  bool is_forward = false;
  // The asked cell first, then the latest computed ones first.
  std::vector<WhyNode> nodes;
  // Whether a limit or an interrupt ended it.
  bool is_cut = false;
};

// Cell of a value, at one of its computations.
struct WhyTarget {
  const Value* value = nullptr;
  int64_t process = 0;
  uint64_t clock = 0;
  std::vector<int64_t> cell;
};

class RunReader;

// A chain in the making. The `Why` that began it must outlive it, and answers nothing else
// meanwhile.
class WhyWalk {
 public:
  WhyWalk(RunReader& reader, const WhyTarget& target, const WhyOptions& options, bool is_forward);
  ~WhyWalk();
  WhyWalk(const WhyWalk&) = delete;
  WhyWalk& operator=(const WhyWalk&) = delete;

  // Follows the next cell. Returns false if none is left.
  bool Step();
  // Follows all that are left, or with `is_cut` none, and returns the chain.
  WhyChain Finish(bool is_cut = false);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

class Why {
 public:
  // Returns true to stop early. Called often, with the number of steps so far.
  using StopFunction = std::function<bool(uint64_t steps)>;
  enum class End : uint8_t { kFinished, kFailed, kStopped };
  enum class Bad : uint8_t { kNan, kInfinity };

  // Returns `nullptr`, with the reasons in `diagnostics`, if the run cannot start. Runs at level
  // kFaithful on one thread.
  static std::unique_ptr<Why> Start(std::shared_ptr<const Program> program, SessionOptions options,
                                    StopFunction stops, std::vector<Diagnostic>& diagnostics);
  ~Why();
  Why(const Why&) = delete;
  Why& operator=(const Why&) = delete;

  // Runs the program to the end. After a failure, the values before it can be asked for. After a
  // stop, another call goes on.
  End Run();
  // Runs until an operation gives such an element, and returns its cell; nothing if none does.
  // After a stop, another call goes on.
  std::optional<WhyTarget> RunToFirst(Bad bad, End& end);

  // Returns a cell of the value with this name ("%x"): of its k-th computation, from 1, or of the
  // last one if `execution` is 0. Of several values with the name it takes the one in `line`, or
  // the first. Returns nothing, with a sentence in `problem`, if there is no such cell.
  std::optional<WhyTarget> Find(std::string_view name, std::vector<int64_t> cell, int64_t process,
                                uint64_t execution, uint32_t line, std::string& problem) const;

  // Returns the first such cell of a value, in row-major order. The arguments are those of Find.
  std::optional<WhyTarget> FindFirst(Bad bad, std::string_view name, int64_t process,
                                     uint64_t execution, uint32_t line, std::string& problem) const;

  // Begins a chain, for callers that pause or stop between two cells.
  std::unique_ptr<WhyWalk> Walk(const WhyTarget& target, const WhyOptions& options,
                                bool is_forward);
  // Returns the cells from which this cell was computed.
  WhyChain Back(const WhyTarget& target, const WhyOptions& options = {});
  // Returns the cells that were computed from this cell.
  WhyChain Forward(const WhyTarget& target, const WhyOptions& options = {});

  const Session& session() const;
  const std::vector<Diagnostic>& diagnostics() const;

 private:
  explicit Why(std::unique_ptr<RunReader> reader);
  std::optional<WhyTarget> FindValue(std::string_view name, int64_t process, uint64_t execution,
                                     uint32_t line, std::string& problem) const;
  // Sets the cell of the target. Returns false if the value has no such element.
  bool HasBad(WhyTarget& target, Bad bad) const;
  std::unique_ptr<RunReader> reader_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_WHY_H_
