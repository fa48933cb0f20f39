// Writes an artifact's bytes, section by section.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/bytecode/artifact.h"
#include "core/bytecode/byte_writer.h"
#include "core/bytecode/casts.h"
#include "core/bytecode/downgrade.h"
#include "core/bytecode/numbering.h"
#include "core/bytecode/use_orders.h"

namespace paddock {
namespace {

class ArtifactWriter {
 public:
  ArtifactWriter(const WirePool& pool, const WireOperation& module, const Numbering& numbering,
                 const UseOrders& use_orders, const ArtifactOrigin* origin, VhloVersion version)
      : pool_(pool),
        module_(module),
        numbering_(numbering),
        use_orders_(use_orders),
        origin_(origin),
        version_(ContainerVersion(version)),
        producer_(origin != nullptr ? origin->producer : ProducerName(version)) {}

  std::string Write() {
    ByteWriter file;
    file.Text(kArtifactMagic);
    file.VarInt(version_);
    file.Terminated(producer_);
    file.Section(SectionId::kDialects, WriteDialects());
    WriteNodes(file);
    ByteWriter operations;
    operations.VarInt(1, false);
    WriteOperation(operations, module_);
    file.Section(SectionId::kOperations, operations.bytes());
    // No groups of resources.
    ByteWriter groups;
    groups.VarInt(0);
    file.Section(SectionId::kResourceOffsets, groups.bytes());
    file.Section(SectionId::kResources, {});
    file.Section(SectionId::kStrings, WriteStrings());
    if (version_ >= kPropertiesContainer) file.Section(SectionId::kProperties, WriteProperties());
    return file.Take();
  }

 private:
  // Strings are numbered in the order of their first use.
  uint32_t StringNumber(std::string_view text) {
    const auto [found, is_new] = strings_.emplace(text, static_cast<uint32_t>(string_list_.size()));
    if (is_new) string_list_.push_back(text);
    return found->second;
  }

  // Calls write(item) for all of `items`. A dialect and a count precede each run of items of one
  // dialect.
  template <class Item, class DialectOf, class Write>
  void WriteGroups(ByteWriter& out, const std::vector<Item>& items, DialectOf dialect_of,
                   Write write) {
    for (size_t begin = 0; begin < items.size();) {
      const WireDialect dialect = dialect_of(items[begin]);
      size_t end = begin;
      while (end < items.size() && dialect_of(items[end]) == dialect) ++end;
      out.VarInt(numbering_.NumberOf(dialect));
      out.VarInt(end - begin);
      for (; begin < end; ++begin) write(items[begin]);
    }
  }

  std::string WriteDialects() {
    ByteWriter out;
    out.VarInt(numbering_.dialects().size());
    for (WireDialect dialect : numbering_.dialects()) {
      const uint32_t name = StringNumber(DialectName(dialect));
      version_ >= kDialectVersionsContainer ? out.VarInt(name, false) : out.VarInt(name);
    }
    if (version_ >= kElidedLocationsContainer) out.VarInt(numbering_.names().size());
    WriteGroups(
        out, numbering_.names(), [](const Numbering::Name& name) { return name.dialect; },
        [&](const Numbering::Name& name) {
          const uint32_t number = StringNumber(name.name);
          // Every operation of these dialects is registered in readers.
          version_ >= kPropertiesContainer ? out.VarInt(number, true) : out.VarInt(number);
        });
    return out.Take();
  }

  void WriteNode(ByteWriter& out, const WireNode& node) {
    for (const WirePart& part : node.parts) {
      const auto index = static_cast<uint32_t>(part.value);
      switch (part.kind) {
        case WirePart::Kind::kNumber:
          out.VarInt(part.value);
          break;
        case WirePart::Kind::kByte:
          out.Byte(static_cast<uint8_t>(part.value));
          break;
        case WirePart::Kind::kAttribute:
          out.VarInt(numbering_.attribute(index));
          break;
        case WirePart::Kind::kOptionalAttribute:
          out.VarInt(numbering_.attribute(index), true);
          break;
        case WirePart::Kind::kType:
          out.VarInt(numbering_.type(index));
          break;
        case WirePart::Kind::kString:
          out.VarInt(StringNumber(pool_.string(part.value)));
          break;
        case WirePart::Kind::kBlob:
          out.Blob(pool_.blob(part.value));
          break;
      }
    }
  }

