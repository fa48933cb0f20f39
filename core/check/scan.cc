// Checks of scan.
#include "core/check/context.h"

namespace paddock {

namespace {

void MeetShapes(TensorType& type, const TensorType& other) {
  for (size_t d = 0; d < type.rank() && d < other.rank(); ++d) {
    type.shape[d] = Meet(type.shape[d], other.shape[d]);
  }
}

class Scan {
 public:
  explicit Scan(CheckContext& context)
      : context_(context),
        inputs_(context.operand_types(0)),
        inits_(context.operand_types(1)),
        dimension_(context.i64("dimension")) {}

  size_t carry_count() const { return inits_.size(); }
  size_t output_count() const { return context_.result_count() - carry_count(); }

  // Checks X1: there is at least one input and one output.
  bool CheckCounts() {
    if (inputs_.size() + inits_.size() != 0 && context_.result_count() >= inits_.size() &&
        context_.result_count() != 0) {
      return true;
    }
    context_.Fail(Constraint::kChloScanX1, At(),
                  Say("there are ", inputs_.size(), " inputs, ", inits_.size(), " inits and ",
                      context_.result_count(), " results"));
    return false;
  }

  // Checks X2 and X3: all inputs have the same length.
  bool CheckLength() {
    const At at = At::Attribute("dimension");
    if (dimension_ < 0) {
      context_.Fail(Constraint::kChloScanX2, at, Say("dimension = ", dimension_));
      return false;
    }
    if (context_.attribute("scan_dim_size") != nullptr) {
      length_ = {context_.i64("scan_dim_size")};
      if (length_.size < 0) {
        context_.Fail(Constraint::kChloScanX3, At::Attribute("scan_dim_size"),
                      Say("scan_dim_size = ", length_));
        return false;
      }
    }
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const TensorType input = TensorType::Of(inputs_[i]);
      if (dimension_ >= static_cast<int64_t>(input.rank())) {
        context_.Fail(
            Constraint::kChloScanX2, at,
            Say("dimension = ", dimension_, " and rank(inputs[", i, "]) = ", input.rank()));
        return false;
      }
      const Dimension size = input.shape[static_cast<size_t>(dimension_)];
      if (!Agree(size, length_)) {
        context_.Fail(Constraint::kChloScanX3, At::Operand(i),
                      Say("inputs[", i, "] has ", size, " and the scan ", length_));
        return false;
      }
      length_ = Meet(size, length_);
    }
    return true;
  }

  // Checks X4: the body takes slices of the inputs, then the carries.
  bool CheckArguments() {
    const std::vector<Type> arguments = context_.argument_types(0);
    bool fits = arguments.size() == inputs_.size() + inits_.size();
    for (size_t i = 0; fits && i < inputs_.size(); ++i) {
      TensorType slice = TensorType::Of(inputs_[i]);
      slice.shape.erase(slice.shape.begin() + static_cast<ptrdiff_t>(dimension_));
      fits = Fits(arguments[i], slice.Make(context_.types()));
    }
    for (size_t i = 0; fits && i < inits_.size(); ++i) {
      fits = Fits(arguments[inputs_.size() + i], inits_[i]);
    }
    if (!fits) {
      context_.Fail(Constraint::kChloScanX4, At::Region(0), Say("it takes ", arguments));
    }
    return fits;
  }

  // Returns the result types by X5: those that the body returns, with the dimension inserted in
  // outputs.
  CheckResult Results() {
    const std::vector<Type> returned = context_.returned_types(0);
    if (returned.size() != context_.result_count()) {
      return context_.Fail(
          Constraint::kChloScanX5, At::Region(0),
          Say("body returns ", returned, " for ", context_.result_count(), " results"));
    }
    InferredTypes results;
    for (size_t i = 0; i < returned.size(); ++i) {
      if (!returned[i].is_tensor()) {
        results.push_back(context_.Infer(returned[i], Constraint::kChloScanX5));
        continue;
      }
      TensorType output = TensorType::Of(returned[i]);
      if (i >= output_count()) {
        const Type init = inits_[i - output_count()];
        if (!Fits(returned[i], init)) {
          return context_.Fail(Constraint::kChloScanX5, At::Region(0),
                               Say("body returns ", returned[i], " for a carry of type ", init));
        }
        MeetShapes(output, TensorType::Of(init));
        results.push_back(context_.Infer(output, Constraint::kChloScanX5, Constraint::kChloScanX5));
        continue;
      }
      if (dimension_ > static_cast<int64_t>(output.rank())) {
        return context_.Fail(Constraint::kChloScanX2, At::Attribute("dimension"),
                             Say("dimension = ", dimension_, " and body returns ", returned[i]));
      }
      output.shape.insert(output.shape.begin() + static_cast<ptrdiff_t>(dimension_), length_);
      results.push_back(context_.Infer(output, Constraint::kChloScanX5, Constraint::kChloScanX5));
    }
    return results;
  }

 private:
  CheckContext& context_;
  const std::vector<Type> inputs_;
  const std::vector<Type> inits_;
  const int64_t dimension_;
  Dimension length_;
};

}  // namespace

CheckResult CheckScan(CheckContext& context) {
  Scan scan(context);
  if (!scan.CheckCounts() || !scan.CheckLength() || !scan.CheckArguments()) return Failed();
  return scan.Results();
}

}  // namespace paddock
