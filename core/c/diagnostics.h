// Diagnostics: mistakes, with their places, rules and fixes.
#ifndef PADDOCK_CORE_C_DIAGNOSTICS_H_
#define PADDOCK_CORE_C_DIAGNOSTICS_H_

#include "core/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// List of diagnostics, with the text that they refer to. A function with a parameter
// `paddock_diagnostics** diagnostics` stores a list there, possibly an empty one, whenever it
// returns PADDOCK_OK or PADDOCK_ERROR. The parameter may be NULL.
typedef struct paddock_diagnostics paddock_diagnostics;

typedef int32_t paddock_severity;
enum { PADDOCK_SEVERITY_ERROR = 0, PADDOCK_SEVERITY_WARNING = 1 };

// Range of bytes in the text, end excluded. begin and end are 0 if there is no place. Lines and
// columns count from 1, columns in bytes.
typedef struct paddock_place {
  uint32_t begin;
  uint32_t end;
  uint32_t line;
  uint32_t column;
  uint32_t end_line;
  uint32_t end_column;
} paddock_place;

typedef struct paddock_diagnostic {
  size_t struct_size;
  paddock_severity severity;
  // 1 if the diagnostic is a consequence of an earlier one.
  int32_t is_consequence;
  // Stable and in lower case: "pad-c3" is constraint C3 of pad; "syntax", "type", "run", "memory"
  // ...
  const char* code;
  // One line in lower case, with the wrong names and values.
  const char* message;
  // Name under which the program was loaded.
  const char* file;
  paddock_place place;
  // The constraint in the specification's notation, and the address of the rule; empty if there is
  // none.
  const char* formula;
  const char* link;
  size_t note_count;
  size_t fix_count;
} paddock_diagnostic;

// A related place, with a remark.
typedef struct paddock_note {
  size_t struct_size;
  const char* message;
  paddock_place place;
} paddock_note;

// Edit that fixes the mistake: replace the text at `place`, which may be empty, by `replacement`.
typedef struct paddock_fix {
  size_t struct_size;
  const char* label;
  const char* replacement;
  paddock_place place;
  // 1 if no other fix is plausible; 0 if a person must choose.
  int32_t is_certain;
} paddock_fix;

// Returns the number of diagnostics; 0 for a null or wrong handle.
PADDOCK_C_API size_t paddock_diagnostics_count(const paddock_diagnostics* diagnostics);
// Returns the number of errors among them; 0 for a null or wrong handle.
PADDOCK_C_API size_t paddock_diagnostics_error_count(const paddock_diagnostics* diagnostics);

// Read the diagnostic at `index`, one of its notes, or one of its fixes. PADDOCK_OUT_OF_RANGE past
// the last one.
PADDOCK_C_API paddock_status paddock_diagnostics_get(const paddock_diagnostics* diagnostics,
                                                     size_t index, paddock_diagnostic* diagnostic);
PADDOCK_C_API paddock_status paddock_diagnostics_note(const paddock_diagnostics* diagnostics,
                                                      size_t index, size_t note_index,
                                                      paddock_note* note);
PADDOCK_C_API paddock_status paddock_diagnostics_fix(const paddock_diagnostics* diagnostics,
                                                     size_t index, size_t fix_index,
                                                     paddock_fix* fix);

// Makes a text of all diagnostics, for people: the message, the line with a caret under the place,
// the formula, the notes and the link.
PADDOCK_C_API paddock_status paddock_diagnostics_text(const paddock_diagnostics* diagnostics,
                                                      paddock_bytes** text);
// Makes a JSON array with an object for each diagnostic: severity, code, message, file, line,
// column, end_line, end_column, begin, end, formula, link, notes, fixes, is_consequence, caused_by.
PADDOCK_C_API paddock_status paddock_diagnostics_json(const paddock_diagnostics* diagnostics,
                                                      paddock_bytes** json);

PADDOCK_C_API void paddock_diagnostics_free(paddock_diagnostics* diagnostics);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_DIAGNOSTICS_H_
