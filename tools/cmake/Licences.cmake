# Writes THIRD-PARTY-LICENSES.txt into the build folder: the licences of all code that is compiled into what is shipped.
# Packages of npm and Python add those of their own parts.
include_guard()

set(paddock_licences ${PROJECT_BINARY_DIR}/THIRD-PARTY-LICENSES.txt)
set_property(GLOBAL PROPERTY paddock_licences
  "Paddock contains compiled code of the projects below, under these licences. LICENSE is the licence of Paddock itself.\n")

# paddock_licence(NAME FILE): the licence of the project NAME.
function(paddock_licence name file)
  file(READ ${file} text)
  string(STRIP "${text}" text)
  string(REPEAT "=" 80 line)
  set_property(GLOBAL APPEND_STRING PROPERTY paddock_licences "\n${line}\n${name}\n${line}\n\n${text}\n")
endfunction()

function(paddock_write_licences)
  get_property(text GLOBAL PROPERTY paddock_licences)
  file(GENERATE OUTPUT ${paddock_licences} CONTENT "${text}")
endfunction()
