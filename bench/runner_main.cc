// paddock_bench_runner: runs programs for bench/compare.mjs. A request is one line, its words
// separated by tabs. A reply is one JSON object. The other runners (bench/peers) answer the same
// requests:
//   load FOLDER THREADS GRID TEXT
//                     reads FOLDER/program.mlir. GRID: number of replicas, or empty. TEXT: 1 if a
//                     run reads, checks and plans the text instead. FOLDER/input-N.raw has the
//                     elements of argument N. A missing one becomes random:1, random:2 ..., and is
//                     written for the other runners.
//   run COUNT         runs COUNT times: {"ms": 1.5, "cpu_ms": 1.5}, medians of elapsed time and
//                     processor time
//   results PREFIX    writes the results of the last run as PREFIX-N.raw
//   limits THREADS    measures the machine's limits
//   held THREADS TYPE SECONDS
//                     measures the multiply-adds sustained for SECONDS: {"gflops": 80}; only in
//                     this runner
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/observe/limits.h"
#include "core/api/program.h"
#include "core/api/run/inputs.h"
#include "core/api/run/session.h"
#include "core/base/clock.h"
#include "core/base/number_text.h"
#include "core/diagnostics/json.h"

namespace {

using paddock::Diagnostic;
using paddock::FunctionInfo;
using paddock::Json;
using paddock::ParameterInfo;
using paddock::Program;
using paddock::Session;
using paddock::Tensor;

// Elapsed time and processor time.
struct Times {
  double wall = 0;
  double processor = 0;

  static Times Now() {
    return {static_cast<double>(paddock::NowNanoseconds()) * 1e-6,
            static_cast<double>(std::clock()) * 1e3 / CLOCKS_PER_SEC};
  }
  Times Since() const {
    const Times now = Now();
    return {now.wall - wall, now.processor - processor};
  }
};

double MedianOf(std::vector<Times>& times, double Times::* clock) {
  std::ranges::sort(times, {}, clock);
  return times.empty() ? 0 : times[times.size() / 2].*clock;
}

std::string Problem(std::string_view text) { return Json().Member("problem", text).Object(); }

std::string Problem(const std::vector<Diagnostic>& diagnostics) {
  return Problem(diagnostics.empty() ? "it failed" : std::string_view(diagnostics[0].message));
}

std::string TypeJson(const ParameterInfo& parameter) {
  return Json()
      .Member("element", parameter.element_type ? Spelling(*parameter.element_type) : "")
      .Raw("shape", paddock::JsonSizes(parameter.shape))
      .Object();
}

bool WriteRaw(const std::string& path, const Tensor& value) {
  std::ofstream file(path, std::ios::binary);
  const auto* bytes = reinterpret_cast<const char*>(value.data());
  file.write(bytes, static_cast<std::streamsize>(value.byte_size()));
  return file.good();
}

// Returns the value that a file holds. Fails if there is no such file or its size is another.
std::optional<Tensor> ReadRaw(const std::string& path, const ParameterInfo& parameter) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || !parameter.element_type) return std::nullopt;
  Tensor value = Tensor::Allocate(*parameter.element_type, parameter.shape);
  if (static_cast<uint64_t>(file.tellg()) != value.byte_size()) return std::nullopt;
  file.seekg(0);
  file.read(reinterpret_cast<char*>(value.mutable_data()),
            static_cast<std::streamsize>(value.byte_size()));
  return value;
}

