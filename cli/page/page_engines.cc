#include "cli/page/page_engines.h"

#include <cstdint>
#include <utility>

namespace paddock::cli {

bool PageEngines::Start(std::string_view name) {
  const std::scoped_lock lock(mutex_);
  if (engines_.size() >= kMostEngines || engines_.contains(name)) return false;
  auto engine = std::make_shared<Engine>();
  engine->process = host_.StartProcess("engine");
  if (engine->process == nullptr) return false;
  engines_.emplace(name, std::move(engine));
  return true;
}

std::shared_ptr<PageEngines::Engine> PageEngines::Find(std::string_view name) {
  const std::scoped_lock lock(mutex_);
  const auto found = engines_.find(name);
  return found == engines_.end() ? nullptr : found->second;
}

std::optional<std::string> PageEngines::Ask(std::string_view name, std::string_view message) {
  const std::shared_ptr<Engine> engine = Find(name);
  if (engine == nullptr) return std::nullopt;
  const std::scoped_lock lock(engine->mutex);
  auto size = static_cast<uint32_t>(message.size());
  if (!engine->process->Send({reinterpret_cast<const char*>(&size), sizeof(size)}) ||
      !engine->process->Send(message) ||
      !engine->process->Receive({reinterpret_cast<char*>(&size), sizeof(size)}) ||
      size > kMostMessage) {
    return std::nullopt;
  }
  std::string answer(size, '\0');
  return engine->process->Receive(answer) ? std::optional(std::move(answer)) : std::nullopt;
}

void PageEngines::End(std::string_view name) {
  const std::shared_ptr<Engine> engine = Find(name);
  if (engine == nullptr) return;
  engine->process->End();
  const std::scoped_lock lock(mutex_);
  engines_.erase(engines_.find(name));
}

}  // namespace paddock::cli
