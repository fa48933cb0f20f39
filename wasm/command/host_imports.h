// Node's functions for the command. wasm/package/src/command/node-host.ts implements them, and
// host_library.js passes them to the module. Texts are passed as UTF-8, by address and size. A
// function that returns a text stores it and returns its size; paddock_host_take copies it.
#ifndef PADDOCK_WASM_COMMAND_HOST_IMPORTS_H_
#define PADDOCK_WASM_COMMAND_HOST_IMPORTS_H_

#include <cstddef>

extern "C" {

// Copies the text that was stored last.
void paddock_host_take(char* into);
// Returns the arguments of the command, each preceded by a zero byte.
size_t paddock_host_words();
// Returns an environment variable; 0 if it is not set.
size_t paddock_host_variable(const char* name, size_t size);

// Opens a file, or creates it if `is_new`, and returns its descriptor. "-" is standard input. -1 on
// failure, with the reason stored.
int paddock_host_open(const char* path, size_t size, int is_new);
// Returns the size in bytes; -1 if this is not a regular file.
double paddock_host_size(int file);
// Reads from `offset`, or, if that is negative, from where the last call ended. Returns the number
// of bytes read, 0 at the end of the file, or -1 on failure, with the reason stored.
int paddock_host_read(int file, double offset, void* into, size_t size);
// Writes all the bytes. 0 on failure, with the reason stored.
int paddock_host_write(int file, const void* bytes, size_t size);
int paddock_host_close(int file);
// Returns why the last call above failed: "No such file or directory".
size_t paddock_host_problem();

// Returns a PathKind.
int paddock_host_stat(const char* path, size_t size);
// Returns the files under a folder, each preceded by a zero byte.
size_t paddock_host_list(const char* folder, size_t size);

// Prints to stream 1, standard output, or 2, standard error.
void paddock_host_print(int stream, const char* text, size_t size);
int paddock_host_is_interactive();
int paddock_host_shows_colors();
// Returns the number of threads of a run, unless the user chooses another.
int paddock_host_threads();
double paddock_host_now();
double paddock_host_cpu_seconds();
int paddock_host_is_interrupted();

}  // extern "C"

#endif  // PADDOCK_WASM_COMMAND_HOST_IMPORTS_H_
