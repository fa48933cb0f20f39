// paddock html: writes a page that contains a program and the engine.
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/session_options.h"
#include "cli/page/capsule.h"
#include "cli/page/page_program.h"
#include "cli/page/recorded.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kHtmlOptions[] = {
    {"-o", "OUT.html", "the page; absent: FILE with .html in place of its extension"},
    kInputOption,
    kGridOption,
    kInfeedOption,
    kReceiveOption,
    kNumericsOption,
    {"--playground", "URL", "address of the page that the link in the saved page opens"},
};

constexpr std::string_view kHtmlExamples[] = {
    "paddock html model.mlir",
    "paddock html model.mlir --input x=@image.npy -o image.html",
};

class HtmlWriter {
 public:
  HtmlWriter(const Arguments& arguments, Host& host) : arguments_(arguments), host_(host) {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "html needs one FILE");
    const std::string_view playground = arguments_.Get("--playground");
    if (!playground.empty() && !playground.starts_with("https://") &&
        !playground.starts_with("http://")) {
      return Complain(host_, "--playground is an address with https:// or http://, not '" +
                                 std::string(playground) + "'");
    }
    program_ = LoadFileAsText(arguments_.positional()[0], host_);
    if (const int code = PrintLoaded(program_.get(), host_); code != kDone) return code;
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    if (!FillMissing(*program_, *prepared, host_)) return kMisused;
    // The page repeats the run, so its bits must not depend on the machine.
    if (!arguments_.Has("--numerics")) prepared->options.numerics = simd::Numerics::kPortable;
    auto written = WritePageProgram(*program_, *prepared, arguments_, host_);
    if (!written) return written.error().code;
    return Run(std::move(prepared->options), *written);
  }

 private:
  int Run(SessionOptions options, const std::string& json) {
    options.on_print = [this](std::string_view text) { host_.PrintError(text); };
    std::vector<Diagnostic> diagnostics;
    const auto session = Session::Start(program_, std::move(options), diagnostics);
    PrintDiagnostics(host_, diagnostics, program_->source());
    if (session == nullptr) return kRefused;
    const RunOutcome outcome = RunToEnd(*session, 0, host_);
    if (outcome.is_interrupted) return kStopped;
    PrintDiagnostics(host_, session->diagnostics(), program_->source());
    if (outcome.reason != StopReason::kFinished) return kRefused;
    return Write(json, RecordedResults(*session));
  }

  int Write(const std::string& json, const std::string& picture) {
    const std::string& path = arguments_.positional()[0];
    const std::string title = path == "-" ? "Program" : path.substr(path.rfind('/') + 1);
    const std::map<std::string, std::string> parts = {
        {"title", HtmlText(title)},
        {"text", HtmlText(program_->source().text())},
        {"program", ScriptJson(json)},
        {"picture", picture},
        {"playground", HtmlText(arguments_.Get("--playground"))}};
    std::string problem;
    const auto page = Fill(parts, problem);
    const std::string out = OutputPath(path);
    if (!page || !host_.Write(out, *page, problem)) return Complain(host_, "html: " + problem);
    char size[16];
    std::snprintf(size, sizeof(size), "%.1f", static_cast<double>(page->size()) / 1e6);
    host_.PrintError("wrote " + out + ", " + size + " MB\n");
    return kDone;
  }

  std::optional<std::string> Fill(const std::map<std::string, std::string>& parts,
                                  std::string& problem) {
    const std::string path = host_.FindShared("capsule.html");
    if (path.empty()) {
      problem =
          "capsule.html is not here, the template of pages with the engine. It is built with the "
          "npm package (npm run build:wasm) and installed as PREFIX/share/paddock/capsule.html; "
          "the variable PADDOCK_SHARE names another folder. `npx paddock-hlo html` has it";
      return std::nullopt;
    }
    const auto page = host_.Read(path, problem);
    if (!page) return std::nullopt;
    const auto read = [&](const std::string& name) -> std::optional<std::string> {
      const std::string piece = host_.FindShared(name);
      return piece.empty() ? std::nullopt : host_.Read(piece, problem);
    };
    return FillCapsule(*page, parts, read, problem);
  }

  std::string OutputPath(const std::string& path) const {
    if (arguments_.Has("-o")) return std::string(arguments_.Get("-o"));
    if (path == "-") return "program.html";
    const size_t dot = path.rfind('.');
    const size_t name = path.rfind('/') + 1;
    const bool has_extension = dot != std::string::npos && dot > name;
    return path.substr(0, has_extension ? dot : path.size()) + ".html";
  }

  const Arguments& arguments_;
  Host& host_;
  std::shared_ptr<const Program> program_;
};

int RunHtml(const Arguments& arguments, Host& host) {
  return HtmlWriter(arguments, host).Execute();
}

}  // namespace

const Subcommand kHtmlCommand = {
    "html",       "FILE [options]", "write a page that contains the program and the engine",
    kHtmlOptions, RunHtml,          kHtmlExamples};

}  // namespace paddock::cli
