#include "python/src/values.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "core/ir/operation.h"
#include "core/ir/value_name.h"
#include "python/src/bind.h"
#include "python/src/program.h"
#include "python/src/tensor.h"
#include "python/src/text.h"

namespace paddock::python {
namespace {

std::vector<NamedLeaf> LeavesOf(const LoadedProgram& loaded) {
  const auto size = static_cast<uint32_t>(loaded.program->source().text().size());
  std::vector<NamedLeaf> leaves;
  for (ValueLeaf& leaf : ValueLeavesIn(*loaded.program, Span{0, size})) {
    leaves.push_back({loaded.program, std::move(leaf)});
  }
  return leaves;
}

uint32_t LineOf(const NamedLeaf& leaf) {
  return leaf.program->source().Locate(leaf.leaf.value->span.begin).line;
}

nb::str OperationOf(const NamedLeaf& leaf) {
  const Operation* operation = leaf.leaf.value->operation;
  return Text(operation == nullptr ? "" : operation->name);
}

}  // namespace

ProcessId ProcessOf(const Session& session, ProcessPair process) {
  const ProcessId found{process.first, process.second};
  if (session.grid().Contains(found)) return found;
  const std::string message =
      "the grid is " + ToString(session.grid()) + ", without " + ToString(found);
  throw nb::index_error(message.c_str());
}

nb::object ValueOf(const Session& session, const NamedLeaf& leaf, ProcessPair process) {
  const ProcessId where = ProcessOf(session, process);
  const auto kept = session.ValueOf(*leaf.leaf.value, where, leaf.leaf.leaf.first_leaf);
  if (!kept || !kept->value.has_value()) return nb::none();
  const Tensor& value = kept->value;
  return nb::make_tuple(value.buffer()->is_owned() ? value : OwnedCopy(value), Text(kept->type));
}

nb::object SummaryOf(const Session& session, const NamedLeaf& leaf, ProcessPair process) {
  const auto summary = SummarizeValue(session, leaf.leaf, ProcessOf(session, process));
  if (!summary) return nb::none();
  nb::dict made;
  made["shape"] = nb::tuple(nb::cast(summary->shape));
  made["executions"] = summary->executions;
  made["nan_count"] = summary->nan_count;
  made["infinity_count"] = summary->infinity_count;
  made["min"] = summary->min;
  made["max"] = summary->max;
  made["mean"] = summary->mean;
  made["histogram"] = nb::tuple(nb::cast(summary->histogram));
  return made;
}

nb::list ResultsOf(const Session& session, ProcessPair process) {
  const auto& results = session.results(ProcessOf(session, process));
  const auto& types = session.result_types();
  nb::list list;
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor& value = results[i];
    nb::object tensor = nb::none();
    if (value.has_value()) {
      tensor = nb::cast(value.buffer()->is_owned() ? value : OwnedCopy(value));
    }
    list.append(nb::make_tuple(tensor, Text(i < types.size() ? types[i] : "")));
  }
  return list;
}

void BindValues(nb::module_& module) {
  nb::class_<NamedLeaf>(module, "Leaf")
      .def_prop_ro("name", [](const NamedLeaf& leaf) { return Text(leaf.leaf.leaf.name); })
      .def_prop_ro("type", [](const NamedLeaf& leaf) { return Text(leaf.leaf.leaf.type); })
      .def_prop_ro("line", LineOf)
      .def_prop_ro("operation", OperationOf)
      .def_prop_ro("location",
                   [](const NamedLeaf& leaf) { return Text(LocationOf(*leaf.leaf.value)); });
  module.def("leaves", LeavesOf);
}

}  // namespace paddock::python
