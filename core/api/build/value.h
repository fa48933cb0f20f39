// Handles of values in a program that is being built.
#ifndef PADDOCK_CORE_API_BUILD_VALUE_H_
#define PADDOCK_CORE_API_BUILD_VALUE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

namespace paddock::build {

// A value of one builder: 16 bytes to pass by value. A handle is failed if the call that returned
// it had a mistake. Later calls accept it and report nothing.
class Value {
 public:
  Value() = default;

  bool is_failed() const { return index_ == kFailed; }

 private:
  friend class ProgramCore;
  static constexpr uint32_t kFailed = UINT32_MAX;

  Value(uint64_t builder, uint32_t index) : builder_(builder), index_(index) {}

  // 0 means no value.
  uint64_t builder_ = 0;
  uint32_t index_ = 0;
};

// A list of values. A list of one value converts to it.
class Values {
 public:
  Values() = default;
  Values(Value value) : values_{value} {}                            // NOLINT: converts on purpose
  Values(std::initializer_list<Value> values) : values_(values) {}   // NOLINT
  Values(std::vector<Value> values) : values_(std::move(values)) {}  // NOLINT
  // Returns a list of unknown length whose values are all failed.
  static Values Failed(Value failed) {
    Values values;
    values.otherwise_ = failed;
    return values;
  }

  size_t size() const { return values_.size(); }
  bool is_failed() const { return otherwise_.is_failed(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  // An index past the end gives no value, which the call that uses it reports.
  Value operator[](size_t i) const { return i < values_.size() ? values_[i] : otherwise_; }
  operator Value() const { return size() == 1 ? values_[0] : otherwise_; }  // NOLINT

 private:
  std::vector<Value> values_;
  Value otherwise_;
};

// Makes the operations of a region. The function takes the region's arguments, or nothing, and
// returns the values that the region returns.
class Region {
 public:
  template <class Function>
    requires(std::is_invocable_r_v<Values, Function, const Values&>)
  Region(Function function) : make_(std::move(function)) {}  // NOLINT: converts on purpose
  template <class Function>
    requires(std::is_invocable_r_v<Values, Function> &&
             !std::is_invocable_r_v<Values, Function, const Values&>)
  Region(Function function)  // NOLINT
      : make_([function = std::move(function)](const Values&) -> Values { return function(); }) {}

  Values Make(const Values& arguments) const { return make_(arguments); }

 private:
  std::function<Values(const Values&)> make_;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_VALUE_H_
