#include "core/bytecode/value_names.h"

#include <string>
#include <vector>

namespace paddock {
namespace {

struct Counters {
  size_t results = 0;
  size_t arguments = 0;
};

class Namer {
 public:
  explicit Namer(Module& module) : module_(module) {}

  void NameRegions(const Operation& operation, Counters counters) {
    const bool is_isolated = operation.info != nullptr && !operation.info->regions.empty() &&
                             operation.info->regions[0].is_isolated;
    for (const Region* region : operation.regions) {
      NameRegion(*region, is_isolated ? Counters() : counters);
    }
  }

 private:
  void NameRegion(const Region& region, Counters counters) {
    for (const Block* block = region.first; block != nullptr; block = block->next) {
      for (Value* argument : block->arguments) {
        argument->name = Word(arguments_, "arg", counters.arguments++);
      }
      for (const Operation* operation : *block) {
        if (!operation->results.empty()) {
          const std::string_view name = Word(results_, "", counters.results++);
          for (Value* result : operation->results) result->name = name;
        }
        NameRegions(*operation, counters);
      }
    }
  }

  // Returns a cached word, shared by all functions.
  std::string_view Word(std::vector<std::string_view>& words, std::string_view prefix, size_t i) {
    if (i == words.size()) {
      words.push_back(module_.arena().CopyString(std::string(prefix) + std::to_string(i)));
    }
    return words[i];
  }

  Module& module_;
  std::vector<std::string_view> results_;
  std::vector<std::string_view> arguments_;
};

}  // namespace

void NameValues(Module& module) { Namer(module).NameRegions(*module.operation(), {}); }

}  // namespace paddock
