// Runs that keep every value, for commands that look at them afterwards.
#ifndef PADDOCK_CLI_VALUE_RUN_H_
#define PADDOCK_CLI_VALUE_RUN_H_

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/host.h"
#include "cli/session_options.h"
#include "core/api/values.h"

namespace paddock::cli {

// A program, and a session of it that has come to its end.
struct ValueRun {
  std::shared_ptr<const Program> program;
  std::unique_ptr<Session> session;
  // Every named value, in the order of the text.
  std::vector<ValueLeaf> leaves;
  // How the run ended.
  int code = 0;

  // The elements of a value; without a value if the session does not hold it.
  Tensor ElementsOf(const ValueLeaf& leaf, ProcessId process) const;
};

// Runs at level kFaithful; what the program prints goes to standard error. Without a session, and
// with a code, after a complaint. A run that failed or was interrupted has the values so far.
ValueRun RunForValues(std::shared_ptr<const Program> program, SessionOptions options, Host& host);

// "[0, 2]": the index of the element with this row-major number.
std::string IndexText(int64_t number, std::span<const int64_t> shape);
// `count` elements of `tensor` from the one at `first` on, where they lie, as a list.
Tensor PartOf(const Tensor& tensor, int64_t first, int64_t count);
// The element with this row-major number, as PrintJson writes it.
std::string ElementText(const Tensor& tensor, int64_t number);

// Reads --process, "(R, P)". False, after a complaint, if it is none.
bool ReadProcess(const Arguments& arguments, ProcessId& process, Host& host);

// Names for values: "x", and "x@2" for the second one of this name in the text.
class ValueNames {
 public:
  std::string NameOf(const ValueLeaf& leaf);

 private:
  std::map<std::string, size_t> counts_;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_VALUE_RUN_H_
