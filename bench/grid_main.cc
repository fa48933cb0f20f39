// Costs of a grid of processes, compared with the machine's limits in the same run:
//   all_reduce     64 MB of f32 over 2 processes on threads, against two threads that copy 64 MB
//   each scalars   a collective of scalars on 16 processes in turns, in microseconds a process
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/api/run/session.h"

namespace {

using paddock::GridMode;
using paddock::GridSize;
using paddock::Program;
using paddock::Session;
using paddock::SessionOptions;
using paddock::StopReason;
using paddock::Tensor;

constexpr int64_t kElements = int64_t{16} << 20;
constexpr size_t kBytes = static_cast<size_t>(kElements) * sizeof(float);
// The first iterations touch new memory and are not counted.
constexpr int kFirst = 4;
constexpr int kReductions = 16;
constexpr int kProcesses = 2;
constexpr int kAttempts = 5;

double Seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// On a busy machine threads wait for a processor too, so the computing time of all is more
// reliable.
struct Spent {
  double wall = 1e9;
  double processor = 1e9;

  void Keep(const Spent& other) {
    wall = std::min(wall, other.wall);
    processor = std::min(processor, other.processor);
  }
};

Spent TimeOf(const std::function<void()>& work) {
  const double start = Seconds();
  const std::clock_t clock = std::clock();
  work();
  return {Seconds() - start, static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC};
}

std::string AllReduce(const std::string& result, const std::string& operand,
                      const std::string& type, int processes) {
  std::string ids;
  for (int i = 0; i < processes; ++i) ids += (i == 0 ? "" : ", ") + std::to_string(i);
  return "  " + result + " = \"stablehlo.all_reduce\"(" + operand +
         ") ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %s = stablehlo.add %a, %b : "
         "tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) {replica_groups = dense<[[" +
         ids + "]]> : tensor<1x" + std::to_string(processes) + "xi64>} : (" + type + ") -> " +
         type + "\n";
}

// Returns collectives in sequence, each on the result of the previous one.
std::string Chain(const std::string& type, int processes, int count) {
  std::string text = "func.func @main(%v0: " + type + ") -> " + type + " {\n";
  for (int i = 1; i <= count; ++i) {
    text += AllReduce("%v" + std::to_string(i), "%v" + std::to_string(i - 1), type, processes);
  }
  return text + "  return %v" + std::to_string(count) + " : " + type + "\n}\n";
}

// Returns the seconds of the run alone, or nothing if it failed.
Spent RunSeconds(const std::shared_ptr<const Program>& program, SessionOptions options) {
  std::vector<paddock::Diagnostic> diagnostics;
  const auto session = Session::Start(program, std::move(options), diagnostics);
  for (const paddock::Diagnostic& diagnostic : diagnostics) {
    std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
  }
  if (session == nullptr) std::exit(1);
  StopReason reason = StopReason::kBudgetSpent;
  const Spent spent = TimeOf([&] {
    while (reason == StopReason::kBudgetSpent) reason = session->Run(int64_t{1} << 40);
  });
  if (reason == StopReason::kFinished) return spent;
  for (const paddock::Diagnostic& diagnostic : session->diagnostics()) {
    std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
  }
  std::exit(1);
}

Tensor Zeros(std::vector<int64_t> shape) {
  Tensor tensor = Tensor::Allocate(paddock::ElementType::kF32, shape);
  if (!tensor.has_value()) std::exit(1);
  std::memset(tensor.mutable_data(), 0, tensor.byte_size());
  return tensor;
}

// Each thread copies its own array as many times as the program reduces.
Spent CopySeconds(std::vector<std::vector<char>>& from, std::vector<std::vector<char>>& to) {
  return TimeOf([&] {
    std::vector<std::thread> threads;
    for (int i = 0; i < kProcesses; ++i) {
      threads.emplace_back([&, i] {
        const auto at = static_cast<size_t>(i);
        for (int k = 0; k < kReductions; ++k) std::memcpy(to[at].data(), from[at].data(), kBytes);
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
}

void BenchAllReduce() {
  const std::string type = "tensor<" + std::to_string(kElements) + "xf32>";
  const auto first = Program::Load("first", Chain(type, kProcesses, kFirst));
  const auto program = Program::Load("all_reduce", Chain(type, kProcesses, kFirst + kReductions));
  SessionOptions options;
  options.grid = GridSize{kProcesses, 1};
  options.mode = GridMode::kThreads;
  options.threads = kProcesses;
  options.inputs = {Zeros({kElements})};
  std::vector<std::vector<char>> from(kProcesses, std::vector<char>(kBytes, 1)), to = from;
  Spent copy, begin, whole;
  for (int i = 0; i < kAttempts; ++i) {
    copy.Keep(CopySeconds(from, to));
    begin.Keep(RunSeconds(first, options));
    whole.Keep(RunSeconds(program, options));
  }
  const double gigabytes = static_cast<double>(kBytes) * kProcesses * kReductions / 1e9;
  const double reduce = whole.wall - begin.wall;
  std::printf("all_reduce   %6.2f GB/s   copy %6.2f GB/s   ratio %.2f, of processor time %.2f\n",
              gigabytes / reduce, gigabytes / copy.wall, copy.wall / reduce,
              copy.processor / (whole.processor - begin.processor));
}

void BenchScalars() {
  constexpr int kScalarProcesses = 16, kTimes = 500;
  const auto program = Program::Load("scalars", Chain("tensor<f32>", kScalarProcesses, kTimes));
  SessionOptions options;
  options.grid = GridSize{kScalarProcesses, 1};
  options.inputs = {Zeros({})};
  Spent best;
  for (int i = 0; i < kAttempts; ++i) best.Keep(RunSeconds(program, options));
  constexpr double kEach = 1e6 / kTimes / kScalarProcesses;
  std::printf("scalars      %6.2f us a process, %.2f us of processor time\n", best.wall * kEach,
              best.processor * kEach);
}

}  // namespace

int main() {
  BenchScalars();
  BenchAllReduce();
  return 0;
}
