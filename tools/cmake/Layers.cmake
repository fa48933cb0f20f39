# Reads core/LAYERS: PADDOCK_FOLDERS, and for each folder PADDOCK_INCLUDES_<folder> and PADDOCK_TEST_INCLUDES_<folder>.
include_guard()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/LAYERS)
file(READ ${PROJECT_SOURCE_DIR}/core/LAYERS paddock_layers)
string(REGEX REPLACE "#[^\n]*" "" paddock_layers "${paddock_layers}")
# An indented line continues the one before it.
string(REGEX REPLACE "\n[ \t]+" " " paddock_layers "${paddock_layers}")
string(REGEX MATCHALL "[^\n]+" paddock_layers "${paddock_layers}")
set(PADDOCK_FOLDERS "")
foreach(line IN LISTS paddock_layers)
  if(NOT line MATCHES "^([^: ]+):([^|]*)\\|?(.*)$")
    message(FATAL_ERROR "core/LAYERS: a line without a colon: ${line}")
  endif()
  set(folder ${CMAKE_MATCH_1})
  set(includes "${CMAKE_MATCH_2}")
  set(of_tests "${CMAKE_MATCH_3}")
  list(APPEND PADDOCK_FOLDERS ${folder})
  # CMake links dependencies of tables like included ones.
  string(REPLACE "+" " " includes "${includes}")
  string(REGEX MATCHALL "[^ ]+" PADDOCK_INCLUDES_${folder} "${includes}")
  string(REGEX MATCHALL "[^ ]+" PADDOCK_TEST_INCLUDES_${folder} "${of_tests}")
endforeach()

# paddock_stage_name(VARIABLE FOLDER): core/text is text, simd/math is simd_math, tests/generate is generate.
function(paddock_stage_name variable folder)
  string(REGEX REPLACE "^(core|tests)/" "" name ${folder})
  string(REPLACE "/" "_" name ${name})
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# paddock_libraries_of(VARIABLE FOLDER [TESTS]): the libraries of the folders that the folder, or its tests, include.
function(paddock_libraries_of variable folder)
  cmake_parse_arguments(PARSE_ARGV 2 of "TESTS" "" "")
  # A folder without a line of its own belongs to the one that holds it.
  while(NOT DEFINED PADDOCK_INCLUDES_${folder} AND folder)
    get_filename_component(folder "${folder}" DIRECTORY)
  endwhile()
  set(includes ${PADDOCK_INCLUDES_${folder}})
  if(of_TESTS)
    set(includes ${PADDOCK_TEST_INCLUDES_${folder}})
  endif()
  set(libraries "")
  foreach(include IN LISTS includes)
    paddock_stage_name(name ${include})
    list(APPEND libraries paddock_${name})
  endforeach()
  set(${variable} ${libraries} PARENT_SCOPE)
endfunction()
