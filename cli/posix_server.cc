// Sockets and processes of the native command for `paddock serve`.
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/posix_host.h"

extern char** environ;

namespace paddock::cli {
namespace {

constexpr size_t kLargestRequest = 16384;
constexpr int kMostConnections = 64;
// Seconds that a client has to send its request, and to take each part of the answer.
constexpr int kPatience = 10;

class Socket {
 public:
  explicit Socket(int handle) : handle_(handle) {}
  Socket(Socket&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  Socket& operator=(Socket&&) = delete;
  ~Socket() {
    if (handle_ >= 0) ::close(handle_);
  }
  int handle() const { return handle_; }

 private:
  int handle_;
};

bool Listen(int handle, uint16_t& port, std::string& problem) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int is_reused = 1;
  setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &is_reused, sizeof(is_reused));
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (handle < 0 || bind(handle, any, size) != 0 || listen(handle, kMostConnections) != 0 ||
      getsockname(handle, any, &size) != 0) {
    problem = "port " + std::to_string(port) + ": " + std::strerror(errno);
    return false;
  }
  port = ntohs(address.sin_port);
  return true;
}

// Returns the request line and the headers; empty if they do not arrive.
std::string ReadHead(int handle) {
  std::string head;
  char part[4096];
  while (head.size() < kLargestRequest && head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t count = recv(handle, part, sizeof(part), 0);
    if (count <= 0) return "";
    head.append(part, static_cast<size_t>(count));
  }
  return head.find("\r\n\r\n") == std::string::npos ? "" : head;
}

void SendAll(int handle, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(handle, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
}

void LimitWaits(int handle) {
  const timeval patience = {kPatience, 0};
  setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

}  // namespace

std::string PosixHost::VersionOf(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return "";
  return std::to_string(status.st_ino) + "-" + std::to_string(status.st_size) + "-" +
         std::to_string(status.st_mtim.tv_sec) + "-" + std::to_string(status.st_mtim.tv_nsec);
}

bool PosixHost::Serve(uint16_t port, const std::function<void(uint16_t)>& started,
                      const std::function<std::string(std::string_view)>& answer,
                      std::string& problem) {
  const Socket listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!Listen(listener.handle(), port, problem)) return false;
  started(port);
  std::atomic<int> open = 0;
  while (!is_interrupted()) {
    pollfd waiting = {listener.handle(), POLLIN, 0};
    if (poll(&waiting, 1, 100) <= 0 || open >= kMostConnections) continue;
    const int handle = accept4(listener.handle(), nullptr, nullptr, SOCK_CLOEXEC);
    if (handle < 0) continue;
    ++open;
    std::thread([handle, &answer, &open] {
      {
        const Socket socket(handle);
        LimitWaits(handle);
        if (const std::string head = ReadHead(handle); !head.empty()) {
          SendAll(handle, answer(head));
        }
      }
      --open;
    }).detach();
  }
  // The threads use what the caller owns.
  while (open > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return true;
}

std::string PosixHost::MakeToken() {
  std::array<unsigned char, 16> bits;
  if (getentropy(bits.data(), bits.size()) != 0) return "";
  std::string token;
  for (const unsigned char byte : bits) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    token += kDigits[byte >> 4];
    token += kDigits[byte & 15];
  }
  return token;
}

bool PosixHost::OpenBrowser(const std::string& address) {
  std::string program = "xdg-open";
  std::string words = address;
  char* const arguments[] = {program.data(), words.data(), nullptr};
  pid_t process = 0;
  return posix_spawnp(&process, "xdg-open", nullptr, nullptr, arguments, environ) == 0;
}

}  // namespace paddock::cli
