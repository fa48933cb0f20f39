// Functions of paddock-why.wasm, which are not a module of their own here.
#include "wasm/native/bind.h"
#include "wasm/why/difference_numbers.h"
#include "wasm/why/why_handle.h"

namespace paddock {

void native::Bindings::BindWhy() {
  class_<WhyHandle>("WhyHandle")
      .class_function("open", &WhyHandle::Open, allow_raw_pointers())
      .function("run", &WhyHandle::run)
      .function("steps", &WhyHandle::steps)
      .function("ask", &WhyHandle::ask)
      .function("step", &WhyHandle::step)
      .function("finish", &WhyHandle::finish)
      .function("text", &WhyHandle::text)
      .function("textSize", &WhyHandle::text_size);
  class_<DifferenceHandle>("DifferenceHandle")
      .constructor<TensorHandle&, TensorHandle&>()
      .function("numbers", &DifferenceHandle::numbers);
}

}  // namespace paddock
