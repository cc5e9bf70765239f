# find_plain_package(TARGET HEADER LIBRARY): makes TARGET of a library that has no CMake package.
function(find_plain_package target header library)
    if(TARGET ${target})
        return()
    endif()
    find_path(${library}_INCLUDE_DIR ${header} REQUIRED)
    find_library(${library}_LIBRARY NAMES lib${library}.a ${library} REQUIRED)
    mark_as_advanced(${library}_INCLUDE_DIR ${library}_LIBRARY)
    add_library(${target} UNKNOWN IMPORTED)
    set_target_properties(${target} PROPERTIES
        IMPORTED_LOCATION "${${library}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${${library}_INCLUDE_DIR}")
endfunction()
