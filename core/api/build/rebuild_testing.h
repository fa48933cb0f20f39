// Rebuilds a program with the builder, operation by operation. For tests.
#ifndef PADDOCK_CORE_API_BUILD_REBUILD_TESTING_H_
#define PADDOCK_CORE_API_BUILD_REBUILD_TESTING_H_

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/api/build/builder.h"
#include "core/ir/module.h"
#include "core/text/print/print.h"

namespace paddock::build {

// Types are inferred if the op table supports it. An operation with other types is made with its
// own, and its name is recorded in `given`.
class Rebuild {
 public:
  explicit Rebuild(const Program& program) : program_(program) {}

  // Returns null, with a reason in `problem`, for a program that the builder cannot make.
  std::shared_ptr<const Program> Make() {
    for (;;) {
      first_mismatch_ = nullptr;
      auto built = MakeOnce();
      if (!built && first_mismatch_ == nullptr) return nullptr;
      if (first_mismatch_ == nullptr) return built;
      if (!with_types_.insert(first_mismatch_).second) return nullptr;
      given.insert(std::string(first_mismatch_->name));
    }
  }

  // Names of the operations whose types differ from the inferred ones.
  std::set<std::string> given;
  std::string problem;

 private:
  std::shared_ptr<const Program> MakeOnce() {
    ProgramBuilder builder;
    values_.clear();
    const paddock::Operation& module = *program_.module().operation();
    for (const NamedAttribute& attribute : module.attributes) {
      builder.SetAttribute(attribute.name, Print(*attribute.value));
    }
    std::vector<std::pair<const paddock::Operation*, FunctionBuilder>> functions;
    for (const paddock::Operation* operation : *program_.module().body()) {
      if (!operation->is(OpKind::kFuncFunc)) {
        builder.Operation(operation->name, {.attributes = AttributesOf(*operation)});
      } else if (FunctionBody(*operation) == nullptr) {
        problem = "a declaration";
        return nullptr;
      } else {
        functions.emplace_back(operation, Begin(builder, *operation));
      }
    }
    for (auto& [operation, f] : functions) Fill(f, *operation);
    auto built = builder.Finish({.has_locations = false});
    if (built) return *built;
    problem = RenderText(built.error().front());
    return nullptr;
  }

  static std::vector<NamedAttributeValue> AttributesOf(const paddock::Operation& operation) {
    std::vector<NamedAttributeValue> attributes;
    for (const NamedAttribute& attribute : operation.attributes) {
      attributes.push_back({std::string(attribute.name), Print(*attribute.value)});
    }
    return attributes;
  }

  static std::vector<NamedAttributeValue> EntryOf(const Attribute* list, size_t i) {
    std::vector<NamedAttributeValue> attributes;
    if (list == nullptr || i >= list->elements.size()) return attributes;
    for (const NamedAttribute& attribute : list->elements[i]->fields) {
      attributes.push_back({std::string(attribute.name), Print(*attribute.value)});
    }
    return attributes;
  }

  FunctionBuilder Begin(ProgramBuilder& builder, const paddock::Operation& function) {
    std::vector<Parameter> parameters;
    const Block& body = *FunctionBody(function);
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      const paddock::Value& argument = *body.arguments[i];
      parameters.push_back({std::string(argument.name), ToString(argument.type),
                            EntryOf(function.Find("arg_attrs"), i)});
    }
    FunctionOptions options;
    options.result_types.emplace();
    for (const Type type : FunctionType(function)->results) {
      options.result_types->push_back(ToString(type));
    }
    static const std::set<std::string_view> kOwn = {"sym_name", "function_type", "arg_attrs",
                                                    "res_attrs"};
    for (const NamedAttributeValue& attribute : AttributesOf(function)) {
      if (!kOwn.contains(attribute.name)) options.attributes.push_back(attribute);
    }
    FunctionBuilder f = builder.Function(SymbolName(function), parameters, options);
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      values_[body.arguments[i]] = f.argument(i);
    }
    return f;
  }

  void Fill(FunctionBuilder& f, const paddock::Operation& function) {
    const Values results = MakeBlock(f, *FunctionBody(function));
    ResultAttributes attributes;
    for (size_t i = 0; i < results.size(); ++i) {
      attributes.push_back(EntryOf(function.Find("res_attrs"), i));
    }
    f.Return(results, attributes);
  }

  // Makes the operations of a block; returns what its terminator returns.
  Values MakeBlock(FunctionBuilder& f, const Block& block) {
    for (const paddock::Operation* operation : block) {
      if (operation != block.last) MakeOperation(f, *operation);
    }
    std::vector<Value> returned;
    for (const paddock::Value* value : block.last->operands) returned.push_back(values_[value]);
    return returned;
  }

  static bool Fits(const FunctionBuilder& f, Value made, const paddock::Value& value) {
    const Type type = f.TypeOf(made);
    return type && ToString(type) == ToString(value.type);
  }

  void MakeOperation(FunctionBuilder& f, const paddock::Operation& operation) {
    const OpInfo& info = *operation.info;
    const bool has_given = std::ranges::any_of(info.origins, [](const ResultOrigin& origin) {
      return origin.source == ResultSource::kGiven;
    });
    const bool writes_types = has_given || with_types_.contains(&operation);
    OperationParts parts = {.attributes = AttributesOf(operation)};
    for (const paddock::Region* region : operation.regions) {
      const RegionInfo& row = info.regions[std::min(parts.regions.size(), info.regions.size() - 1)];
      parts.argument_types.emplace_back();
      for (const paddock::Value* argument : region->first->arguments) {
        if (row.is_given || writes_types)
          parts.argument_types.back().push_back(ToString(argument->type));
      }
      parts.regions.emplace_back([this, &f, &operation, region](const Values& arguments) {
        const Block& block = *region->first;
        for (size_t i = 0; i < block.arguments.size(); ++i) {
          values_[block.arguments[i]] = arguments[i];
          if (first_mismatch_ == nullptr && !Fits(f, arguments[i], *block.arguments[i])) {
            first_mismatch_ = &operation;
          }
        }
        return MakeBlock(f, block);
      });
    }
    std::vector<Value> operands;
    for (const paddock::Value* operand : operation.operands) operands.push_back(values_[operand]);
    if (writes_types) {
      for (const paddock::Value* result : operation.results) {
        parts.result_types.push_back(ToString(result->type));
      }
    }
    const Values results = f.Operation(operation.name, operands, parts);
    bool fits = results.size() == operation.results.size() && !results.is_failed();
    for (size_t i = 0; i < operation.results.size(); ++i) {
      values_[operation.results[i]] = results[i];
      fits = fits && Fits(f, results[i], *operation.results[i]);
      if (fits) f.Named(results[i], operation.results[i]->name);
    }
    if (!fits && first_mismatch_ == nullptr) first_mismatch_ = &operation;
  }

  const Program& program_;
  std::map<const paddock::Value*, Value> values_;
  std::set<const paddock::Operation*> with_types_;
  const paddock::Operation* first_mismatch_ = nullptr;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_REBUILD_TESTING_H_