  void WriteNodes(ByteWriter& file) {
    ByteWriter data;
    ByteWriter offsets;
    offsets.VarInt(numbering_.attributes().size());
    offsets.VarInt(numbering_.types().size());
    for (WireKind kind : {WireKind::kAttribute, WireKind::kType}) {
      const std::vector<WireNode>& nodes = pool_.nodes(kind);
      const bool is_type = kind == WireKind::kType;
      WriteGroups(
          offsets, is_type ? numbering_.types() : numbering_.attributes(),
          [&](uint32_t node) { return nodes[node].dialect; },
          [&](uint32_t node) {
            const size_t begin = data.size();
            WriteNode(data, nodes[node]);
            // The entry is in the dialect's own encoding, not text.
            offsets.VarInt(data.size() - begin, true);
          });
    }
    file.Section(SectionId::kOffsets, offsets.bytes());
    file.Section(SectionId::kAttributesAndTypes, data.bytes());
  }

  // Returns the use orders of the values of `holder`, a block, operation or cast operand.
  std::vector<uint64_t> UseOrdersOf(const void* holder, std::span<Value* const> values) const {
    if (origin_ == nullptr) return use_orders_.Encode(values);
    const auto kept = origin_->use_orders.find(holder);
    return kept == origin_->use_orders.end() ? std::vector<uint64_t>() : kept->second;
  }

  void WriteOperation(ByteWriter& out, const WireOperation& operation) {
    out.VarInt(numbering_.name(operation));
    const size_t parts_position = out.size();
    uint8_t parts = 0;
    out.Byte(0);
    out.VarInt(numbering_.attribute(operation.place));
    if (operation.dictionary) {
      parts |= kHasAttributes;
      out.VarInt(numbering_.attribute(*operation.dictionary));
    }
    if (operation.has_properties) {
      parts |= kHasProperties;
      out.VarInt(PropertiesNumber(operation));
    }
    if (!operation.result_types.empty()) {
      parts |= kHasResults;
      out.VarInt(operation.result_types.size());
      for (uint32_t type : operation.result_types) out.VarInt(numbering_.type(type));
    }
    if (!operation.operands.empty()) {
      parts |= kHasOperands;
      out.VarInt(operation.operands.size());
      for (const Value* operand : operation.operands) {
        out.VarInt(numbering_.value(*operand));
      }
    }
    const bool is_cast = operation.name == kCastName;
    const void* holder = is_cast ? static_cast<const void*>(operation.operands[0])
                                 : static_cast<const void*>(operation.source);
    if (version_ >= kUseOrdersContainer && WriteUseOrders(out, holder, operation.source->results)) {
      parts |= kHasUseOrders;
    }
    if (!operation.regions.empty()) parts |= kHasRegions;
    out.Patch(parts_position, parts);
    if (!operation.regions.empty()) WriteRegions(out, operation);
  }

  bool WriteUseOrders(ByteWriter& out, const void* holder, std::span<Value* const> values) const {
    const std::vector<uint64_t> numbers = UseOrdersOf(holder, values);
    for (uint64_t number : numbers) out.VarInt(number);
    return !numbers.empty();
  }

  uint32_t PropertiesNumber(const WireOperation& operation) {
    ByteWriter list;
    for (const auto& property : operation.properties) {
      const bool is_optional = operation.dialect == WireDialect::kBuiltin;
      if (!property) {
        list.VarInt(0);
      } else if (is_optional) {
        list.VarInt(numbering_.attribute(*property), true);
      } else {
        list.VarInt(numbering_.attribute(*property));
      }
    }
    const auto [found, is_new] =
        properties_.emplace(list.Take(), static_cast<uint32_t>(property_list_.size()));
    if (is_new) property_list_.push_back(found->first);
    return found->second;
  }

