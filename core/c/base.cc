#include "core/c/base.h"

#include "core/api/version.h"
#include "core/c/handle.h"
#include "core/types/element_type.h"

using paddock::ElementType;

// The numbers of the C interface are those of the table.
static_assert(PADDOCK_INDEX + 1 == paddock::kElementTypeCount);
static_assert(static_cast<int>(ElementType::kI1) == PADDOCK_I1);
static_assert(static_cast<int>(ElementType::kI64) == PADDOCK_I64);
static_assert(static_cast<int>(ElementType::kUI64) == PADDOCK_UI64);
static_assert(static_cast<int>(ElementType::kF4E2M1FN) == PADDOCK_F4E2M1FN);
static_assert(static_cast<int>(ElementType::kF8E4M3B11FNUZ) == PADDOCK_F8E4M3B11FNUZ);
static_assert(static_cast<int>(ElementType::kF8E8M0FNU) == PADDOCK_F8E8M0FNU);
static_assert(static_cast<int>(ElementType::kBF16) == PADDOCK_BF16);
static_assert(static_cast<int>(ElementType::kF64) == PADDOCK_F64);
static_assert(static_cast<int>(ElementType::kC128) == PADDOCK_C128);
static_assert(static_cast<int>(ElementType::kIndex) == PADDOCK_INDEX);

namespace paddock::c {
namespace {

constexpr const char* kStatusTexts[] = {
    "done",
    "the program, an input or the run is at fault: see the diagnostics",
    "a pointer that must not be null is null",
    "a handle is of another type or was released, or struct_size is wrong",
    "an index, a size, an enumerator or a process does not exist",
    "the call is not allowed at this moment",
    "memory does not suffice",
    "there is no such value",
};

bool IsElementType(paddock_element_type type) { return type >= 0 && type <= PADDOCK_INDEX; }

}  // namespace

paddock_bytes* MakeBytes(std::string text) { return new paddock_bytes{.text = std::move(text)}; }

}  // namespace paddock::c

uint32_t paddock_c_version(void) { return PADDOCK_C_VERSION; }

// Both are literals, so a zero byte follows them.
const char* paddock_version(void) { return paddock::kVersion.data(); }
const char* paddock_simd_target(void) { return paddock::SimdTargetName().data(); }

const char* paddock_status_text(paddock_status status) {
  const auto index = static_cast<size_t>(status);
  return index < std::size(paddock::c::kStatusTexts) ? paddock::c::kStatusTexts[index]
                                                     : "unknown status";
}

const char* paddock_element_type_name(paddock_element_type type) {
  if (!paddock::c::IsElementType(type)) return nullptr;
  return paddock::Spelling(static_cast<ElementType>(type)).data();
}

size_t paddock_element_type_bytes(paddock_element_type type) {
  return paddock::c::IsElementType(type) ? paddock::ByteSize(static_cast<ElementType>(type)) : 0;
}

const char* paddock_bytes_data(const paddock_bytes* bytes) {
  return paddock::c::IsHandle(bytes) ? bytes->text.c_str() : nullptr;
}

size_t paddock_bytes_size(const paddock_bytes* bytes) {
  return paddock::c::IsHandle(bytes) ? bytes->text.size() : 0;
}

void paddock_bytes_free(paddock_bytes* bytes) { paddock::c::FreeHandle(bytes); }
