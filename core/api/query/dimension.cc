#include "core/api/query/dimension.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>

#include "core/api/query/walk.h"
#include "core/explain/same_dimensions.h"
#include "core/ir/module.h"
#include "core/ir/value_name.h"

namespace paddock {
namespace {

// Tensor type in the text: the whole text, and the place of each size.
struct WrittenType {
  std::string_view text;
  std::vector<Span> sizes;
};

constexpr std::string_view kTensorBegin = "tensor<";

// Reads the type that begins at `begin` with "tensor<" and ends with the matching bracket.
WrittenType ReadType(std::string_view source, uint32_t begin) {
  WrittenType type;
  auto at = static_cast<uint32_t>(begin + kTensorBegin.size());
  const auto is_size = [](char letter) {
    return letter == '?' || (letter >= '0' && letter <= '9');
  };
  while (at < source.size() && is_size(source[at])) {
    uint32_t end = at;
    while (end < source.size() && is_size(source[end])) ++end;
    if (end == source.size() || source[end] != 'x') break;
    type.sizes.push_back({at, end});
    at = end + 1;
  }
  for (int open = 1; at < source.size() && open > 0; ++at) {
    if (source[at] == '<') ++open;
    if (source[at] == '>') --open;
  }
  type.text = source.substr(begin, at - begin);
  return type;
}

std::vector<WrittenType> ReadTypes(std::string_view source, Span span) {
  std::vector<WrittenType> types;
  const std::string_view part = source.substr(0, span.end);
  for (size_t at = part.find(kTensorBegin, span.begin); at != std::string_view::npos;
       at = part.find(kTensorBegin, at + types.back().text.size())) {
    types.push_back(ReadType(source, static_cast<uint32_t>(at)));
  }
  return types;
}

struct WrittenSize {
  Span span;
  ValueDimension of;
};

// Sizes of every type that an operation and its blocks write.
class WrittenSizes {
 public:
  explicit WrittenSizes(const Program& program) : source_(program.source().text()) {
    ForEachOperation(*program.module().operation()->regions[0],
                     [&](const Operation& operation, uint32_t) {
                       AddOperation(operation);
                       return true;
                     });
  }

  const std::vector<WrittenSize>& sizes() const { return sizes_; }

 private:
  void AddOperation(const Operation& operation) {
    for (const Region* region : operation.regions) {
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        for (const Value* argument : block->arguments) AddAt(argument->type_span, *argument);
      }
    }
    const auto spans = operation.result_type_spans;
    for (size_t i = 0; i < std::min(spans.size(), operation.results.size()); ++i) {
      AddAt(spans[i], *operation.results[i]);
    }
    if (operation.is(OpKind::kFuncFunc)) return AddFunction(operation);
    std::vector<const Value*> values(operation.operands.begin(), operation.operands.end());
    values.insert(values.end(), operation.results.begin(), operation.results.end());
    AddTypes(operation.type_span, values);
  }

  // Adds the types in a function's head, which are those of its arguments and returned values.
  void AddFunction(const Operation& function) {
    const Block* body = FunctionBody(function);
    if (body == nullptr || body->last == nullptr) return;
    std::vector<const Value*> values(body->arguments.begin(), body->arguments.end());
    values.insert(values.end(), body->last->operands.begin(), body->last->operands.end());
    AddTypes({function.span.begin, function.regions[0]->span.begin}, values);
  }

  void AddAt(Span span, const Value& value) {
    if (!source_.substr(span.begin).starts_with(kTensorBegin)) return;
    Add(ReadType(source_, span.begin), value);
  }

