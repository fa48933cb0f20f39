#include "core/io/file_task.h"

namespace paddock {

std::string MemoryProblem(uint64_t bytes, const MemoryBudget* memory) {
  const std::string problem = "needs " + std::to_string(bytes) + " bytes of memory";
  if (memory == nullptr) return problem;
  const uint64_t left = memory->limit() - memory->used();
  if (bytes <= left) return problem;
  return problem + ", but " + std::to_string(left) + " of the " + std::to_string(memory->limit()) +
         " allowed are left";
}

}  // namespace paddock
