// paddock completion: completion scripts for shells.
#include <string>
#include <string_view>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"

namespace paddock::cli {
namespace {

constexpr std::string_view kCompletionExamples[] = {
    "source <(paddock completion bash)                        # in ~/.bashrc",
    "source <(paddock completion zsh)                         # in ~/.zshrc",
    "paddock completion fish > ~/.config/fish/completions/paddock.fish",
};

std::string OptionNames(const Subcommand& command) {
  std::string names;
  for (const OptionInfo& option : command.options) {
    names += (names.empty() ? "" : " ") + std::string(option.name);
  }
  return names;
}

// Returns the choices of an option such as "fast|faithful"; empty if it takes other values.
std::string WordsOf(const OptionInfo& option) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyz0123456789-|";
  const bool is_list = option.value.find('|') != std::string_view::npos &&
                       option.value.find_first_not_of(kPlain) == std::string_view::npos;
  std::string words;
  for (char c : is_list ? option.value : std::string_view()) words += c == '|' ? ' ' : c;
  return words;
}

std::string CommandNames() {
  std::string names;
  for (const Subcommand* command : Subcommands()) {
    names += (names.empty() ? "" : " ") + std::string(command->name);
  }
  return names;
}

// Returns a function that fills COMPREPLY; zsh runs it through bashcompinit.
std::string Bash() {
  std::string text =
      "_paddock() {\n  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local command=${COMP_WORDS[1]} words=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words=\"" +
      CommandNames() + "\"\n  else\n    case \"$command $before\" in\n";
  for (const Subcommand* command : Subcommands()) {
    for (const OptionInfo& option : command->options) {
      const std::string words = WordsOf(option);
      if (words.empty()) continue;
      text += "      \"" + std::string(command->name) + " " + std::string(option.name) +
              "\") words=\"" + words + "\" ;;\n";
    }
  }
  text += "      *) case \"$command\" in\n";
  for (const Subcommand* command : Subcommands()) {
    if (command->options.empty()) continue;
    text += "        " + std::string(command->name) + ") words=\"" + OptionNames(*command) +
            " --help\" ;;\n";
  }
  return text +
         "      esac ;;\n    esac\n  fi\n"
         // Completes files where no option is expected.
         "  [[ $COMP_CWORD -gt 1 && $word != -* && $words == -* ]] && words=\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\ncomplete -o default -F _paddock paddock\n";
}

std::string Zsh() { return "autoload -U +X bashcompinit && bashcompinit\n" + Bash(); }

// fish quotes words with single quotes, within which `\'` and `\\` are escapes.
std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string Fish() {
  std::string text;
  for (const Subcommand* command : Subcommands()) {
    const std::string name(command->name);
    text += "complete -c paddock -n __fish_use_subcommand -a " + name + " -d " +
            Quoted(command->doc) + "\n";
    for (const OptionInfo& option : command->options) {
      text += "complete -c paddock -n '__fish_seen_subcommand_from " + name + "' -l " +
              std::string(option.name.substr(2)) + " -d " + Quoted(option.doc);
      const std::string words = WordsOf(option);
      if (!words.empty()) text += " -x -a " + Quoted(words);
      if (words.empty() && !option.value.empty()) text += " -r";
      text += "\n";
    }
  }
  return text;
}

int RunCompletion(const Arguments& arguments, Host& host) {
  const std::string shell = arguments.positional().size() == 1 ? arguments.positional()[0] : "";
  if (shell == "bash") {
    host.PrintOut(Bash());
  } else if (shell == "zsh") {
    host.PrintOut(Zsh());
  } else if (shell == "fish") {
    host.PrintOut(Fish());
  } else {
    return Complain(host, "completion needs the name of a shell: bash, zsh or fish");
  }
  return kDone;
}

}  // namespace

const Subcommand kCompletionCommand = {
    "completion", "bash|zsh|fish", "print a completion script for a shell",
    {},           RunCompletion,   kCompletionExamples};

}  // namespace paddock::cli
