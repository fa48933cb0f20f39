#include "wasm/native/engine_calls.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace paddock::native {
namespace {

template <class T>
std::string Word(T word) {
  return {reinterpret_cast<const char*>(&word), sizeof(word)};
}
std::string Number(double number) { return "n" + Word(number); }
std::string Text(std::string_view text) {
  return "s" + Word(static_cast<uint32_t>(text.size())) + std::string(text);
}
std::string Object(uint32_t number) { return "o" + Word(number); }

// Calls functions by their names, as the page does.
class Page {
 public:
  std::string Call(std::string_view class_name, std::string_view name, uint32_t object = 0,
                   const std::string& arguments = "") {
    uint32_t number = 0;
    for (const BoundFunction& one : functions_.functions()) {
      if (one.class_name == class_name && one.name == name) break;
      ++number;
    }
    return calls_.Answer("c" + Word(number) + Word(object) + arguments);
  }
  uint32_t New(std::string_view class_name, std::string_view name, uint32_t object,
               const std::string& arguments) {
    const std::string answer = Call(class_name, name, object, arguments);
    REQUIRE(answer.starts_with('o'));
    uint32_t made = 0;
    std::memcpy(&made, answer.data() + 1, sizeof(made));
    return made;
  }
  double Get(std::string_view class_name, std::string_view name, uint32_t object = 0,
             const std::string& arguments = "") {
    const std::string answer = Call(class_name, name, object, arguments);
    REQUIRE(answer.starts_with('n'));
    double number = 0;
    std::memcpy(&number, answer.data() + 1, sizeof(number));
    return number;
  }
  std::string Read(double address, double size) {
    return calls_.Answer("r" + Word(address) + Word(size));
  }
  std::string Write(double address, std::string_view bytes) {
    return calls_.Answer("w" + Word(address) + std::string(bytes));
  }
  std::string Delete(uint32_t object) { return calls_.Answer("d" + Word(object)); }
  EngineCalls& calls() { return calls_; }

