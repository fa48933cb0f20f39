// One call of a bound function from another process: its arguments and its result, as
// wasm/package/src/engine/native-module.ts writes and reads them. Numbers are little-endian.
#ifndef PADDOCK_WASM_NATIVE_CALL_H_
#define PADDOCK_WASM_NATIVE_CALL_H_

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "wasm/native/objects.h"

namespace paddock::native {

// Arguments begin with `n` (f64), `s` (u32 size, bytes) or `o` (u32 number of an object).
// Results begin with those, where a text goes to the end, or with `b` (u8), `v` (none) or `x` (the
// text of a problem). Object 0 is null.
class Call {
 public:
  // `self` is the number of the object whose function is called; 0: a function of the engine.
  Call(Objects& objects, uint32_t self, std::string_view arguments)
      : objects_(objects), self_(self), arguments_(arguments) {}

  bool is_valid() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  std::string TakeResult() { return std::move(result_); }

  template <class T>
  T* Self() {
    T* const found = objects_.Find<T>(self_);
    if (found == nullptr) Refuse("there is no such object");
    return found;
  }

  double Number() {
    double number = 0;
    if (Begins('n') && Has(sizeof(number))) {
      std::memcpy(&number, arguments_.data(), sizeof(number));
      arguments_.remove_prefix(sizeof(number));
    }
    return number;
  }
  std::string Text() {
    const uint32_t size = Begins('s') ? Word() : 0;
    if (!Has(size)) return "";
    const std::string text(arguments_.substr(0, size));
    arguments_.remove_prefix(size);
    return text;
  }
  template <class T>
  T* Object() {
    T* const found = objects_.Find<T>(Begins('o') ? Word() : 0);
    if (found == nullptr) Refuse("an argument is no such object");
    return found;
  }
  // Memory that begins at an address. A function of the engine takes it back.
  Exposed Memory() {
    const double number = Number();
    if (!(number >= 0 && number < 0x1p64)) return {};
    const auto address = static_cast<uint64_t>(number);
    return self_ == 0 ? objects_.TakeBack(address) : objects_.At(address);
  }
  void ExpectEnd() {
    if (!arguments_.empty()) Refuse("there are too many arguments");
  }

  // Ends the access to memory of the object, because the function may change it.
  void ForgetMemory() { objects_.Forget(self_); }

  void Return() { result_ = "v"; }
  void Return(bool value) { result_ = {'b', value ? '\1' : '\0'}; }
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::same_as<T, bool>)
  void Return(T value) {
    const auto number = static_cast<double>(value);
    result_ = "n";
    result_.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  void Return(const std::string& text) { result_ = "s" + text; }
  void Return(Exposed memory) {
    objects_.Expose(self_, memory);
    Return(static_cast<double>(reinterpret_cast<uintptr_t>(memory.data)));
  }
  // Takes ownership.
  template <class T>
  void Return(T* object) {
    const uint32_t number = object == nullptr ? 0 : objects_.Add(object);
    result_ = "o";
    result_.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }

 private:
  void Refuse(std::string_view problem) {
    if (problem_.empty()) problem_ = problem;
  }
  bool Has(size_t size) {
    if (arguments_.size() < size) Refuse("an argument is cut off");
    return is_valid();
  }
  bool Begins(char kind) {
    if (!Has(1)) return false;
    if (arguments_[0] != kind) Refuse("an argument is of another kind");
    arguments_.remove_prefix(1);
    return is_valid();
  }
  uint32_t Word() {
    uint32_t word = 0;
    if (!Has(sizeof(word))) return 0;
    std::memcpy(&word, arguments_.data(), sizeof(word));
    arguments_.remove_prefix(sizeof(word));
    return word;
  }

  Objects& objects_;
  const uint32_t self_;
  std::string_view arguments_;
  std::string problem_;
  std::string result_;
};

// Returns the nearest integer of the type; 0 for NaN.
template <std::integral T>
T ToInteger(double number) {
  if (std::isnan(number)) return 0;
  if (number <= static_cast<double>(std::numeric_limits<T>::min())) {
    return std::numeric_limits<T>::min();
  }
  if (number >= static_cast<double>(std::numeric_limits<T>::max())) {
    return std::numeric_limits<T>::max();
  }
  return static_cast<T>(number);
}

}  // namespace paddock::native

#endif  // PADDOCK_WASM_NATIVE_CALL_H_
