// Questions about runs of small programs, for tests.
#ifndef PADDOCK_CORE_API_WHY_WHY_TESTING_H_
#define PADDOCK_CORE_API_WHY_WHY_TESTING_H_

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/why/why.h"

namespace paddock {

inline Tensor Floats(std::vector<int64_t> shape, std::vector<float> elements) {
  return Tensor::FromElements<float>(ElementType::kF32, shape, elements);
}

inline Tensor Integer(int32_t value) {
  return Tensor::FromElements<int32_t>(ElementType::kI32, std::vector<int64_t>{},
                                       std::vector<int32_t>{value});
}

inline std::unique_ptr<Why> Prepare(std::string text, SessionOptions options) {
  const auto program = Program::Load("test.mlir", std::move(text));
  std::vector<Diagnostic> diagnostics = program->diagnostics();
  auto why = Why::Start(program, std::move(options), [](uint64_t) { return false; }, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(why != nullptr);
  return why;
}

inline WhyChain BackFrom(Why& why, std::string_view name, std::vector<int64_t> cell,
                         const WhyOptions& options = {}, uint64_t execution = 0) {
  REQUIRE(why.Run() == Why::End::kFinished);
  std::string problem;
  const auto target = why.Find(name, std::move(cell), 0, execution, 0, problem);
  INFO(problem);
  REQUIRE(target.has_value());
  return why.Back(*target, options);
}

inline const WhyNode* NodeOf(const WhyChain& chain, std::string_view name) {
  const auto found = std::ranges::find(chain.nodes, name, &WhyNode::name);
  return found == chain.nodes.end() ? nullptr : &*found;
}

inline std::vector<std::string> Names(const WhyChain& chain) {
  std::vector<std::string> names;
  for (const WhyNode& node : chain.nodes) names.push_back(node.name + " = " + node.value);
  return names;
}

inline WhyChain ForwardFrom(Why& why, std::string_view name, std::vector<int64_t> cell) {
  REQUIRE(why.Run() == Why::End::kFinished);
  std::string problem;
  const auto target = why.Find(name, std::move(cell), 0, 0, 0, problem);
  INFO(problem);
  REQUIRE(target.has_value());
  return why.Forward(*target);
}

// Each cell with its process.
inline std::vector<std::string> Placed(const WhyChain& chain) {
  std::vector<std::string> names;
  for (const WhyNode& node : chain.nodes) {
    names.push_back(node.name + "@" + std::to_string(node.process) + " = " + node.value);
  }
  return names;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_WHY_TESTING_H_
