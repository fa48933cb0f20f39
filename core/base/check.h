// PADDOCK_CHECK: aborts on a bug in Paddock. Invalid input gets a diagnostic instead.
#ifndef PADDOCK_CORE_BASE_CHECK_H_
#define PADDOCK_CORE_BASE_CHECK_H_

#include <cstdio>
#include <cstdlib>

#define PADDOCK_CHECK(condition)                                                          \
  do {                                                                                    \
    if (!(condition)) [[unlikely]] {                                                      \
      std::fprintf(stderr, "paddock: internal error: %s (%s:%d)\n", #condition, __FILE__, \
                   __LINE__);                                                             \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)

#endif  // PADDOCK_CORE_BASE_CHECK_H_
