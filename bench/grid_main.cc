// What a grid of processes costs beside what the machine can do, both measured in one run:
//   all_reduce    64 MB of f32 over 2 processes on threads, against two threads that copy 64 MB
//   each scalars       a collective of scalars on 16 processes in turns, in microseconds a process
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/api/session.h"

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
constexpr int kReductions = 16;
constexpr int kProcesses = 2;
constexpr int kAttempts = 5;

double Seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double TimeOf(const std::function<void()>& work) {
  const double start = Seconds();
  work();
  return Seconds() - start;
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

// One after the other, each of what the one before gave.
std::string Chain(const std::string& type, int processes, int count) {
  std::string text = "func.func @main(%v0: " + type + ") -> " + type + " {\n";
  for (int i = 1; i <= count; ++i) {
    text += AllReduce("%v" + std::to_string(i), "%v" + std::to_string(i - 1), type, processes);
  }
  return text + "  return %v" + std::to_string(count) + " : " + type + "\n}\n";
}

// Seconds of the run alone, or nothing if it failed.
double RunSeconds(const std::shared_ptr<const Program>& program, SessionOptions options) {
  std::vector<paddock::Diagnostic> diagnostics;
  const auto session = Session::Start(program, std::move(options), diagnostics);
  for (const paddock::Diagnostic& diagnostic : diagnostics) {
    std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
  }
  if (session == nullptr) std::exit(1);
  StopReason reason = StopReason::kBudgetSpent;
  const double seconds = TimeOf([&] {
    while (reason == StopReason::kBudgetSpent) reason = session->Run(int64_t{1} << 40);
  });
  if (reason == StopReason::kFinished) return seconds;
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

// Each thread copies its own array, as often as the program reduces.
double CopySeconds(std::vector<std::vector<char>>& from, std::vector<std::vector<char>>& to) {
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
  const auto program = Program::Load("all_reduce", Chain(type, kProcesses, kReductions));
  SessionOptions options;
  options.grid = GridSize{kProcesses, 1};
  options.mode = GridMode::kThreads;
  options.threads = kProcesses;
  options.inputs = {Zeros({kElements})};
  std::vector<std::vector<char>> from(kProcesses, std::vector<char>(kBytes, 1)), to = from;
  double copy = 1e9, reduce = 1e9, ratio = 0;
  for (int i = 0; i < kAttempts; ++i) {
    const double now_copy = CopySeconds(from, to);
    const double now_reduce = RunSeconds(program, options);
    copy = std::min(copy, now_copy);
    reduce = std::min(reduce, now_reduce);
    ratio = std::max(ratio, now_copy / now_reduce);
  }
  const double gigabytes = static_cast<double>(kBytes) * kProcesses * kReductions / 1e9;
  std::printf(
      "all_reduce   %6.2f GB/s   copy %6.2f GB/s   ratio of the best %.2f, best ratio %.2f\n",
      gigabytes / reduce, gigabytes / copy, copy / reduce, ratio);
}

void BenchScalars() {
  constexpr int kScalarProcesses = 16, kTimes = 500;
  const auto program = Program::Load("scalars", Chain("tensor<f32>", kScalarProcesses, kTimes));
  SessionOptions options;
  options.grid = GridSize{kScalarProcesses, 1};
  options.inputs = {Zeros({})};
  double best = 1e9;
  for (int i = 0; i < kAttempts; ++i) best = std::min(best, RunSeconds(program, options));
  std::printf("scalars      %6.2f us a process\n", best / kTimes / kScalarProcesses * 1e6);
}

}  // namespace

int main() {
  BenchScalars();
  BenchAllReduce();
  return 0;
}
