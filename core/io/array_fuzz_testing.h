// Properties of any file of arrays, for fuzz targets.
#ifndef PADDOCK_CORE_IO_ARRAY_FUZZ_TESTING_H_
#define PADDOCK_CORE_IO_ARRAY_FUZZ_TESTING_H_

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/fuzz_testing.h"
#include "core/io/array_index.h"
#include "core/io/array_layout.h"
#include "core/io/array_load.h"

namespace paddock::testing {

inline constexpr uint64_t kFuzzMemory = uint64_t{16} << 20;

inline std::shared_ptr<MemoryBudget> FuzzMemory() {
  return std::make_shared<MemoryBudget>(kFuzzMemory);
}

// Runs the task to its end. It requests little at a time and terminates.
inline void RunFuzzTask(FileTask& task, std::string_view file) {
  // Bounds the slices of the file, of its headers or of its unpacked bytes.
  size_t turns = 64 + file.size() + kFuzzMemory / kFileSlice;
  while (const auto wanted = task.Next()) {
    FuzzRequire(turns-- > 0, "a task that goes on without end");
    const size_t size = wanted->into.size();
    FuzzRequire(size <= kFileSlice, "too large a piece");
    FuzzRequire(wanted->offset <= file.size() && size <= file.size() - wanted->offset,
                "bytes behind the file's end");
    if (size > 0) std::memcpy(wanted->into.data(), file.data() + wanted->offset, size);
  }
  FuzzRequire(!task.Next().has_value(), "a task that goes on behind its end");
}

inline std::string FuzzFile(FileFormat format, const std::string& name, const Tensor& tensor) {
  std::string problem;
  const NamedArray array{name, tensor};
  const auto parts = LayOutFile(format, std::span(&array, 1), problem);
  // The format may not be able to represent the name.
  if (!parts) return {};
  std::string file;
  for (const FilePart& part : *parts) {
    file += part.bytes;
    if (!part.tensor.has_value()) continue;
    file.append(reinterpret_cast<const char*>(part.tensor.data()), part.tensor.byte_size());
  }
  return file;
}

// Requires that a tensor reads back as the same tensor from each format.
inline void RequireReadsBack(const std::string& name, const Tensor& tensor) {
  for (FileFormat format : {FileFormat::kNpy, FileFormat::kNpz, FileFormat::kSafetensors}) {
    const std::string file = FuzzFile(format, name, tensor);
    if (file.empty()) continue;
    ArrayIndex index(file.size());
    RunFuzzTask(index, file);
    FuzzRequire(!index.has_failed(), "what was written cannot be read: " + index.problem());
    FuzzRequire(index.entries().size() == 1, "one array was written, but others are read");
    ArrayLoad load(index.entries()[0], tensor.element_type());
    RunFuzzTask(load, file);
    FuzzRequire(!load.has_failed(), "what was written cannot be loaded: " + load.problem());
    FuzzRequire(IsBitwiseEqual(load.tensor(), tensor), "what was written reads as something else");
  }
}

// Reads all arrays of the file, each as its first and its last possible type.
inline void TestArrayFile(std::string_view file) {
  const auto memory = FuzzMemory();
  ArrayIndex index(file.size(), memory);
  RunFuzzTask(index, file);
  FuzzRequire(memory->used() == 0, "an index that keeps what it read");
  if (index.has_failed()) return;
  for (const ArrayEntry& entry : index.entries()) {
    if (entry.types.empty()) continue;
    for (ElementType type : {entry.types.front(), entry.types.back()}) {
      ArrayLoad load(entry, type, memory);
      RunFuzzTask(load, file);
      if (!load.has_failed()) RequireReadsBack(entry.name, load.tensor());
    }
  }
}

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_IO_ARRAY_FUZZ_TESTING_H_
