#include "core/exec/grid/run_queue.h"

#include <utility>

namespace paddock {

RunQueue::RunQueue(size_t processes, uint64_t seed)
    : states_(processes, State::kReady), unfinished_(processes), random_(seed) {
  for (size_t i = 0; i < processes; ++i) ready_.push_back(i);
}

// SplitMix64.
uint64_t RunQueue::Draw() {
  random_ += 0x9e3779b97f4a7c15;
  uint64_t bits = random_;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

std::optional<size_t> RunQueue::Take() {
  if (ready_.empty()) return std::nullopt;
  if (random_ != 0) {
    std::swap(ready_.front(), ready_[static_cast<size_t>(Draw() % ready_.size())]);
  }
  const size_t process = ready_.front();
  ready_.pop_front();
  states_[process] = State::kRunning;
  ++running_;
  return process;
}

void RunQueue::PutBack(size_t process) {
  states_[process] = State::kReady;
  ready_.push_back(process);
  --running_;
}

void RunQueue::PutFirst(size_t process) {
  states_[process] = State::kReady;
  ready_.push_front(process);
  --running_;
}

void RunQueue::Block(size_t process) {
  if (states_[process] == State::kWoken) return PutBack(process);
  states_[process] = State::kBlocked;
  --running_;
}

void RunQueue::End(size_t process) {
  states_[process] = State::kEnded;
  --running_;
  --unfinished_;
}

bool RunQueue::Wake(size_t process) {
  State& state = states_[process];
  if (state == State::kRunning) state = State::kWoken;
  if (state != State::kBlocked) return false;
  state = State::kReady;
  ready_.push_back(process);
  return true;
}

}  // namespace paddock
