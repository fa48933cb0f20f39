#include "cli/page/page_server.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/files/program_file.h"
#include "cli/http/http.h"
#include "cli/page/capsule.h"
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

// Whether a name stays below its folder.
bool IsPlain(std::string_view name) {
  const auto is_plain = [](unsigned char one) {
    return std::isalnum(one) != 0 || one == '.' || one == '-' || one == '_' || one == '/';
  };
  return !name.starts_with('/') && name.find("..") == std::string_view::npos &&
         std::ranges::all_of(name, is_plain);
}

void InsertBehind(std::string_view place, std::string_view inserted, std::string& text) {
  const size_t at = text.find(place);
  if (at != std::string::npos) text.insert(at + place.size(), inserted);
}

}  // namespace

PageServer::PageServer(std::string path, std::string token, Host& host)
    : path_(std::move(path)), token_(std::move(token)), host_(host), engines_(host) {}

std::string PageServer::address() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/" + token_ + "/";
}

bool PageServer::IsFromHere(std::string_view head) const {
  const auto host = HeaderOf(head, "Host");
  const std::string port = ":" + std::to_string(port_);
  if (!host || (*host != "127.0.0.1" + port && *host != "localhost" + port)) return false;
  const auto origin = HeaderOf(head, "Origin");
  if (origin && *origin != "http://" + std::string(*host)) return false;
  // Browsers say where a request comes from: "none" is the user.
  const auto site = HeaderOf(head, "Sec-Fetch-Site");
  return !site || *site == "same-origin" || *site == "none";
}

std::string_view PageServer::EngineOf(std::string_view head) const {
  const std::string start = "/" + token_ + "/engine/";
  const std::string_view target = TargetOf(head);
  // Browsers send the origin with each POST and WebSocket.
  const bool is_meant = target.starts_with(start) && IsFromHere(head) && HeaderOf(head, "Origin");
  return is_meant ? target.substr(start.size()) : "";
}

size_t PageServer::MostBody(std::string_view head) const {
  return MethodOf(head) == "POST" && !EngineOf(head).empty() ? PageEngines::kMostMessage : 0;
}

void PageServer::Ended(std::string_view head) { engines_.End(EngineOf(head)); }

WebServer::Reply PageServer::Answer(std::string_view head, std::string_view body) {
  if (!IsFromHere(head)) return {Refusal("403 Forbidden")};
  if (const std::string_view engine = EngineOf(head); !engine.empty()) {
    return AnswerEngine(engine, head, body);
  }
  if (MethodOf(head) != "GET" || BodySizeOf(head) != 0) {
    return {Response("405 Method Not Allowed", "text/plain", "")};
  }
  const std::string_view target = TargetOf(head);
  const size_t question = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, question);
  const std::string start = "/" + token_ + "/";
  if (!path.starts_with(start)) return {Refusal("403 Forbidden")};
  return {AnswerPath(path.substr(start.size()), target.substr(question))};
}

WebServer::Reply PageServer::AnswerEngine(std::string_view name, std::string_view head,
                                          std::string_view body) {
  if (BodySizeOf(head) != body.size()) return {Refusal("413 Content Too Large")};
  if (MethodOf(head) == "POST") {
    const auto answer = engines_.Ask(name, body);
    if (!answer) return {Refusal("410 Gone")};
    return {Response("200 OK", "application/octet-stream", *answer, true), Reply::Then::kGoOn};
  }
  const auto opened = MethodOf(head) == "GET" ? OpenWebSocket(head) : std::nullopt;
  if (!opened) return {Refusal("426 Upgrade Required")};
  if (!engines_.Start(name)) return {Refusal("503 Service Unavailable")};
  return {*opened, Reply::Then::kHoldOpen};
}

std::string PageServer::AnswerPath(std::string_view path, std::string_view query) {
  if (path.empty()) return Page();
  constexpr std::string_view kVersion = "?version=";
  if (path == "served/program") {
    return Program(query.starts_with(kVersion) ? query.substr(kVersion.size()) : "");
  }
  return IsPlain(path) ? File(std::string(path)) : Refusal("404 Not Found");
}

// The attributes name the file that the page shows, and the place of engines, without which the
// page uses its own. The page's policy allows WebSockets to this server: to some browsers 'self'
// does not include them.
std::string PageServer::Page() {
  std::string problem;
  auto html = host_.Read(host_.FindShared("page/index.html"), problem);
  if (!html) return Refusal("404 Not Found");
  const std::string name = path_.substr(path_.rfind('/') + 1);
  std::string attributes = " data-served=\"" + HtmlText(name) + "\"";
  if (host_.starts_processes()) {
    attributes += " data-engine=\"/" + token_ + "/engine/\"";
    const std::string port = std::to_string(port_);
    InsertBehind("connect-src 'self'", " ws://127.0.0.1:" + port + " ws://localhost:" + port,
                 *html);
  }
  InsertBehind("<html", attributes, *html);
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
