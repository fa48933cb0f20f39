// Structs of the C interface for tests.
#ifndef PADDOCK_CORE_C_TESTING_H_
#define PADDOCK_CORE_C_TESTING_H_

namespace paddock::c {

// Returns a struct whose struct_size is set, and whose other members are 0.
template <class T>
T Sized() {
  T made = {};
  made.struct_size = sizeof(T);
  return made;
}

}  // namespace paddock::c

#endif  // PADDOCK_CORE_C_TESTING_H_
