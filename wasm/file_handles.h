// Readers and writers of array files for JavaScript. A reader requests pieces of the file; a writer
// returns parts to be written one after the other. No file is held whole.
#ifndef PADDOCK_WASM_FILE_HANDLES_H_
#define PADDOCK_WASM_FILE_HANDLES_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/array_index.h"
#include "core/io/array_layout.h"
#include "core/io/array_load.h"
#include "wasm/describe.h"
#include "wasm/exposed.h"
#include "wasm/tensor_handle.h"

namespace paddock {

// Finds the arrays of a file, or loads one of them.
class FileReadHandle {
 public:
  // Starts to find the arrays. `memory_bytes`, here and below, limits what is kept of the file.
  static FileReadHandle* Open(std::string name, double file_size, double memory_bytes);
  // Starts to load a file of raw elements without a header.
  static FileReadHandle* OpenRaw(std::string name, double file_size, std::string element_type,
                                 std::string shape_text, double memory_bytes);
  // Starts to load one array of this file, whose arrays have been found. An empty `array` means the
  // only one; an empty `element_type` means the type that the file names.
  FileReadHandle* load(std::string array, std::string element_type, double memory_bytes) const;

  // Advances the task with the bytes at address(), which the caller has filled. Returns whether it
  // needs another call: with byte_size() bytes from offset() on, or with none if byte_size() is 0.
  // Returns false once the task is done or has failed (see diagnostics()).
  bool next();
  double offset() const { return static_cast<double>(wanted_.offset); }
  Exposed address() const { return Expose(wanted_.into.data(), wanted_.into.size()); }
  size_t byte_size() const { return wanted_.into.size(); }
  std::string diagnostics() const;

  // Whether this handle finds arrays; otherwise it loads one.
  bool is_index() const { return index_ != nullptr; }
  // arrays() returns the arrays found, as a JSON array; tensor() returns the array loaded.
  std::string arrays() const { return index_ ? DescribeAll(index_->entries()) : "[]"; }
  TensorHandle* tensor() const;

 private:
  explicit FileReadHandle(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::string problem_;
  // Exactly one is set, unless opening failed.
  std::unique_ptr<ArrayIndex> index_;
  std::unique_ptr<ArrayLoad> load_;
  WantedBytes wanted_;
};

// Lays out a file that holds arrays.
class FileWriteHandle {
 public:
  // `format` is "npy", "npz", "safetensors" or "raw".
  explicit FileWriteHandle(std::string format) : format_(std::move(format)) {}
  void add(std::string name, const TensorHandle& tensor) {
    arrays_.push_back({std::move(name), tensor.tensor()});
  }
  // Returns diagnostics if the format cannot hold the arrays.
  std::string lay_out();

  size_t part_count() const { return parts_.size(); }
  Exposed part_address(size_t part) const {
    return Expose(parts_[part].bytes.data(), parts_[part].bytes.size());
  }
  size_t part_size(size_t part) const { return parts_[part].bytes.size(); }
  // Returns the tensor whose elements follow the bytes of the part; null if none do.
  TensorHandle* part_tensor(size_t part) const;

 private:
  std::string format_;
  std::vector<NamedArray> arrays_;
  std::vector<FilePart> parts_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_FILE_HANDLES_H_
