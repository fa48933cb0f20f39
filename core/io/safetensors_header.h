// The header of a safetensors file: https://github.com/huggingface/safetensors. Its length as a
// 64-bit number, the header as JSON, and the bytes of the tensors.
#ifndef PADDOCK_CORE_IO_SAFETENSORS_HEADER_H_
#define PADDOCK_CORE_IO_SAFETENSORS_HEADER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/array_entry.h"

namespace paddock {

inline constexpr size_t kSafetensorsLengthSize = 8;
// The format's own limit.
inline constexpr uint64_t kMostSafetensorsHeader = 100'000'000;
// Before a tensor's name, in the metadata: its element type, where the format has no name for it.
inline constexpr std::string_view kSafetensorsTypeKey = "paddock.element_type:";

// The tensors of a header, in the order of their bytes, which begin at `data_offset` and are
// `data_size`. Nothing, and the reason in `problem`, if it is broken.
std::optional<std::vector<ArrayEntry>> ParseSafetensorsHeader(std::string_view header,
                                                              uint64_t data_offset,
                                                              uint64_t data_size,
                                                              std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_SAFETENSORS_HEADER_H_
