// Pages that contain a program and its engine, made from a template
// (wasm/package/build-capsule.mjs).
#ifndef PADDOCK_CLI_PAGE_CAPSULE_H_
#define PADDOCK_CLI_PAGE_CAPSULE_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace paddock::cli {

// Returns text that HTML shows as it is, also inside attributes.
std::string HtmlText(std::string_view text);
// Returns JSON that a script of HTML can contain.
std::string ScriptJson(std::string_view json);

// Returns a file that stands beside the template, with its whole content; nothing if it is absent.
using ReadPiece = std::function<std::optional<std::string>(const std::string& name)>;

// Replaces the marks of `page`: `<!--paddock:title-->` by the part of this name, and
// `<!--paddock:file NAME 12 400-->` by these bytes of a file. Marks within parts stay text. Returns
// nothing, with a sentence in `problem`, if a part or a file is absent.
std::optional<std::string> FillCapsule(std::string_view page,
                                       const std::map<std::string, std::string>& parts,
                                       const ReadPiece& read, std::string& problem);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PAGE_CAPSULE_H_
