// Writes ZIP archives with stored members: PKWARE's APPNOTE 6.3, 4.3.
#ifndef PADDOCK_CORE_IO_ZIP_LAYOUT_H_
#define PADDOCK_CORE_IO_ZIP_LAYOUT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace paddock {

class ZipLayout {
 public:
  // Returns the bytes before a member's data.
  std::string Member(std::string_view name, uint64_t size, uint32_t checksum);
  // Returns the bytes after the last member.
  std::string End();

 private:
  std::string directory_;
  uint64_t offset_ = 0;
  uint64_t count_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ZIP_LAYOUT_H_
