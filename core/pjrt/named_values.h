// Named values of PJRT, with the strings and lists that they refer to.
#ifndef PADDOCK_CORE_PJRT_NAMED_VALUES_H_
#define PADDOCK_CORE_PJRT_NAMED_VALUES_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/pjrt/pjrt_header.h"

namespace paddock::pjrt {

class NamedValues {
 public:
  void Add(std::string name, std::string value);
  void Add(std::string name, std::vector<int64_t> values);
  void Add(std::string name, float value);

  const PJRT_NamedValue* data() const { return values_.data(); }
  size_t size() const { return values_.size(); }

 private:
  PJRT_NamedValue& Append(std::string name);

  // Their elements keep their addresses.
  std::deque<std::string> strings_;
  std::deque<std::vector<int64_t>> lists_;
  std::vector<PJRT_NamedValue> values_;
};

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_NAMED_VALUES_H_
