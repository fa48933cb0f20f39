#include "wasm/native/objects.h"

#include <algorithm>
#include <utility>

namespace paddock::native {
namespace {

uint64_t AddressOf(const Exposed& memory) { return reinterpret_cast<uintptr_t>(memory.data); }

Exposed Beginning(const std::vector<Exposed>& memory, uint64_t address) {
  const auto found =
      std::ranges::find_if(memory, [&](const Exposed& one) { return AddressOf(one) == address; });
  return found == memory.end() ? Exposed{} : *found;
}

std::byte* Within(const std::vector<Exposed>& memory, uint64_t address, uint64_t size) {
  for (const Exposed& one : memory) {
    const uint64_t begin = AddressOf(one);
    if (address < begin || address - begin > one.size) continue;
    if (size <= one.size - (address - begin)) return one.data + (address - begin);
  }
  return nullptr;
}

}  // namespace

Objects::~Objects() {
  // A later object may refer to an earlier one.
  while (!objects_.empty()) Delete(objects_.rbegin()->first);
}

uint32_t Objects::Add(Object object) {
  objects_.emplace(++last_, std::move(object));
  return last_;
}

void* Objects::Find(uint32_t number, Kind kind) const {
  const auto found = objects_.find(number);
  return found != objects_.end() && found->second.kind == kind ? found->second.self : nullptr;
}

void Objects::Delete(uint32_t number) {
  const auto found = objects_.find(number);
  if (found == objects_.end()) return;
  found->second.destroy(found->second.self);
  objects_.erase(found);
}

void Objects::Expose(uint32_t number, Exposed memory) {
  if (memory.data == nullptr) return;
  const auto found = objects_.find(number);
  std::vector<Exposed>& all = found == objects_.end() ? own_memory_ : found->second.memory;
  if (const Exposed known = Beginning(all, AddressOf(memory)); known.size != memory.size) {
    all.push_back(memory);
  }
}

void Objects::Forget(uint32_t number) {
  const auto found = objects_.find(number);
  if (found != objects_.end()) found->second.memory.clear();
}

Exposed Objects::TakeBack(uint64_t address) {
  const Exposed memory = Beginning(own_memory_, address);
  std::erase_if(own_memory_, [&](const Exposed& one) { return AddressOf(one) == address; });
  return memory;
}

Exposed Objects::At(uint64_t address) const { return Beginning(own_memory_, address); }

std::byte* Objects::Find(uint64_t address, uint64_t size) const {
  std::byte* found = Within(own_memory_, address, size);
  for (auto one = objects_.begin(); found == nullptr && one != objects_.end(); ++one) {
    found = Within(one->second.memory, address, size);
  }
  return found;
}

}  // namespace paddock::native
