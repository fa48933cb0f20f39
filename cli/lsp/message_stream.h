// MessageStream: cuts the bytes of the client into messages.
#ifndef PADDOCK_CLI_LSP_MESSAGE_STREAM_H_
#define PADDOCK_CLI_LSP_MESSAGE_STREAM_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace paddock::lsp {

// Each message has a header, "Content-Length: N\r\n\r\n", perhaps with other fields.
class MessageStream {
 public:
  void Append(std::string_view bytes) { bytes_ += bytes; }
  // Removes and returns the next message; nothing if it is not complete yet, or is_broken().
  std::optional<std::string> Next();
  // Returns whether a header has no length or no end, so that further messages cannot be found.
  bool is_broken() const { return is_broken_; }

 private:
  std::optional<std::string> Break();

  std::string bytes_;
  size_t begin_ = 0;
  bool is_broken_ = false;
};

// Returns a message with its header.
std::string Framed(std::string_view message);

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_MESSAGE_STREAM_H_
