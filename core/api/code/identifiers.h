// Identifiers: names of variables, made from the names that values have in a program.
#ifndef PADDOCK_CORE_API_CODE_IDENTIFIERS_H_
#define PADDOCK_CORE_API_CODE_IDENTIFIERS_H_

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace paddock::code {

// Names that differ from each other and from those of the language.
class Identifiers {
 public:
  explicit Identifiers(std::span<const std::string_view> reserved) {
    for (const std::string_view name : reserved) taken_.emplace(name);
  }

  // Returns a new name like `name`: "%lhs.1" is lhs_1, "%0" is v0, and a second one v0_1. A name
  // that is empty or has no letters is like `otherwise`.
  std::string Make(std::string_view name, std::string_view otherwise = "v");

  // A scope begins where Mark is called, and Release ends it: its names are free again.
  size_t Mark() const { return order_.size(); }
  void Release(size_t mark);

 private:
  std::unordered_set<std::string> taken_;
  // A name that Make returned, the word that it is made of, and the word's number before.
  struct Made {
    std::string name;
    std::string word;
    size_t number;
  };
  std::vector<Made> order_;
  // Last number behind a word that was taken.
  std::unordered_map<std::string, size_t> numbers_;
};

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_IDENTIFIERS_H_
