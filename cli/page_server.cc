#include "cli/page_server.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/capsule.h"
#include "cli/command.h"
#include "core/bytecode/artifact.h"
#include "core/bytecode/exported.h"
#include "core/diagnostics/json.h"

namespace paddock::cli {
namespace {

constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".npy", "application/octet-stream"},
};

std::string_view TypeOf(std::string_view name) {
  const auto has_type = [&](const auto& type) { return name.ends_with(type.first); };
  const auto found = std::ranges::find_if(kTypes, has_type);
  return found == std::end(kTypes) ? "text/plain; charset=utf-8" : found->second;
}

std::string Response(std::string_view status, std::string_view type, std::string_view body) {
  std::string response = "HTTP/1.1 " + std::string(status) +
                         "\r\nContent-Type: " + std::string(type) +
                         "\r\nContent-Length: " + std::to_string(body.size()) +
                         "\r\nConnection: close\r\nCache-Control: no-store\r\n"
                         "Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
                         "X-Frame-Options: SAMEORIGIN\r\n"
                         "Cross-Origin-Resource-Policy: same-origin\r\n\r\n";
  response += body;
  return response;
}

std::string Refusal(std::string_view status) {
  return Response(status, "text/plain; charset=utf-8", status);
}

bool IsEqualIgnoringCase(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  });
}

// Returns the header's value. Nothing if it is absent or occurs twice.
std::optional<std::string_view> Header(std::string_view request, std::string_view name) {
  std::optional<std::string_view> value;
  for (size_t at = request.find("\r\n"); at != std::string_view::npos;) {
    const size_t begin = at + 2;
    at = request.find("\r\n", begin);
    const std::string_view line = request.substr(begin, at - begin);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || !IsEqualIgnoringCase(line.substr(0, colon), name)) {
      continue;
    }
    if (value) return std::nullopt;
    const size_t text = line.find_first_not_of(' ', colon + 1);
    value = text == std::string_view::npos ? "" : line.substr(text);
  }
  return value;
}

bool HasHeader(std::string_view request, std::string_view name) {
  return Header(request, name).has_value();
}

// Whether a name stays below its folder.
bool IsPlain(std::string_view name) {
  const auto is_plain = [](unsigned char one) {
    return std::isalnum(one) != 0 || one == '.' || one == '-' || one == '_' || one == '/';
  };
  return !name.starts_with('/') && name.find("..") == std::string_view::npos &&
         std::ranges::all_of(name, is_plain);
}

}  // namespace

PageServer::PageServer(std::string path, std::string token, Host& host)
    : path_(std::move(path)), token_(std::move(token)), host_(host) {}

std::string PageServer::address() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/" + token_ + "/";
}

bool PageServer::IsFromHere(std::string_view request) const {
  const auto host = Header(request, "Host");
  const std::string port = ":" + std::to_string(port_);
  if (!host || (*host != "127.0.0.1" + port && *host != "localhost" + port)) return false;
  const auto origin = Header(request, "Origin");
  if (origin && *origin != "http://" + std::string(*host)) return false;
  // Browsers say where a request comes from: "none" is the user.
  const auto site = Header(request, "Sec-Fetch-Site");
  return !site || *site == "same-origin" || *site == "none";
}

std::string PageServer::Answer(std::string_view request) {
  const std::string_view line = request.substr(0, request.find("\r\n"));
  if (!line.starts_with("GET ") || HasHeader(request, "Content-Length") ||
      HasHeader(request, "Transfer-Encoding")) {
    return Response("405 Method Not Allowed", "text/plain", "");
  }
  if (!IsFromHere(request)) return Refusal("403 Forbidden");
  const std::string_view target = line.substr(4, line.rfind(' ') - 4);
  const size_t question = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, question);
  const std::string start = "/" + token_ + "/";
  if (!path.starts_with(start)) return Refusal("403 Forbidden");
  return AnswerPath(path.substr(start.size()), target.substr(question));
}

std::string PageServer::AnswerPath(std::string_view path, std::string_view query) {
  if (path.empty()) return Page();
  constexpr std::string_view kVersion = "?version=";
  if (path == "served/program") {
    return Program(query.starts_with(kVersion) ? query.substr(kVersion.size()) : "");
  }
  return IsPlain(path) ? File(std::string(path)) : Refusal("404 Not Found");
}

// The attribute names the file that the page shows.
std::string PageServer::Page() {
  std::string problem;
  auto html = host_.Read(host_.FindShared("page/index.html"), problem);
  if (!html) return Refusal("404 Not Found");
  const size_t element = html->find("<html");
  if (element != std::string::npos) {
    const std::string name = path_.substr(path_.rfind('/') + 1);
    html->insert(element + 5, " data-served=\"" + HtmlText(name) + "\"");
  }
  return Response("200 OK", TypeOf(".html"), *html);
}

std::string PageServer::File(const std::string& name) {
  std::string problem;
  const std::string path = host_.FindShared("page/" + name);
  const auto bytes = path.empty() ? std::nullopt : host_.Read(path, problem);
  return bytes ? Response("200 OK", TypeOf(name), *bytes) : Refusal("404 Not Found");
}

// Returns the text of the program if it differs from that version.
std::string PageServer::Program(std::string_view version) {
  const std::string newest = host_.VersionOf(path_);
  if (!newest.empty() && newest == version) return Response("204 No Content", "text/plain", "");
  std::string problem;
  std::optional<std::string> text = host_.Read(path_, problem);
  if (text && (IsArtifact(*text) || IsExported(*text))) {
    const auto program = LoadFileAsText(path_, host_);
    if (program == nullptr || program->has_errors()) {
      problem = path_ + " cannot be read as a program";
      text.reset();
    } else {
      text = std::string(program->source().text());
    }
  }
  Json json;
  json.Member("version", std::string_view(newest));
  if (text) {
    json.Member("text", std::string_view(*text));
  } else {
    json.Member("problem", std::string_view(problem));
  }
  return Response("200 OK", "application/json", json.Object());
}

}  // namespace paddock::cli
