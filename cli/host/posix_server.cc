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

#include "cli/host/posix_host.h"
#include "cli/http/http.h"

extern char** environ;

namespace paddock::cli {
namespace {

constexpr size_t kLargestHead = 16384;
constexpr int kMostConnections = 64;
// Seconds that a client has to send its request, and to take each part of the answer.
constexpr int kPatience = 10;
// Seconds that a connection may be idle between two requests.
constexpr int kIdle = 300;

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

// Receives the requests of one connection.
class Requests {
 public:
  Requests(int handle, const std::function<bool()>& is_interrupted)
      : handle_(handle), is_interrupted_(is_interrupted) {}

  // Returns the next request line and headers; empty if they do not arrive.
  std::string Head() {
    size_t end = received_.find(kEnd);
    while (end == std::string::npos && received_.size() < kLargestHead && Receive()) {
      end = received_.find(kEnd);
    }
    if (end == std::string::npos) return "";
    std::string head = received_.substr(0, end + kEnd.size());
    received_.erase(0, head.size());
    return head;
  }
  // Returns the bytes behind the head; fewer if they do not arrive.
  std::string Body(size_t size) {
    while (received_.size() < size && Receive()) continue;
    std::string body = received_.substr(0, size);
    received_.erase(0, body.size());
    return body;
  }
  // Waits until the client sends something or ends the connection. Returns false if the user
  // interrupts, or after these seconds.
  bool Wait(int seconds) {
    for (int left = seconds * 10; received_.empty() && left > 0; --left) {
      pollfd waiting = {handle_, POLLIN | POLLRDHUP, 0};
      if (is_interrupted_()) return false;
      if (poll(&waiting, 1, 100) > 0) return true;
    }
    return !received_.empty();
  }

 private:
  static constexpr std::string_view kEnd = "\r\n\r\n";

  bool Receive() {
    char part[65536];
    const ssize_t count = recv(handle_, part, sizeof(part), 0);
    if (count > 0) received_.append(part, static_cast<size_t>(count));
    return count > 0;
  }

  const int handle_;
  const std::function<bool()>& is_interrupted_;
  std::string received_;
};

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

// Answers the requests of a connection until one of them is its last.
void Converse(int handle, WebServer& server, const std::function<bool()>& is_interrupted) {
  Requests requests(handle, is_interrupted);
  while (requests.Wait(kIdle)) {
    const std::string head = requests.Head();
    if (head.empty()) return;
    // A body of another size is left where it is, and the connection ends.
    const size_t announced = BodySizeOf(head).value_or(0);
    const size_t size = announced <= server.MostBody(head) ? announced : 0;
    const std::string body = requests.Body(size);
    if (body.size() < size) return;
    const WebServer::Reply reply = server.Answer(head, body);
    SendAll(handle, reply.bytes);
    if (reply.then == WebServer::Reply::Then::kHoldOpen) {
      while (!is_interrupted() && !requests.Wait(kIdle)) continue;
      server.Ended(head);
    }
    if (reply.then != WebServer::Reply::Then::kGoOn || size != announced) return;
  }
}

}  // namespace

std::string PosixHost::VersionOf(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return "";
  return std::to_string(status.st_ino) + "-" + std::to_string(status.st_size) + "-" +
         std::to_string(status.st_mtim.tv_sec) + "-" + std::to_string(status.st_mtim.tv_nsec);
}

bool PosixHost::Serve(uint16_t port, const std::function<void(uint16_t)>& started,
                      WebServer& server, std::string& problem) {
  const Socket listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!Listen(listener.handle(), port, problem)) return false;
  started(port);
  std::atomic<int> open = 0;
  const std::function<bool()> ends = [this] { return is_interrupted(); };
  while (!is_interrupted()) {
    // While all places are taken, poll() ignores the listener and only waits.
    const bool is_full = open >= kMostConnections;
    pollfd waiting = {is_full ? -1 : listener.handle(), POLLIN, 0};
    if (poll(&waiting, 1, 100) <= 0) continue;
    const int handle = accept4(listener.handle(), nullptr, nullptr, SOCK_CLOEXEC);
    if (handle < 0) continue;
    ++open;
    std::thread([handle, &server, &ends, &open] {
      {
        const Socket socket(handle);
        LimitWaits(handle);
        Converse(handle, server, ends);
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
#ifdef __APPLE__
  std::string program = "open";
#else
  std::string program = "xdg-open";
#endif
  std::string words = address;
  char* const arguments[] = {program.data(), words.data(), nullptr};
  pid_t process = 0;
  return posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments, environ) == 0;
}

}  // namespace paddock::cli
