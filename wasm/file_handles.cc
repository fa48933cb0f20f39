#include "wasm/file_handles.h"

#include "core/types/type.h"

namespace paddock {
namespace {

std::string FileDiagnostics(const std::string& name, const std::string& problem,
                            std::string code = "file") {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = name + ": " + problem;
  return DiagnosticsJson({diagnostic}, Source(name, ""));
}

std::shared_ptr<MemoryBudget> MemoryOf(double bytes) {
  return std::make_shared<MemoryBudget>(static_cast<uint64_t>(bytes));
}

std::string UnknownType(const std::string& word) {
  return "cannot hold '" + word + "', which is no element type";
}

}  // namespace

FileReadHandle* FileReadHandle::Open(std::string name, double file_size, double memory_bytes) {
  auto* file = new FileReadHandle(std::move(name));
  file->index_ =
      std::make_unique<ArrayIndex>(static_cast<uint64_t>(file_size), MemoryOf(memory_bytes));
  return file;
}

FileReadHandle* FileReadHandle::OpenRaw(std::string name, double file_size,
                                        std::string element_type, std::string shape_text,
                                        double memory_bytes) {
  auto* file = new FileReadHandle(std::move(name));
  const std::optional<ElementType> type = ElementTypeFromSpelling(element_type);
  const std::vector<int64_t> shape = ParseSizes(shape_text);
  if (!type) {
    file->problem_ = UnknownType(element_type);
  } else if (auto entry =
                 RawEntry(static_cast<uint64_t>(file_size), *type, shape, file->problem_)) {
    file->load_ = std::make_unique<ArrayLoad>(*std::move(entry), *type, MemoryOf(memory_bytes));
  }
  return file;
}

FileReadHandle* FileReadHandle::load(std::string array, std::string element_type,
                                     double memory_bytes) const {
  auto* file = new FileReadHandle(name_);
  std::optional<ElementType> wanted;
  if (!element_type.empty()) {
    wanted = ElementTypeFromSpelling(element_type);
    if (!wanted) file->problem_ = UnknownType(element_type);
  }
  if (!file->problem_.empty()) return file;
  const ArrayEntry* entry = FindArray(index_->entries(), array, file->problem_);
  if (entry == nullptr) return file;
  if (!entry->name.empty()) file->name_ += ": '" + entry->name + "'";
  file->load_ = std::make_unique<ArrayLoad>(*entry, wanted, MemoryOf(memory_bytes));
  return file;
}

bool FileReadHandle::next() {
  FileTask* task = load_ ? static_cast<FileTask*>(load_.get()) : index_.get();
  if (task == nullptr) return false;
  const std::optional<WantedBytes> wanted = task->Next();
  wanted_ = wanted.value_or(WantedBytes{});
  if (task->has_failed()) problem_ = task->problem();
  return wanted.has_value();
}

std::string FileReadHandle::diagnostics() const {
  if (problem_.empty()) return "[]";
  const bool is_other = index_ && index_->is_of_no_format();
  return FileDiagnostics(name_, problem_, is_other ? "file-format" : "file");
}

TensorHandle* FileReadHandle::tensor() const {
  const Tensor& loaded = load_->tensor();
  return new TensorHandle(loaded, TensorTypeText(loaded.element_type(), loaded.shape()));
}

std::string FileWriteHandle::lay_out() {
  const std::optional<FileFormat> format = FormatOfName("." + format_);
  std::string problem;
  if (!format) {
    problem = "is no format of files: npy, npz, safetensors and raw are";
  } else if (auto parts = LayOutFile(*format, arrays_, problem)) {
    parts_ = *std::move(parts);
    return "[]";
  }
  return FileDiagnostics("a ." + format_ + " file", problem);
}

TensorHandle* FileWriteHandle::part_tensor(size_t part) const {
  const Tensor& tensor = parts_[part].tensor;
  return tensor.has_value() ? new TensorHandle(tensor) : nullptr;
}

}  // namespace paddock
