// The header of a safetensors file: https://github.com/huggingface/safetensors. Its length as a
// 64-bit number, the header as JSON, and the bytes of the tensors.
#ifndef PADDOCK_CORE_IO_SAFETENSORS_HEADER_H_
#define PADDOCK_CORE_IO_SAFETENSORS_HEADER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/array_entry.h"
#include "core/io/json_reader.h"

namespace paddock {

inline constexpr size_t kSafetensorsLengthSize = 8;
// The format's own limit.
inline constexpr uint64_t kMostSafetensorsHeader = 100'000'000;
// Before a tensor's name, in the metadata: its element type, where the format has no name for it.
inline constexpr std::string_view kSafetensorsTypeKey = "paddock.element_type:";

// Reads the header, whose text outlives it, a few members at a time.
class SafetensorsHeader {
 public:
  // The bytes of the tensors begin at `data_offset` and are `data_size`.
  SafetensorsHeader(std::string_view header, uint64_t data_offset, uint64_t data_size)
      : left_(header), json_(header), data_offset_(data_offset), data_size_(data_size) {}

  // Goes on for about so many bytes; false when it is done or has found a problem.
  bool Read(size_t most);
  // Why it is none; empty if nothing is wrong.
  const std::string& problem() const { return problem_; }
  // Once it is done: the tensors in the order of their bytes.
  std::vector<ArrayEntry> TakeEntries() { return std::move(entries_); }

 private:
  enum class Part : uint8_t { kStart, kTensors, kMetadata, kEnd };

  bool ReadMember();
  bool ReadPart();
  bool EndMember();
  bool ReadMetadata(const std::string& key);
  bool ReadSizes(std::vector<int64_t>& sizes);
  bool ReadTensor(const std::string& name);
  bool ReadTensorMember(const std::string& key, ArrayEntry& entry, std::vector<int64_t>& places);
  bool PlaceTensor(ArrayEntry& entry, uint64_t begin, uint64_t end);
  bool ApplyType(ArrayEntry& entry);
  bool CheckPlaces();
  void Finish();
  bool Refuse(const std::string& name, const std::string& why);

  // From the next member on; json_ reads the start of it.
  std::string_view left_;
  JsonReader json_;
  const uint64_t data_offset_;
  const uint64_t data_size_;
  std::string problem_;
  Part part_ = Part::kStart;
  std::vector<ArrayEntry> entries_;
  std::set<std::string> names_;
  std::map<std::string, std::string, std::less<>> types_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_SAFETENSORS_HEADER_H_
