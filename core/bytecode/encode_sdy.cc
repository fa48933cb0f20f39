// Attributes of Shardy (sdy), from their text.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/bytecode/builtin_codes.h"
#include "core/bytecode/encode.h"
#include "core/bytecode/sdy_codes.h"

namespace paddock {

// Reads the text of one attribute and interns its nodes.
class SdyReader {
 public:
  SdyReader(Encoder& encoder, std::string_view text) : encoder_(encoder), text_(text) {}

  // Returns the attribute's node; nothing if the text is malformed.
  std::optional<uint32_t> Read() {
    const uint32_t node = ReadAttribute();
    if (has_failed_ || !text_.empty()) return std::nullopt;
    return node;
  }

 private:
  using Nodes = std::vector<uint32_t>;

  uint32_t ReadAttribute() {
    if (Skip("#sdy.mesh")) return Mesh();
    if (Skip("#sdy.sharding_per_value")) return Shardings();
    if (Skip("#sdy.sharding")) return ShardingNode(Sharding());
    if (Skip("#sdy.op_sharding_rule")) return Rule();
    Expect("#sdy<manual_axes");
    const uint32_t node = ManualAxes();
    Expect(">");
    return node;
  }

  // --- Text.
  bool Skip(std::string_view word) {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n')) {
      text_.remove_prefix(1);
    }
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  void Expect(std::string_view word) { has_failed_ = !Skip(word) || has_failed_; }
  // Calls read() for the items of a list that `end` closes.
  template <class Read>
  void List(std::string_view end, Read read) {
    while (!Skip(end) && !has_failed_) {
      read();
      if (!Skip(",")) return Expect(end);
    }
  }
  int64_t Integer() {
    Skip("");
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) has_failed_ = true;
    text_.remove_prefix(static_cast<size_t>(end - text_.data()));
    return value;
  }
  std::string_view Until(std::string_view characters) {
    const size_t size = std::min(text_.find_first_of(characters), text_.size());
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(size);
    return word;
  }
  // Reads a name in quotation marks. One with an escape fails.
  std::string_view String() {
    Expect("\"");
    const std::string_view name = Until("\"\\");
    Expect("\"");
    return name;
  }

  // --- Nodes.
  uint32_t Node(WireParts parts) {
    return encoder_.pool_.Intern(WireKind::kAttribute, WireDialect::kSdy, std::move(parts));
  }
  static WireParts Start(SdyKind kind) { return WireParts(static_cast<uint64_t>(kind)); }
  void AddString(WireParts& parts, std::string_view text) {
    parts.Add(WirePart::Kind::kString, encoder_.pool_.InternString(text));
  }
  static void AddNodes(WireParts& parts, const Nodes& nodes) {
    parts.Number(nodes.size());
    for (uint32_t node : nodes) parts.Attribute(node);
  }
  static void AddIntegers(WireParts& parts, const std::vector<int64_t>& integers) {
    parts.Number(integers.size());
    for (int64_t integer : integers) parts.Signed(integer);
  }

  // <["x"=2, "y"=4], device_ids=[1, 0]>
  uint32_t Mesh() {
    Nodes axes;
    Expect("<");
    Expect("[");
    List("]", [&] {
      WireParts parts = Start(SdyKind::kMeshAxis);
      AddString(parts, String());
      Expect("=");
      parts.Signed(Integer());
      axes.push_back(Node(std::move(parts)));
    });
    std::vector<int64_t> devices;
    if (Skip(",")) {
      Expect("device_ids");
      Expect("=");
      Expect("[");
      List("]", [&] { devices.push_back(Integer()); });
    }
    Expect(">");
    WireParts parts = Start(SdyKind::kMesh);
    AddNodes(parts, axes);
    AddIntegers(parts, devices);
    return Node(std::move(parts));
  }

  // "x" or "x":(1)2
  uint32_t Axis() {
    WireParts parts = Start(SdyKind::kAxis);
    AddString(parts, String());
    if (Skip(":")) {
      WireParts part = Start(SdyKind::kSubAxis);
      Expect("(");
      part.Signed(Integer());
      Expect(")");
      part.Signed(Integer());
      parts.Add(WirePart::Kind::kOptionalAttribute, Node(std::move(part)));
    } else {
      parts.Number(0);
    }
    return Node(std::move(parts));
  }

  // {"x", ?}p1
  uint32_t Dimension() {
    Nodes axes;
    bool is_closed = true;
    Expect("{");
    List("}", [&] {
      if (Skip("?")) {
        is_closed = false;
      } else {
        axes.push_back(Axis());
      }
    });
    WireParts parts = Start(SdyKind::kDimension);
    AddNodes(parts, axes);
    parts.Add(WirePart::Kind::kByte, is_closed ? 1 : 0);
    parts.Number(Skip("p") ? static_cast<uint64_t>(Integer()) << 1 | 1 : 0);
    return Node(std::move(parts));
  }

  struct ShardingParts {
    uint32_t mesh = 0;
    Nodes dimensions;
    Nodes replicated;
    Nodes unreduced;
  };

