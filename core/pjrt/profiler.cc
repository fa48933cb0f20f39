#include "core/pjrt/profiler.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/ir/operation.h"
#include "core/pjrt/protobuf.h"
#include "core/plan/plan.h"

namespace paddock::pjrt {
namespace {

// Later events of one profile are dropped.
constexpr size_t kMostEvents = size_t{1} << 20;
constexpr int64_t kPicoseconds = 1000;
// Line of the programs; process i has the line i + 1.
constexpr int64_t kProgramsLine = 0;

// Trace viewers show planes with this prefix as those of devices.
constexpr std::string_view kPlane = "/device:CUSTOM:Paddock";

// Numbers of fields in xplane.proto.
enum SpaceField : uint32_t { kPlanes = 1 };
enum PlaneField : uint32_t { kPlaneId = 1, kPlaneName = 2, kLines = 3, kEventMetadata = 4 };
enum LineField : uint32_t { kLineId = 1, kLineName = 2, kTimestampNs = 3, kEvents = 4 };
enum EventField : uint32_t { kMetadataId = 1, kOffsetPs = 2, kDurationPs = 3 };
enum MetadataField : uint32_t { kId = 1, kName = 2 };
enum MapField : uint32_t { kKey = 1, kValue = 2 };

struct ProfileEvent {
  int64_t name = 0;
  int64_t begin = 0;
  int64_t end = 0;
};

class ProfileRecorder {
 public:
  void Start() {
    const std::lock_guard lock(mutex_);
    lines_.clear();
    names_.clear();
    event_count_ = 0;
    begin_ = NowNanoseconds();
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    wall_begin_ = std::chrono::duration_cast<std::chrono::nanoseconds>(wall).count();
    is_on_ = true;
  }

  void Add(int64_t line, std::string_view name, int64_t begin, int64_t end) {
    const std::lock_guard lock(mutex_);
    if (!is_on_ || event_count_ == kMostEvents || begin < begin_) return;
    ++event_count_;
    auto known = names_.find(name);
    if (known == names_.end()) {
      known = names_.emplace(name, static_cast<int64_t>(names_.size()) + 1).first;
    }
    lines_[line].push_back({known->second, begin - begin_, end - begin_});
  }

  bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

  // Returns what was recorded since Start, serialized.
  std::string Stop() {
    const std::lock_guard lock(mutex_);
    is_on_ = false;
    ProtobufWriter plane;
    plane.Integer(kPlaneId, 1).Text(kPlaneName, kPlane);
    for (const auto& [line, events] : lines_) plane.Message(kLines, LineOf(line, events));
    for (const auto& [name, number] : names_) {
      const ProtobufWriter metadata = ProtobufWriter().Integer(kId, number).Text(kName, name);
      plane.Message(kEventMetadata,
                    ProtobufWriter().Integer(kKey, number).Message(kValue, metadata));
    }
    lines_.clear();
    names_.clear();
    return ProtobufWriter().Message(kPlanes, plane).bytes();
  }

 private:
  ProtobufWriter LineOf(int64_t line, const std::vector<ProfileEvent>& events) const {
    ProtobufWriter made;
    const std::string name =
        line == kProgramsLine ? "programs" : "operations of device " + std::to_string(line - 1);
    made.Integer(kLineId, line + 1).Text(kLineName, name).Integer(kTimestampNs, wall_begin_);
    for (const ProfileEvent& event : events) {
      made.Message(kEvents, ProtobufWriter()
                                .Integer(kMetadataId, event.name)
                                .Integer(kOffsetPs, event.begin * kPicoseconds)
                                .Integer(kDurationPs, (event.end - event.begin) * kPicoseconds));
    }
    return made;
  }

  std::atomic<bool> is_on_ = false;
  std::mutex mutex_;
  std::map<int64_t, std::vector<ProfileEvent>> lines_;
  std::map<std::string, int64_t, std::less<>> names_;
  size_t event_count_ = 0;
  int64_t begin_ = 0;
  int64_t wall_begin_ = 0;
};

ProfileRecorder& Recorder() {
  static ProfileRecorder recorder;
  return recorder;
}

// One profile that a framework asked for.
struct Profile {
  std::string bytes;
};

extern "C" {

struct ProfileCreateArgs {
  size_t struct_size;
  const char* options;
  size_t options_size;
  Profile* profile;
};
struct ProfileArgs {
  size_t struct_size;
  Profile* profile;
};
struct ProfileDataArgs {
  size_t struct_size;
  Profile* profile;
  uint8_t* buffer;
  size_t buffer_size;
};

// The functions return an error; none of them fails.
struct ProfilerFunctions {
  size_t struct_size;
  void* reserved;
  void (*destroy_error)(void* args);
  void (*error_message)(void* args);
  void* (*error_code)(void* args);
  void* (*create)(ProfileCreateArgs* args);
  void* (*destroy)(ProfileArgs* args);
  void* (*start)(ProfileArgs* args);
  void* (*stop)(ProfileArgs* args);
  void* (*collect)(ProfileDataArgs* args);
};

struct ProfilerExtensionBase {
  size_t struct_size;
  PJRT_Extension_Type type;
  PJRT_Extension_Base* next;
  ProfilerFunctions* functions;
  int64_t context_id;
};

}  // extern "C"

void* CreateProfile(ProfileCreateArgs* args) {
  args->profile = new Profile();
  return nullptr;
}

void* DestroyProfile(ProfileArgs* args) {
  delete args->profile;
  return nullptr;
}

void* StartProfile(ProfileArgs*) {
  Recorder().Start();
  return nullptr;
}

void* StopProfile(ProfileArgs* args) {
  // A profile may be stopped again.
  if (Recorder().is_on()) args->profile->bytes = Recorder().Stop();
  return nullptr;
}

// The first call has no buffer: it lends the bytes, which live as long as the profile. Callers that
// only need the size make a second call with a buffer of their own.
void* CollectProfile(ProfileDataArgs* args) {
  std::string& bytes = args->profile->bytes;
  if (args->buffer == nullptr) {
    args->buffer = reinterpret_cast<uint8_t*>(bytes.data());
  } else {
    std::memmove(args->buffer, bytes.data(), bytes.size());
  }
  args->buffer_size = bytes.size();
  return nullptr;
}

ProfilerFunctions* Functions() {
  static ProfilerFunctions functions = {
      .struct_size = sizeof(ProfilerFunctions),
      .reserved = nullptr,
      .destroy_error = [](void*) {},
      .error_message = [](void*) {},
      .error_code = [](void*) -> void* { return nullptr; },
      .create = &CreateProfile,
      .destroy = &DestroyProfile,
      .start = &StartProfile,
      .stop = &StopProfile,
      .collect = &CollectProfile,
  };
  return &functions;
}

}  // namespace

PJRT_Extension_Base* ProfilerExtension(PJRT_Extension_Base* next) {
  static ProfilerExtensionBase extension = {sizeof(ProfilerExtensionBase),
                                            PJRT_Extension_Type_Profiler, next, Functions(), 0};
  return reinterpret_cast<PJRT_Extension_Base*>(&extension);
}

bool IsProfiling() { return Recorder().is_on(); }

void ProfileRun(std::string_view program, int64_t begin, int64_t end) {
  Recorder().Add(kProgramsLine, program, begin, end);
}

void ProfileStep(int64_t process, const StepSpan& span) {
  const Operation* operation = span.plan->steps()[span.step].operation;
  if (operation == nullptr) return;
  Recorder().Add(process + 1, operation->name, span.begin, span.end);
}

}  // namespace paddock::pjrt
