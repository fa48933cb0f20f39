// The cases of the document, which the tests of JavaScript run too.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <set>

#include "core/api/run/session.h"
#include "core/api/xla/case_testing.h"
#include "core/api/xla/custom_call_target.h"
#include "core/ir/module.h"

namespace paddock::xla {
namespace {

// The document's example, without its further assignments.
void MyFunc(void* out, void** in) {
  const float(&x)[2] = *static_cast<float(*)[2]>(in[0]);
  const float(&y)[2][3] = *static_cast<float(*)[2][3]>(in[1]);
  float(&z)[3][3] = *static_cast<float(*)[3][3]>(out);
  std::memset(out, 0, sizeof(z));
  z[0][0] = x[1] + y[1][0];
}

// Returns the names of the operations of main, without the dialect.
std::string OperationsOf(const Program& program) {
  std::string names;
  const Operation* main = program.module().FindSymbol("main");
  REQUIRE(main != nullptr);
  for (const Operation* one = FunctionBody(*main)->first; one != nullptr; one = one->next) {
    const std::string_view name = one->name;
    if (name == "func.return") continue;
    names += (names.empty() ? "" : " ") + std::string(name.substr(name.find('.') + 1));
  }
  return names;
}

std::vector<Tensor> ReadValue(const std::string& text) {
  auto value = ReadWrittenValue(text);
  INFO(text);
  if (!value) FAIL(value.error());
  return *value;
}

bool AreNear(float a, float b) {
  if (std::isnan(a) || std::isinf(a)) return std::isnan(a) ? std::isnan(b) : a == b;
  return std::abs(a - b) <= 1e-6f * std::max(1.0f, std::abs(b));
}

// Compares floats to 6 digits, all others by bits.
void CheckTensor(const Tensor& actual, const Tensor& expected) {
  REQUIRE(actual.element_type() == expected.element_type());
  REQUIRE(std::ranges::equal(actual.shape(), expected.shape()));
  if (actual.element_type() != ElementType::kF32) {
    CHECK(std::memcmp(actual.data(), expected.data(), actual.byte_size()) == 0);
    return;
  }
  for (int64_t i = 0; i < actual.element_count(); ++i) {
    const auto value = [&](const Tensor& tensor) {
      float number = 0;
      std::memcpy(&number, tensor.data() + static_cast<size_t>(i) * sizeof(float), sizeof(float));
      return number;
    };
    INFO("element " << i << " is " << value(actual) << ", not " << value(expected));
    CHECK(AreNear(value(actual), value(expected)));
  }
}

void CheckResults(std::span<const Tensor> actual, const std::string& text) {
  const bool is_shape = text.find(' ') == std::string::npos && text != "()";
  const std::vector<Tensor> expected = ReadValue(is_shape ? text + " 0" : text);
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    if (is_shape) {
      CHECK(actual[i].element_type() == expected[i].element_type());
    } else {
      CheckTensor(actual[i], expected[i]);
    }
  }
}

std::unique_ptr<Session> RunCase(const XlaCase& one,
                                 const std::shared_ptr<const Program>& program) {
  SessionOptions options;
  options.grid = {static_cast<int64_t>(one.results.size()), 1};
  size_t leaf = 0;
  for (const std::vector<std::string>& argument : one.arguments) {
    const size_t first = leaf;
    for (size_t replica = 0; replica < argument.size(); ++replica) {
      leaf = first;
      for (const Tensor& tensor : ReadValue(argument[replica])) {
        const ProcessId process = {static_cast<int64_t>(replica), 0};
        options.process_inputs.push_back({process, leaf++, tensor});
      }
    }
  }
  for (const std::string& entry : one.infeed) {
    options.infeed.emplace_back().values = ReadValue(entry);
  }
  auto calls = std::make_shared<CustomCallRegistry>();
  AddCustomCallTarget(*calls, "myfunc", MyFunc);
  options.custom_calls = calls;
  std::vector<Diagnostic> diagnostics;
  auto session = Session::Start(program, std::move(options), diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(session != nullptr);
  const StopReason reason = session->Run(1'000'000'000);
  for (const Diagnostic& diagnostic : session->diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(reason == StopReason::kFinished);
  return session;
}

void CheckRun(const XlaCase& one, const Computation& computation) {
  const auto program = computation.MakeProgram({.has_locations = false});
  if (!program) FAIL(RenderText(program.error().front()));
  INFO((*program)->source().text());
  if (!one.makes.empty()) CHECK(OperationsOf(**program) == one.makes);
  const auto session = RunCase(one, *program);
  for (size_t replica = 0; replica < one.results.size(); ++replica) {
    CheckResults(session->results({static_cast<int64_t>(replica), 0}), one.results[replica]);
  }
  CHECK(session->Remarks().empty());
}

void CheckViolation(const std::string& expected, const build::BuildDiagnostic& mistake) {
  const size_t end = expected.find("}} ");
  REQUIRE(end != std::string::npos);
  const Diagnostic& diagnostic = mistake.diagnostic;
  INFO(diagnostic.message);
  CHECK(diagnostic.code == expected.substr(2, end - 2));
  CHECK(diagnostic.message.ends_with(diagnostic.formula + ", but " + expected.substr(end + 3)));
  CHECK(diagnostic.link.starts_with("https://openxla.org/xla/"));
}

TEST_CASE("every example and rule of XLA's document has its stated result") {
  const std::vector<XlaCase> cases = ReadXlaCases();
  REQUIRE(cases.size() > 200);
  for (const XlaCase& one : cases) {
    DYNAMIC_SECTION(one.title) {
      ComputationBuilder builder("case");
      size_t next = 0;
      const std::string problem = MakeCaseCalls(builder, one, next, "");
      REQUIRE(problem == "");
      REQUIRE(next == one.calls.size());
      REQUIRE(!one.results.empty());
      const auto built = builder.Build();
      if (one.results[0].starts_with("{{")) {
        REQUIRE(!built.has_value());
        CheckViolation(one.results[0], built.error().front());
        CHECK(built.error().size() == 1);
      } else {
        if (!built) FAIL(RenderText(built.error().front()));
        CheckRun(one, *built);
      }
    }
  }
}

TEST_CASE("every operation has a case that runs") {
  std::set<std::string> called;
  for (const XlaCase& one : ReadXlaCases()) {
    if (one.results[0].starts_with("{{")) continue;
    for (const std::string& call : one.calls) {
      const size_t equals = call.find(" = ");
      const size_t begin = equals == std::string::npos ? call.find_first_not_of(' ') : equals + 3;
      called.insert(call.substr(begin, call.find('(') - begin));
    }
  }
  for (const std::string_view name : WrittenCallNames()) {
    INFO(name);
    CHECK(called.contains(std::string(name)));
  }
}

}  // namespace
}  // namespace paddock::xla