  // Assigns types to values in order if their numbers are equal. Otherwise a type belongs to the
  // first value of that type.
  void AddTypes(Span span, const std::vector<const Value*>& values) {
    if (!span.is_known()) return;
    const std::vector<WrittenType> types = ReadTypes(source_, span);
    for (size_t i = 0; i < types.size(); ++i) {
      if (types.size() == values.size()) {
        Add(types[i], *values[i]);
        continue;
      }
      const auto owner = std::ranges::find_if(values, [&](const Value* value) {
        return value->type.is_tensor() && ToString(value->type) == types[i].text;
      });
      if (owner != values.end()) Add(types[i], **owner);
    }
  }

  void Add(const WrittenType& type, const Value& value) {
    if (!value.type.is_tensor() || value.type.rank() != type.sizes.size()) return;
    for (uint32_t d = 0; d < type.sizes.size(); ++d) sizes_.push_back({type.sizes[d], {&value, d}});
  }

  std::string_view source_;
  std::vector<WrittenSize> sizes_;
};

// Disjoint sets of dimensions (union-find); a set is one dimension.
class DimensionSets {
 public:
  explicit DimensionSets(const Module& module) : first_(module.value_count()) {
    const Region& root = *module.operation()->regions[0];
    ForEachOperation(root, [&](const Operation& operation, uint32_t) {
      ForEachDefined(operation, [&](const Value& value) { Number(value); });
      return true;
    });
    parents_.resize(count_);
    std::iota(parents_.begin(), parents_.end(), 0);
    ForEachOperation(root, [&](const Operation& operation, uint32_t) {
      LinkSameDimensions(module, operation, [&](ValueDimension a, ValueDimension b) {
        parents_[SetOf(a)] = SetOf(b);
      });
      return true;
    });
  }

  uint32_t SetOf(ValueDimension dimension) {
    uint32_t at = first_[dimension.value->id] + dimension.dimension;
    while (parents_[at] != at) at = parents_[at] = parents_[parents_[at]];
    return at;
  }

  template <class Visit>
  static void ForEachDefined(const Operation& operation, Visit visit) {
    for (const Value* result : operation.results) visit(*result);
    for (const Region* region : operation.regions) {
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        for (const Value* argument : block->arguments) visit(*argument);
      }
    }
  }

 private:
  void Number(const Value& value) {
    first_[value.id] = count_;
    if (value.type.is_tensor()) count_ += static_cast<uint32_t>(value.type.rank());
  }

  // By value: index of its first dimension.
  std::vector<uint32_t> first_;
  std::vector<uint32_t> parents_;
  uint32_t count_ = 0;
};

// Sorts the places and removes duplicates, which occur if two paths lead to one place.
void SortPlaces(std::vector<Span>& places) {
  std::ranges::sort(places, {}, &Span::begin);
  const auto same = std::ranges::unique(places, {}, &Span::begin);
  places.erase(same.begin(), same.end());
}

}  // namespace

std::optional<DimensionPlace> DimensionAt(const Program& program, uint32_t offset) {
  if (program.has_errors()) return std::nullopt;
  const WrittenSizes written(program);
  const auto meant = std::ranges::find_if(written.sizes(), [&](const WrittenSize& size) {
    return size.span.begin <= offset && offset < size.span.end;
  });
  if (meant == written.sizes().end()) return std::nullopt;
  DimensionPlace place;
  place.size = meant->of.value->type.shape()[meant->of.dimension];
  place.span = meant->span;
  DimensionSets sets(program.module());
  const uint32_t set = sets.SetOf(meant->of);
  for (const WrittenSize& size : written.sizes()) {
    if (sets.SetOf(size.of) == set) place.places.push_back(size.span);
  }
  SortPlaces(place.places);
  ForEachOperation(*program.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     DimensionSets::ForEachDefined(operation, [&](const Value& value) {
                       const size_t rank = value.type.is_tensor() ? value.type.rank() : 0;
                       for (uint32_t d = 0; d < rank; ++d) {
                         if (sets.SetOf({&value, d}) != set) continue;
                         place.values.push_back({WrittenName(value), value.span, d});
                       }
                     });
                     return true;
                   });
  return place;
}

}  // namespace paddock