std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words(1);
  for (char c : line) {
    if (c == '\t') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

class Runner {
 public:
  std::string Answer(const std::vector<std::string>& words) {
    if (words[0] == "load" && words.size() == 5) return Load(words);
    if (words[0] == "run" && words.size() == 2) return RunSome(std::stoul(words[1]));
    if (words[0] == "results" && words.size() == 2) return WriteResults(words[1]);
    if (words[0] == "limits" && words.size() == 2) {
      return paddock::MeasureLimits(static_cast<size_t>(std::stoul(words[1]))).Json();
    }
    if (words[0] == "held" && words.size() == 4) {
      const auto type = paddock::ElementTypeFromSpelling(words[2]);
      if (!type) return Problem("there is no such type");
      const double gflops = paddock::MeasureHeldFma(static_cast<size_t>(std::stoul(words[1])),
                                                    *type, std::stod(words[3]));
      return Json().Raw("gflops", paddock::FormatF64(gflops)).Object();
    }
    return Problem("there is no such request");
  }

 private:
  std::string Load(const std::vector<std::string>& words) {
    session_ = nullptr;
    options_ = {};
    options_.memory_bytes = uint64_t{16} << 30;
    options_.threads = std::stoi(words[2]);
    std::ifstream file(words[1] + "/program.mlir", std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(file), {});
    is_text_ = words[4] == "1";
    if (!words[3].empty()) {
      options_.grid = {std::stoll(words[3]), 1};
      if (options_.threads > 1) options_.mode = paddock::GridMode::kThreads;
    }
    program_ = Program::Load("program", text_);
    std::string problem;
    const FunctionInfo* entry = program_->FindEntry("", problem);
    if (program_->has_errors()) return Problem(program_->diagnostics());
    if (entry == nullptr) return Problem(problem);
    for (size_t i = 0; i < entry->argument_leaves.size(); ++i) {
      const std::string path = words[1] + "/input-" + std::to_string(i) + ".raw";
      if (auto given = ReadRaw(path, entry->argument_leaves[i])) {
        options_.inputs.push_back(*std::move(given));
        continue;
      }
      paddock::DiagnosticSink sink;
      auto value =
          paddock::MakeInput("random:" + std::to_string(i + 1), entry->argument_leaves[i], sink);
      if (!value) return Problem(sink.diagnostics());
      options_.inputs.push_back(*std::move(value));
      if (!WriteRaw(path, options_.inputs.back())) return Problem("the inputs cannot be written");
    }
    return Json()
        .Raw("arguments", paddock::JsonArray(entry->argument_leaves, TypeJson))
        .Raw("results", paddock::JsonArray(entry->results, TypeJson))
        .Object();
  }

  std::string RunSome(size_t count) {
    std::vector<Times> times;
    for (size_t i = 0; i < count; ++i) {
      const std::optional<Times> time = is_text_ ? ReadText() : Run();
      if (!time) return Problem(diagnostics_);
      times.push_back(*time);
    }
    Json json;
    json.Raw("ms", paddock::FormatF64(MedianOf(times, &Times::wall)))
        .Raw("cpu_ms", paddock::FormatF64(MedianOf(times, &Times::processor)));
    if (session_ != nullptr) {
      json.Member("operations", session_->counts().operations)
          .Member("bytes", session_->counts().bytes);
    }
    return json.Object();
  }

  // Returns the times of the run alone; nothing if it failed.
  std::optional<Times> Run() {
    // Frees memory before the next session allocates.
    session_ = nullptr;
    diagnostics_.clear();
    session_ = Session::Start(program_, options_, diagnostics_);
    if (session_ == nullptr) return std::nullopt;
    const Times start = Times::Now();
    auto reason = paddock::StopReason::kBudgetSpent;
    while (reason == paddock::StopReason::kBudgetSpent) reason = session_->Run(int64_t{1} << 50);
    const Times taken = start.Since();
    diagnostics_ = session_->diagnostics();
    if (reason != paddock::StopReason::kFinished) return std::nullopt;
    return taken;
  }

  std::optional<Times> ReadText() {
    diagnostics_.clear();
    std::string text = text_;
    const Times start = Times::Now();
    const auto program = Program::Load("program", std::move(text));
    const auto session = Session::Start(program, options_, diagnostics_);
    if (session == nullptr) return std::nullopt;
    return start.Since();
  }

  std::string WriteResults(const std::string& prefix) const {
    uint64_t count = 0;
    for (const Tensor& value : session_ != nullptr ? session_->results() : std::vector<Tensor>()) {
      if (!WriteRaw(prefix + "-" + std::to_string(count++) + ".raw", value)) {
        return Problem("the results cannot be written");
      }
    }
    return Json().Member("count", count).Object();
  }

  std::string text_;
  bool is_text_ = false;
  std::shared_ptr<const Program> program_;
  paddock::SessionOptions options_;
  std::unique_ptr<Session> session_;
  // Diagnostics of the last run.
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

int main() {
  Runner runner;
  std::string line;
  while (std::getline(std::cin, line)) std::cout << runner.Answer(Words(line)) << std::endl;
  return 0;
}
