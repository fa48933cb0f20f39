// Reads the cases of tests/xla/cases.txt and makes their computations.
#ifndef PADDOCK_CORE_API_XLA_CASE_TESTING_H_
#define PADDOCK_CORE_API_XLA_CASE_TESTING_H_

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/api/xla/written_call.h"

namespace paddock::xla {

struct XlaCase {
  std::string title;
  std::vector<std::string> calls = {};
  // One list for each parameter, with a value for each replica.
  std::vector<std::vector<std::string>> arguments = {};
  std::vector<std::string> infeed = {};
  std::string makes = {};
  std::vector<std::string> results = {};
};

inline std::vector<std::string> SplitReplicas(const std::string& text) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t at = 0; (at = text.find(" | ", begin)) != std::string::npos; begin = at + 3) {
    parts.push_back(text.substr(begin, at - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

inline std::vector<XlaCase> ReadXlaCases() {
  std::ifstream file("tests/xla/cases.txt");
  std::vector<XlaCase> cases;
  for (std::string line; std::getline(file, line);) {
    const auto rest_after = [&](std::string_view prefix) { return line.substr(prefix.size()); };
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("== ")) {
      cases.push_back({.title = rest_after("== ")});
    } else if (line.starts_with("argument ")) {
      cases.back().arguments.push_back(SplitReplicas(rest_after("argument ")));
    } else if (line.starts_with("infeed ")) {
      cases.back().infeed.push_back(rest_after("infeed "));
    } else if (line.starts_with("makes ")) {
      cases.back().makes = rest_after("makes ");
    } else if (line.starts_with("-> ")) {
      cases.back().results = SplitReplicas(rest_after("-> "));
    } else {
      cases.back().calls.push_back(line);
    }
  }
  return cases;
}

// Makes the calls of a case from `next` on, which begin with `indentation`. Returns a sentence
// about a mistake in the case's notation.
inline std::string MakeCaseCalls(ComputationBuilder& builder, const XlaCase& one, size_t& next,
                                 std::string_view indentation) {
  CallNames names;
  while (next < one.calls.size() && one.calls[next].starts_with(indentation)) {
    std::string call = one.calls[next++].substr(indentation.size());
    std::string name;
    const size_t equals = call.find(" = ");
    if (equals != std::string::npos) {
      name = call.substr(0, equals);
      call = call.substr(equals + 3);
    }
    if (call == "computation") {
      ComputationBuilder inner(name);
      const std::string problem = MakeCaseCalls(inner, one, next, "  ");
      if (!problem.empty()) return problem;
      const auto built = inner.Build();
      if (!built) return RenderText(built.error().front());
      names.computations[name] = *built;
      continue;
    }
    const auto made = MakeWrittenCall(builder, call, names);
    if (!made) return call + ": " + made.error();
    if (!name.empty()) names.values[name] = *made;
  }
  return "";
}

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_CASE_TESTING_H_