 private:
  const Bindings functions_;
  EngineCalls calls_;
};

constexpr std::string_view kDouble =
    "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
    "  %y = stablehlo.add %x, %x : tensor<3xf32>\n  return %y : tensor<3xf32>\n}\n";

uint32_t Load(Page& page, std::string_view text) {
  return page.New("ProgramHandle", "load", 0, Text("a.mlir") + Text(text) + Number(0));
}

uint32_t Run(Page& page, uint32_t program) {
  const uint32_t session = page.New("SessionHandle", "", 0, Object(program) + Text(""));
  page.Call("SessionHandle", "setGrid", session, Number(0) + Number(0));
  CHECK(page.Call("SessionHandle", "setInputText", session, Text("0") + Text("[1, 2, 3]")) ==
        "b\1");
  CHECK(page.Call("SessionHandle", "start", session) == "b\1");
  CHECK(page.Get("SessionHandle", "run", session, Number(1e9)) == 0);
  return session;
}

TEST_CASE("a program runs by calls, and its values are read by their addresses") {
  Page page;
  const uint32_t program = Load(page, kDouble);
  CHECK(page.Call("ProgramHandle", "hasErrors", program) == std::string("b\0", 2));
  const uint32_t session = Run(page, program);
  const uint32_t tensor = page.New("SessionHandle", "result", session, Number(0) + Number(0));
  CHECK(page.Call("TensorHandle", "shape", tensor) == "s[3]");
  const double address = page.Get("TensorHandle", "address", tensor);
  const std::string bytes = page.Read(address + 4, 8);
  REQUIRE(bytes.size() == 9);
  float values[2] = {};
  std::memcpy(values, bytes.data() + 1, sizeof(values));
  CHECK(values[0] == 4);
  CHECK(values[1] == 6);
}

TEST_CASE("only exposed memory is read and written") {
  Page page;
  const uint32_t session = Run(page, Load(page, kDouble));
  const uint32_t tensor = page.New("SessionHandle", "result", session, Number(0) + Number(0));
  const double address = page.Get("TensorHandle", "address", tensor);
  CHECK(page.Read(address, 12).size() == 13);
  CHECK(page.Read(address, 13).starts_with('x'));
  CHECK(page.Read(address - 1, 2).starts_with('x'));
  CHECK(page.Write(address + 9, "abcd").starts_with('x'));
  CHECK(page.Read(8, 1).starts_with('x'));
  CHECK(page.Read(-1, 1).starts_with('x'));
  CHECK(page.Read(0x1p63, 1).starts_with('x'));
  CHECK(page.Read(address, 1e300).starts_with('x'));
  page.Delete(tensor);
  CHECK(page.Read(address, 1).starts_with('x'));

  const double own = page.Get("", "allocateBytes", 0, Number(16));
  CHECK(page.Write(own, "sixteen letters.") == "v");
  CHECK(page.Read(own, 16) == "ssixteen letters.");
  CHECK(page.Call("", "freeBytes", 0, Number(own)) == "v");
  CHECK(page.Read(own, 1).starts_with('x'));
  // Neither a second time nor anything else.
  CHECK(page.Call("", "freeBytes", 0, Number(own)) == "v");
  CHECK(page.Call("", "freeBytes", 0, Number(12345)) == "v");
}

TEST_CASE("a message that is not valid is refused") {
  Page page;
  const uint32_t program = Load(page, kDouble);
  const uint32_t session = page.New("SessionHandle", "", 0, Object(program) + Text(""));
  for (const std::string& message :
       {std::string(), std::string("q"), std::string("c"), "c" + Word(uint32_t{0}),
        "c" + Word(uint32_t{1000}) + Word(uint32_t{0}), std::string("r"), std::string("w12")}) {
    CHECK(page.calls().Answer(message).starts_with('x'));
  }
  CHECK(page.Call("ProgramHandle", "hasErrors", session).starts_with('x'));
  CHECK(page.Call("ProgramHandle", "hasErrors", 99).starts_with('x'));
  CHECK(page.Call("ProgramHandle", "hasErrors", 0).starts_with('x'));
  CHECK(page.Call("ProgramHandle", "hasErrors", program, Number(1)).starts_with('x'));
  CHECK(page.Call("ProgramHandle", "entry", program, Number(1)).starts_with('x'));
  CHECK(page.Call("ProgramHandle", "entry", program, "s\xff\xff\xff\xff").starts_with('x'));
  CHECK(page.Call("SessionHandle", "", 0, Object(session) + Text("")).starts_with('x'));
  CHECK(page.Call("SessionHandle", "", 0, Object(0) + Text("")).starts_with('x'));
  CHECK(page.Call("", "version", program).starts_with('x'));
  CHECK(page.Call("ProgramHandle", "nameAt", program, Number(-1e300)).starts_with('s'));
  CHECK(page.Delete(1234) == "v");
}

TEST_CASE("a chain of why is read from the engine's memory") {
  Page page;
  const uint32_t session = page.New("SessionHandle", "", 0, Object(Load(page, kDouble)) + Text(""));
  page.Call("SessionHandle", "setGrid", session, Number(0) + Number(0));
  page.Call("SessionHandle", "setInputText", session, Text("0") + Text("[1, 2, 3]"));
  const uint32_t why = page.New("WhyHandle", "open", 0, Object(session));
  while (page.Get("WhyHandle", "run", why, Number(0)) == 1) continue;
  const std::string cell = "%y[1]";
  const double name = page.Get("", "allocateBytes", 0, Number(static_cast<double>(cell.size())));
  page.Write(name, cell);
  std::string asked = Number(name) + Number(static_cast<double>(cell.size()));
  for (const double number : {0., 0., 0., 0., 60., 1000., 4.}) asked += Number(number);
  CHECK(page.Call("WhyHandle", "ask", why, asked) == "b\1");
  page.Call("", "freeBytes", 0, Number(name));
  while (page.Call("WhyHandle", "step", why) == "b\1") continue;
  page.Call("WhyHandle", "finish", why, Number(0));
  const double text = page.Get("WhyHandle", "text", why, Number(1));
  const std::string chain = page.Read(text, page.Get("WhyHandle", "textSize", why, Number(1)));
  CHECK(chain.find("%y[1] = 4") != std::string::npos);
}

}  // namespace
}  // namespace paddock::native
