#include "cli/lsp/message_stream.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::lsp {
namespace {

TEST_CASE("messages are found wherever the bytes are cut") {
  const std::string bytes =
      Framed("{}") + "content-type: x\r\nCONTENT-LENGTH:   3\r\n\r\nabc" + Framed("");
  for (size_t size = 1; size <= bytes.size(); ++size) {
    MessageStream stream;
    std::string found;
    for (size_t at = 0; at < bytes.size(); at += size) {
      stream.Append(bytes.substr(at, size));
      while (const auto message = stream.Next()) found += "<" + *message + ">";
    }
    CHECK(found == "<{}><abc><>");
    CHECK_FALSE(stream.is_broken());
  }
}

TEST_CASE("a header without a length breaks the stream") {
  for (const std::string& bytes :
       {std::string("X: 1\r\n\r\n{}"), std::string("Content-Length: x\r\n\r\n"),
        std::string("Content-Length: 99999999999\r\n\r\n"), std::string(5000, 'a')}) {
    MessageStream stream;
    stream.Append(bytes);
    CHECK_FALSE(stream.Next());
    CHECK(stream.is_broken());
  }
}

}  // namespace
}  // namespace paddock::lsp
