// paddock_text_bench [MEGABYTES] [OPERATIONS]: times the reading and printing of programs. A plain
// copy of the same text is timed as well, as a measure of the machine.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "core/text/parse/parse.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

double Seconds(auto&& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Takes the best of three, so that another program's burst does not count.
void Report(const char* name, size_t bytes, auto&& run) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) best = std::min(best, Seconds(run));
  std::printf("%-32s %8.1f MB %8.3f s %9.1f MB/s\n", name, static_cast<double>(bytes) / 1e6, best,
              static_cast<double>(bytes) / 1e6 / best);
}

std::string BlobProgram(size_t megabytes) {
  std::string text = "func.func @main() {\n";
  std::string digits;
  for (int i = 0; i < 1 << 20; ++i) digits += "0123456789ABCDEF"[i * 7 % 16];
  for (size_t i = 0; i < megabytes; ++i) {
    text += "  %" + std::to_string(i) + " = stablehlo.constant dense<\"0x" + digits +
            "\"> : tensor<131072xf32>\n";
  }
  return text + "  return\n}\n";
}

std::string ListProgram(size_t megabytes) {
  std::string text = "func.func @main() {\n";
  for (size_t i = 0; i < megabytes; ++i) {
    text += "  %" + std::to_string(i) + " = stablehlo.constant dense<[";
    for (int k = 0; k < 100000; ++k) text += (k == 0 ? "" : ", ") + std::to_string(k * 0.37);
    text += "]> : tensor<100000xf32>\n";
  }
  return text + "  return\n}\n";
}

std::string OperationProgram(size_t count, bool is_generic) {
  std::string text = "func.func @main(%arg0: tensor<4x4xf32>) {\n";
  std::string last = "arg0";
  for (size_t i = 0; i < count; ++i) {
    const std::string name = std::to_string(i);
    text += "  %" + name;
    text += is_generic ? " = \"stablehlo.add\"(%" + last +
                             ", %arg0) : (tensor<4x4xf32>, "
                             "tensor<4x4xf32>) -> tensor<4x4xf32>\n"
                       : " = stablehlo.add %" + last + ", %arg0 : tensor<4x4xf32>\n";
    last = name;
  }
  return text + "  return\n}\n";
}

void Measure(const char* name, std::string text) {
  std::string copy(text.size(), ' ');
  Report("  (copying it)", text.size(),
         [&] { std::memcpy(copy.data(), text.data(), text.size()); });
  auto source = std::make_shared<const Source>("bench", std::move(text));
  std::unique_ptr<Module> module;
  DiagnosticSink sink;
  Report(name, source->text().size(), [&] { module = Parse(source, sink); });
  if (sink.has_errors()) std::printf("%s", RenderText(sink.diagnostics()[0], *source).c_str());
  std::string printed;
  Report("  printing it", source->text().size(), [&] { printed = Print(*module); });
}

}  // namespace
}  // namespace paddock

int main(int count, char** arguments) {
  const size_t megabytes = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 100;
  const size_t operations = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 100000;
  paddock::Measure("hexadecimal literals", paddock::BlobProgram(megabytes));
  paddock::Measure("lists of decimal numbers", paddock::ListProgram(megabytes / 10));
  paddock::Measure("operations, pretty", paddock::OperationProgram(operations, false));
  paddock::Measure("operations, generic", paddock::OperationProgram(operations, true));
  return 0;
}
