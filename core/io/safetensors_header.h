// Header of a safetensors file: https://github.com/huggingface/safetensors. A file is the header's
// length as a 64-bit number, the header as JSON, and the bytes of the tensors.
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
// Limit of the format itself.
inline constexpr uint64_t kMostSafetensorsHeader = 100'000'000;
// Metadata key prefix before a tensor's name. The value is its element type, if the format has no
// code for it.
inline constexpr std::string_view kSafetensorsTypeKey = "paddock.element_type:";

// Reads the header a few members at a time. The header's text must outlive it.
class SafetensorsHeader {
 public:
  // The bytes of the tensors begin at `data_offset`; there are `data_size` of them.
  SafetensorsHeader(std::string_view header, uint64_t data_offset, uint64_t data_size)
      : left_(header), json_(header), data_offset_(data_offset), data_size_(data_size) {}

  // Reads about `most` bytes. Returns false when it is done or has found a problem.
  bool Read(size_t most);
  // Returns why the header is invalid; empty if it is valid.
  const std::string& problem() const { return problem_; }
  // Returns the tensors in the order of their bytes, once it is done.
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

  // Text from the next member on; json_ reads its beginning.
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
