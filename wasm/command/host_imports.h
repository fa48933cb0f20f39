// What the command asks of Node: functions of wasm/package/src/command/node-host.ts, which
// host_library.js hands to the module. Texts go in as UTF-8, by address and size. A function that
// answers with a text keeps it and gives its size; paddock_host_take copies it.
#ifndef PADDOCK_WASM_COMMAND_HOST_IMPORTS_H_
#define PADDOCK_WASM_COMMAND_HOST_IMPORTS_H_

#include <cstddef>

extern "C" {

// Copies the text that was kept last.
void paddock_host_take(char* into);
// The words of the command, each behind a zero byte.
size_t paddock_host_words();
// A variable of the environment; 0 if it is not set.
size_t paddock_host_variable(const char* name, size_t size);

// A number for a file, opened to be read or made anew, "-" being standard input; -1, and the
// problem is kept, if it cannot be had.
int paddock_host_open(const char* path, size_t size, int is_new);
// In bytes; -1 of what is no plain file.
double paddock_host_size(int file);
// How many bytes were read from `offset` on, or, where that is negative, from where the last
// call ended: 0 at the end. -1, and the problem is kept.
int paddock_host_read(int file, double offset, void* into, size_t size);
// 0, and the problem is kept, if not all of it could be written.
int paddock_host_write(int file, const void* bytes, size_t size);
int paddock_host_close(int file);
// Why the last of the functions above failed: "No such file or directory".
size_t paddock_host_problem();

// As PathKind.
int paddock_host_stat(const char* path, size_t size);
// The files under a folder, each behind a zero byte.
size_t paddock_host_list(const char* folder, size_t size);

// To stream 1, standard output, or 2, standard error.
void paddock_host_print(int stream, const char* text, size_t size);
int paddock_host_is_interactive();
int paddock_host_shows_colors();
double paddock_host_now();
double paddock_host_cpu_seconds();
int paddock_host_is_interrupted();

}  // extern "C"

#endif  // PADDOCK_WASM_COMMAND_HOST_IMPORTS_H_
