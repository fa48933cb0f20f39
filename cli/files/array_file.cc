#include "cli/files/array_file.h"

#include <charconv>
#include <utility>

#include "core/api/parameter.h"
#include "core/api/run/inputs.h"

namespace paddock::cli {
namespace {

constexpr std::string_view kArrayWord = ":array=";
constexpr std::string_view kSplitWord = ":split=";

std::optional<size_t> ReadDimension(std::string_view text) {
  size_t dimension = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), dimension);
  const bool is_read = error == std::errc() && end == text.data() + text.size();
  return is_read ? std::optional(dimension) : std::nullopt;
}

}  // namespace

FileWord ReadFileWord(std::string_view text) {
  FileWord word;
  const size_t split = text.rfind(kSplitWord);
  if (split != std::string_view::npos) {
    word.split = ReadDimension(text.substr(split + kSplitWord.size()));
    if (word.split) text = text.substr(0, split);
  }
  const size_t array = text.rfind(kArrayWord);
  if (array != std::string_view::npos) {
    word.array = text.substr(array + kArrayWord.size());
    text = text.substr(0, array);
  }
  word.path = text;
  return word;
}

std::unique_ptr<ArrayFile> ArrayFile::Open(const std::string& path, Host& host,
                                           std::shared_ptr<MemoryBudget> memory,
                                           std::string& problem) {
  std::unique_ptr<ReadableFile> opened = host.Open(path, problem);
  if (opened == nullptr) return nullptr;
  std::unique_ptr<ArrayFile> file(new ArrayFile(path, host, std::move(memory), std::move(opened)));
  file->is_raw_ = FormatOfName(path) == FileFormat::kRaw;
  if (file->is_raw_) return file;
  ArrayIndex index(file->file_->size(), file->memory_);
  if (!file->Run(index, problem)) return nullptr;
  file->defect_ = index.problem();
  if (!index.has_failed()) file->entries_ = index.entries();
  return file;
}

bool ArrayFile::Run(FileTask& task, std::string& problem) {
  while (const auto wanted = task.Next()) {
    if (host_.is_interrupted()) {
      problem = path_ + ": stopped on request";
      return false;
    }
    const bool is_needed = !wanted->into.empty();
    if (is_needed && !file_->Read(wanted->offset, wanted->into, problem)) return false;
  }
  return true;
}

Result<Tensor> ArrayFile::Load(std::string_view array, const ParameterInfo& parameter,
                               DiagnosticSink& sink, std::string& problem) {
  if (!parameter.element_type) {
    sink.Error("input", parameter.span, ArgumentName(parameter) + " takes no input");
    return Failed();
  }
  std::string why = defect_;
  std::optional<ArrayEntry> entry;
  if (is_raw_) {
    entry = RawEntry(file_->size(), *parameter.element_type, parameter.shape, why);
  } else if (const ArrayEntry* found =
                 !why.empty() ? nullptr : ChooseArray(entries_, array, parameter, why)) {
    entry = *found;
  }
  if (!entry) {
    sink.Error("file", Span(), path_ + ": " + why);
    return Failed();
  }
  const std::string name = path_ + (entry->name.empty() ? "" : ": '" + entry->name + "'");
  ArrayLoad load(*std::move(entry), parameter.element_type, memory_);
  if (!Run(load, problem)) return Failed();
  return TakeInput(load, name, parameter, sink);
}

Result<Tensor> ArrayFile::Load(std::string_view array, DiagnosticSink& sink, std::string& problem) {
  std::string why = is_raw_ ? "has no element type" : defect_;
  const ArrayEntry* entry = why.empty() ? FindArray(entries_, array, why) : nullptr;
  if (entry == nullptr) {
    sink.Error("file", Span(), path_ + ": " + why);
    return Failed();
  }
  ArrayLoad load(*entry, std::nullopt, memory_);
  if (!Run(load, problem)) return Failed();
  if (!load.has_failed()) return load.tensor();
  sink.Error("file", Span(), path_ + ": " + load.problem());
  return Failed();
}

bool WriteParts(const std::string& path, std::span<const FilePart> parts, Host& host,
                std::string& problem) {
  const std::unique_ptr<WritableFile> file = host.Create(path, problem);
  if (file == nullptr) return false;
  for (const FilePart& part : parts) {
    if (!file->Append(std::as_bytes(std::span(part.bytes)), problem)) return false;
    if (!part.tensor.has_value()) continue;
    const std::span<const std::byte> bytes(part.tensor.data(), part.tensor.byte_size());
    if (!file->Append(bytes, problem)) return false;
  }
  return file->Close(problem);
}

}  // namespace paddock::cli
