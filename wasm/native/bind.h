// Binds functions of an engine for a caller in another process, in the words of Embind, so that
// wasm/bindings.cc is the one list of them.
#ifndef PADDOCK_WASM_NATIVE_BIND_H_
#define PADDOCK_WASM_NATIVE_BIND_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "wasm/native/call.h"
#include "wasm/native/objects.h"

namespace paddock::native {

// An argument between its reading and the call.
template <class T>
struct Argument;
template <class T>
  requires std::is_arithmetic_v<T>
struct Argument<T> {
  explicit Argument(Call& call) {
    if constexpr (std::is_same_v<T, bool>) {
      value = call.Number() != 0;
    } else if constexpr (std::is_integral_v<T>) {
      value = ToInteger<T>(call.Number());
    } else {
      value = static_cast<T>(call.Number());
    }
  }
  T Get() { return value; }
  T value;
};
template <>
struct Argument<std::string> {
  explicit Argument(Call& call) : value(call.Text()) {}
  std::string Get() { return std::move(value); }
  std::string value;
};
template <>
struct Argument<Exposed> {
  explicit Argument(Call& call) : value(call.Memory()) {}
  Exposed Get() { return value; }
  Exposed value;
};
template <class T>
struct Argument<T&> {
  explicit Argument(Call& call) : value(call.Object<std::remove_const_t<T>>()) {}
  T& Get() { return *value; }
  T* value;
};

// Reads the arguments in order, then calls `function` with them.
template <class... Taken, class Function>
void Apply(Call& call, Function function) {
  std::tuple<Argument<Taken>...> arguments{Argument<Taken>(call)...};
  call.ExpectEnd();
  if (!call.is_valid()) return;
  const auto apply = [&](auto&... each) { return function(each.Get()...); };
  if constexpr (std::is_void_v<decltype(std::apply(apply, arguments))>) {
    std::apply(apply, arguments);
    call.Return();
  } else {
    call.Return(std::apply(apply, arguments));
  }
}

struct BoundFunction {
  std::string class_name;  // empty: of the engine itself
  std::string name;
  enum class Form : uint8_t { kFunction, kConstructor, kStatic, kMethod } form = Form::kFunction;
  Kind returned = nullptr;  // null: no object
  std::function<void(Call&)> invoke;
};

// Returns the kind of the objects that a function returns by their addresses, or null.
template <class Result>
constexpr Kind ReturnedKind() {
  return std::is_pointer_v<Result> ? KindOf<std::remove_pointer_t<Result>>() : nullptr;
}

class Bindings {
 public:
  Bindings() {
    BindEngine();
    BindWhy();
  }
  const std::vector<BoundFunction>& functions() const { return functions_; }
  // Returns an empty name for null.
  std::string_view NameOf(Kind kind) const {
    const auto found = class_names_.find(kind);
    return found == class_names_.end() ? std::string_view() : found->second;
  }

 private:
  template <class T>
  class Class {
   public:
    Class(Bindings& bindings, std::string_view name) : bindings_(bindings), name_(name) {}

    template <class... Taken>
    Class& constructor() {
      return Add<T*>("", BoundFunction::Form::kConstructor, [](Call& call) {
        Apply<Taken...>(
            call, [](auto&&... each) { return new T(std::forward<decltype(each)>(each)...); });
      });
    }
    template <class Result, class... Taken>
    Class& class_function(std::string_view name, Result (*function)(Taken...), int = 0) {
      return Add<Result>(name, BoundFunction::Form::kStatic,
                         [function](Call& call) { Apply<Taken...>(call, function); });
    }
    template <class Result, class... Taken>
    Class& function(std::string_view name, Result (T::*method)(Taken...) const, int = 0) {
      return Add<Result>(name, BoundFunction::Form::kMethod, [method](Call& call) {
        const T* const self = call.Self<T>();
        Apply<Taken...>(call, [&](auto&&... each) {
          return (self->*method)(std::forward<decltype(each)>(each)...);
        });
      });
    }
    template <class Result, class... Taken>
    Class& function(std::string_view name, Result (T::*method)(Taken...), int = 0) {
      return Add<Result>(name, BoundFunction::Form::kMethod, [method](Call& call) {
        T* const self = call.Self<T>();
        call.ForgetMemory();
        Apply<Taken...>(call, [&](auto&&... each) {
          return (self->*method)(std::forward<decltype(each)>(each)...);
        });
      });
    }

   private:
    template <class Result>
    Class& Add(std::string_view name, BoundFunction::Form form, std::function<void(Call&)> invoke) {
      bindings_.functions_.push_back(
          {name_, std::string(name), form, ReturnedKind<Result>(), std::move(invoke)});
      return *this;
    }

    Bindings& bindings_;
    const std::string name_;
  };

  template <class T>
  Class<T> class_(std::string_view name) {
    class_names_.emplace(KindOf<T>(), name);
    return Class<T>(*this, name);
  }
  template <class Result, class... Taken>
  void function(std::string_view name, Result (*function)(Taken...)) {
    functions_.push_back({"", std::string(name), BoundFunction::Form::kFunction, nullptr,
                          [function](Call& call) { Apply<Taken...>(call, function); }});
  }
  static int allow_raw_pointers() { return 0; }

  void BindEngine();
  void BindWhy();

  std::vector<BoundFunction> functions_;
  std::map<Kind, std::string> class_names_;
};

}  // namespace paddock::native

#endif  // PADDOCK_WASM_NATIVE_BIND_H_