  // <@mesh, [{"x"}, {}], replicated={"y"}, unreduced={"z"}>
  ShardingParts Sharding() {
    ShardingParts sharding;
    Expect("<");
    if (Skip("@")) {
      WireParts symbol(static_cast<uint64_t>(BuiltinAttribute::kFlatSymbol));
      const bool is_quoted = text_.starts_with('"');
      symbol.Attribute(encoder_.BuiltinStringNode(is_quoted ? String() : Until(", >")));
      sharding.mesh = encoder_.MakeBuiltin(std::move(symbol));
    } else {
      Expect("mesh");
      sharding.mesh = Mesh();
    }
    Expect(",");
    Expect("[");
    List("]", [&] { sharding.dimensions.push_back(Dimension()); });
    while (Skip(",") && !has_failed_) {
      const bool is_replicated = Skip("replicated");
      if (!is_replicated) Expect("unreduced");
      Expect("=");
      Expect("{");
      Nodes& axes = is_replicated ? sharding.replicated : sharding.unreduced;
      List("}", [&] { axes.push_back(Axis()); });
    }
    Expect(">");
    return sharding;
  }

  uint32_t ShardingNode(const ShardingParts& sharding) {
    const bool has_unreduced = !sharding.unreduced.empty();
    WireParts parts = Start(has_unreduced ? SdyKind::kShardingWithUnreduced : SdyKind::kSharding);
    parts.Attribute(sharding.mesh);
    AddNodes(parts, sharding.dimensions);
    AddNodes(parts, sharding.replicated);
    if (has_unreduced) AddNodes(parts, sharding.unreduced);
    return Node(std::move(parts));
  }

  // <[<@mesh, [{}]>, <@mesh, []>]>
  uint32_t Shardings() {
    Nodes shardings;
    bool has_unreduced = false;
    Expect("<");
    Expect("[");
    List("]", [&] {
      const ShardingParts sharding = Sharding();
      has_unreduced = has_unreduced || !sharding.unreduced.empty();
      shardings.push_back(ShardingNode(sharding));
    });
    Expect(">");
    WireParts parts = Start(has_unreduced ? SdyKind::kShardingsWithUnreduced : SdyKind::kShardings);
    AddNodes(parts, shardings);
    return Node(std::move(parts));
  }

  // {"x", "y"}
  uint32_t ManualAxes() {
    Nodes axes;
    Expect("{");
    List("}", [&] { axes.push_back(encoder_.BuiltinStringNode(String())); });
    WireParts parts = Start(SdyKind::kManualAxes);
    AddNodes(parts, axes);
    return Node(std::move(parts));
  }

  // i to z, z_1
  int64_t Factor() {
    Skip("");
    if (text_.empty() || text_.front() < 'i' || text_.front() > 'z') {
      has_failed_ = true;
      return 0;
    }
    const int64_t letter = text_.front() - 'i';
    text_.remove_prefix(1);
    if (!text_.starts_with('_')) return letter;
    text_.remove_prefix(1);
    return letter + Integer();
  }

  // [i, jk]
  uint32_t TensorFactors() {
    Nodes dimensions;
    Expect("[");
    List("]", [&] {
      std::vector<int64_t> factors = {Factor()};
      while (!text_.empty() && text_.front() >= 'i' && text_.front() <= 'z') {
        factors.push_back(Factor());
      }
      WireParts parts = Start(SdyKind::kDimensionFactors);
      AddIntegers(parts, factors);
      dimensions.push_back(Node(std::move(parts)));
    });
    WireParts parts = Start(SdyKind::kTensorFactors);
    AddNodes(parts, dimensions);
    return Node(std::move(parts));
  }

  // <([i, jk])->([i]) {i=8, j=2, k=4} reduction={j}, custom>
  uint32_t Rule() {
    Nodes operands;
    Nodes results;
    Expect("<");
    Expect("(");
    List(")", [&] { operands.push_back(TensorFactors()); });
    Expect("->");
    Expect("(");
    List(")", [&] { results.push_back(TensorFactors()); });
    std::vector<int64_t> sizes;
    if (Skip("{")) {
      List("}", [&] {
        if (Factor() != static_cast<int64_t>(sizes.size())) has_failed_ = true;
        Expect("=");
        sizes.push_back(Integer());
      });
    }
    WireParts parts = Start(SdyKind::kRule);
    AddIntegers(parts, sizes);
    AddNodes(parts, operands);
    AddNodes(parts, results);
    for (std::string_view name :
         {"reduction", "need_replication", "permutation", "blocked_propagation"}) {
      std::vector<int64_t> factors;
      if (Skip(name)) {
        Expect("=");
        Expect("{");
        List("}", [&] { factors.push_back(Factor()); });
      }
      AddIntegers(parts, factors);
    }
    const bool is_custom = Skip(",");
    if (is_custom) Expect("custom");
    Expect(">");
    parts.Add(WirePart::Kind::kByte, is_custom ? 1 : 0);
    return Node(std::move(parts));
  }

  Encoder& encoder_;
  std::string_view text_;
  bool has_failed_ = false;
};

uint32_t Encoder::EncodeSdy(const Attribute& attribute) {
  if (const auto node = SdyReader(*this, attribute.text).Read()) return *node;
  Refuse("an artifact cannot contain the attribute " + std::string(attribute.text));
  return BuiltinStringNode({});
}

}  // namespace paddock
