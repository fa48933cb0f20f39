// Whether the program is compiled with threads: in WebAssembly, only the flavour `threads` is.
#ifndef PADDOCK_CORE_EXEC_THREADS_HAS_THREADS_H_
#define PADDOCK_CORE_EXEC_THREADS_HAS_THREADS_H_

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
#define PADDOCK_HAS_THREADS
#endif

#endif  // PADDOCK_CORE_EXEC_THREADS_HAS_THREADS_H_
