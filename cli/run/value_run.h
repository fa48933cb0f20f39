// Runs that keep every value, for commands that inspect them afterwards.
#ifndef PADDOCK_CLI_RUN_VALUE_RUN_H_
#define PADDOCK_CLI_RUN_VALUE_RUN_H_

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/host/host.h"
#include "cli/options/session_options.h"
#include "core/api/observe/values.h"

namespace paddock::cli {

// Program with a session that has ended.
struct ValueRun {
  std::shared_ptr<const Program> program;
  std::unique_ptr<Session> session;
  // All named values, in the order of the text.
  std::vector<ValueLeaf> leaves;
  // Exit code of the run.
  int code = 0;

  // Returns the elements of a value; a Tensor without a value if the session does not hold it.
  Tensor ElementsOf(const ValueLeaf& leaf, ProcessId process) const;
};

// Runs at level kFaithful; what the program prints goes to standard error. After a complaint it
// returns no session, only a code. A failed or interrupted run has the values so far.
ValueRun RunForValues(std::shared_ptr<const Program> program, SessionOptions options, Host& host);

// Returns the index of the element with this row-major number: "[0, 2]".
std::string IndexText(int64_t number, std::span<const int64_t> shape);
// Returns `count` elements of `tensor` from `first` on as a list, without a copy.
Tensor PartOf(const Tensor& tensor, int64_t first, int64_t count);
// Returns the element with this row-major number in the form of PrintJson.
std::string ElementText(const Tensor& tensor, int64_t number);

// Reads --process, "(R, P)". Returns false, after a complaint, if it is not valid.
bool ReadProcess(const Arguments& arguments, ProcessId& process, Host& host);

// Names of values: "x", and "x@2" for the second one of this name in the text.
class ValueNames {
 public:
  std::string NameOf(const ValueLeaf& leaf);

 private:
  std::map<std::string, size_t> counts_;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_RUN_VALUE_RUN_H_
