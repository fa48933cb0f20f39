#include "python/src/non_finite.h"

#include <nanobind/stl/vector.h>

#include "core/ir/operation.h"
#include "core/ir/value_name.h"
#include "python/src/bind.h"
#include "python/src/text.h"

namespace paddock::python {

void BindNonFinite(nb::module_& module) {
  const auto value = [](const FoundNonFinite& found) -> const Value& { return *found.found.value; };
  nb::class_<FoundNonFinite>(module, "NonFinite")
      .def_prop_ro("name",
                   [=](const FoundNonFinite& found) { return Text(WrittenName(value(found))); })
      .def_prop_ro("line",
                   [=](const FoundNonFinite& found) {
                     return found.program->source().Locate(value(found).operation->span.begin).line;
                   })
      .def_prop_ro("operation",
                   [=](const FoundNonFinite& found) { return Text(value(found).operation->name); })
      .def_prop_ro("location",
                   [=](const FoundNonFinite& found) { return Text(LocationOf(value(found))); })
      .def_prop_ro("is_nan",
                   [](const FoundNonFinite& found) { return found.found.bad == Why::Bad::kNan; })
      .def_prop_ro("process", [](const FoundNonFinite& found) { return found.found.process; })
      .def_prop_ro("cell", [](const FoundNonFinite& found) {
        return nb::tuple(nb::cast(found.found.cell));
      });
}

}  // namespace paddock::python
