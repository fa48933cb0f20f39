// Files of arrays, as JavaScript gives and takes them: pieces that a reader asks for, and parts
// that are written one after the other. A file is never here whole.
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
#include "wasm/tensor_handle.h"

namespace paddock {

// Finds the arrays of a file, or loads one of them.
class FileReadHandle {
 public:
  // Finds the arrays. Here and below `memory_bytes` limits what is read of the file.
  static FileReadHandle* Open(std::string name, double file_size, double memory_bytes);
  // Loads the elements of a file that holds nothing else.
  static FileReadHandle* OpenRaw(std::string name, double file_size, std::string element_type,
                                 std::string shape_text, double memory_bytes);
  // Loads an array of this file, once its arrays are found; empty words stand for the only array,
  // and for the type that the file names.
  FileReadHandle* load(std::string array, std::string element_type, double memory_bytes) const;

  // Whether bytes are wanted, those wanted before being at address(); of none, that it is to be
  // asked again. Nothing is wanted any more once it is done, or there are diagnostics.
  bool next();
  double offset() const { return static_cast<double>(wanted_.offset); }
  uintptr_t address() const { return reinterpret_cast<uintptr_t>(wanted_.into.data()); }
  size_t byte_size() const { return wanted_.into.size(); }
  std::string diagnostics() const;

  // Whether it finds arrays, and does not load one.
  bool is_index() const { return index_ != nullptr; }
  // What was found, and what was loaded.
  std::string arrays() const { return index_ ? DescribeAll(index_->entries()) : "[]"; }
  TensorHandle* tensor() const;

 private:
  explicit FileReadHandle(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::string problem_;
  // One of the two.
  std::unique_ptr<ArrayIndex> index_;
  std::unique_ptr<ArrayLoad> load_;
  WantedBytes wanted_;
};

// Lays out a file that holds arrays.
class FileWriteHandle {
 public:
  // "npy", "npz", "safetensors" or "raw".
  explicit FileWriteHandle(std::string format) : format_(std::move(format)) {}
  void add(std::string name, const TensorHandle& tensor) {
    arrays_.push_back({std::move(name), tensor.tensor()});
  }
  // Diagnostics, if the format cannot hold them.
  std::string lay_out();

  size_t part_count() const { return parts_.size(); }
  uintptr_t part_address(size_t part) const {
    return reinterpret_cast<uintptr_t>(parts_[part].bytes.data());
  }
  size_t part_size(size_t part) const { return parts_[part].bytes.size(); }
  // What follows the bytes of the part, or null.
  TensorHandle* part_tensor(size_t part) const;

 private:
  std::string format_;
  std::vector<NamedArray> arrays_;
  std::vector<FilePart> parts_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_FILE_HANDLES_H_