  void WriteRegions(ByteWriter& out, const WireOperation& operation) {
    out.VarInt(operation.regions.size(), operation.is_isolated);
    if (!operation.is_isolated || version_ < kLazyRegionsContainer) {
      for (const WireRegion& region : operation.regions) WriteRegion(out, region);
      return;
    }
    ByteWriter own;
    for (const WireRegion& region : operation.regions) WriteRegion(own, region);
    out.Section(SectionId::kOperations, own.bytes());
  }

  void WriteRegion(ByteWriter& out, const WireRegion& region) {
    out.VarInt(region.blocks.size());
    if (region.blocks.empty()) return;
    out.VarInt(numbering_.ValueCount(region));
    for (const WireBlock& block : region.blocks) WriteBlock(out, block);
  }

  void WriteBlock(ByteWriter& out, const WireBlock& block) {
    const bool has_arguments = !block.argument_types.empty();
    out.VarInt(block.operations.size(), has_arguments);
    if (has_arguments) {
      out.VarInt(block.argument_types.size());
      for (size_t i = 0; i < block.argument_types.size(); ++i) WriteArgument(out, block, i);
      if (version_ >= kUseOrdersContainer) {
        const size_t parts_position = out.size();
        out.Byte(0);
        const bool has_orders = WriteUseOrders(out, block.source, block.source->arguments);
        if (has_orders) out.Patch(parts_position, kHasUseOrders);
      }
    }
    for (const WireOperation& operation : block.operations) WriteOperation(out, operation);
  }

  void WriteArgument(ByteWriter& out, const WireBlock& block, size_t i) {
    const uint32_t type = numbering_.type(block.argument_types[i]);
    const bool is_elided =
        version_ >= kElidedLocationsContainer && block.source->arguments[i]->location.empty();
    version_ >= kElidedLocationsContainer ? out.VarInt(type, !is_elided) : out.VarInt(type);
    if (!is_elided) out.VarInt(numbering_.attribute(block.argument_places[i]));
  }

  std::string WriteStrings() const {
    ByteWriter out;
    out.VarInt(string_list_.size());
    for (size_t i = string_list_.size(); i-- > 0;) out.VarInt(string_list_[i].size() + 1);
    for (std::string_view text : string_list_) out.Terminated(text);
    return out.Take();
  }

  std::string WriteProperties() const {
    ByteWriter out;
    out.VarInt(property_list_.size());
    for (std::string_view list : property_list_) {
      out.VarInt(list.size());
      out.Text(list);
    }
    return out.Take();
  }

  const WirePool& pool_;
  const WireOperation& module_;
  const Numbering& numbering_;
  const UseOrders& use_orders_;
  const ArtifactOrigin* origin_;
  const uint32_t version_;
  const std::string producer_;
  std::unordered_map<std::string_view, uint32_t> strings_;
  std::vector<std::string_view> string_list_;
  std::unordered_map<std::string, uint32_t> properties_;
  std::vector<std::string_view> property_list_;
};

}  // namespace

std::optional<std::string> WriteArtifact(const Module& module, VhloVersion version,
                                         DiagnosticSink& sink) {
  if (version < kOldestVhlo || version > kNewestVhlo) {
    sink.Error(kArtifactCode, Span(),
               "artifacts are written of versions " + ToString(kOldestVhlo) + " to " +
                   ToString(kNewestVhlo) + ", not of " + ToString(version));
    return std::nullopt;
  }
  const VhloTable table;
  WirePool pool;
  Module scratch;
  Encoder encoder(pool, version, scratch, module.origin() != nullptr);
  WireOperation root;
  const Casts casts(module, scratch);
  if (!Downgrade(table, encoder, casts, scratch, sink).Run(*module.operation(), root)) {
    return std::nullopt;
  }
  // The origin of an artifact applies only to its own version.
  const ArtifactOrigin* origin = module.origin();
  if (origin != nullptr && ParseProducer(origin->producer) != version) origin = nullptr;
  const Numbering numbering(pool, root, casts.value_count(),
                            origin != nullptr && origin->isolates_module_only);
  const UseOrders use_orders(root, casts.value_count());
  return ArtifactWriter(pool, root, numbering, use_orders, origin, version).Write();
}

}  // namespace paddock
