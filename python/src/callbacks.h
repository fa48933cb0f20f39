// Calls into Python during a run, which holds no GIL.
#ifndef PADDOCK_PYTHON_SRC_CALLBACKS_H_
#define PADDOCK_PYTHON_SRC_CALLBACKS_H_

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

namespace paddock::python {

// The first exception of a callback. It ends the run, and then reaches the caller.
class Pending {
 public:
  void Set(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr) error_ = std::move(error);
  }
  void Rethrow() {
    std::exception_ptr error;
    {
      const std::lock_guard lock(mutex_);
      error = std::exchange(error_, nullptr);
    }
    if (error != nullptr) std::rethrow_exception(error);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
};

// Owns a Python object; copies need no GIL.
using SharedObject = std::shared_ptr<const nanobind::object>;
SharedObject Share(nanobind::object object);

// Calls `function` with the GIL; keeps its exception in `pending`.
template <class Function>
void CallPython(Pending& pending, const Function& function) {
  const nanobind::gil_scoped_acquire acquire;
  try {
    function();
  } catch (...) {
    pending.Set(std::current_exception());
  }
}

struct RunReport {
  int64_t work_done = 0;
  int64_t estimated_work = 0;
  uint32_t line = 0;
};

// Looks for signals and reports progress while a run holds no GIL.
class Watch {
 public:
  // Calls `progress`, unless it is None, with the numbers of a report.
  Watch(nanobind::object progress, Pending& pending)
      : progress_(std::move(progress)), pending_(pending) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Call often. Throws the exception of a callback, of `progress`, or KeyboardInterrupt.
  template <class Report>
  void Look(const Report& report) {
    pending_.Rethrow();
    const auto now = Clock::now();
    if (now - looked_ < kBetweenLooks) return;
    looked_ = now;
    const nanobind::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    if (progress_.is_none() || now - told_ < kBetweenReports) return;
    told_ = now;
    const RunReport now_done = report();
    progress_(now_done.work_done, now_done.estimated_work, now_done.line);
  }

 private:
  using Clock = std::chrono::steady_clock;
  // A look waits for the GIL, which another thread may hold for 5 ms.
  static constexpr auto kBetweenLooks = std::chrono::milliseconds(25);
  static constexpr auto kBetweenReports = std::chrono::milliseconds(100);

  nanobind::object progress_;
  Pending& pending_;
  Clock::time_point looked_ = Clock::now();
  Clock::time_point told_ = looked_;
};

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_CALLBACKS_H_
