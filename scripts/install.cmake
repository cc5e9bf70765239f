# What `cmake --install` puts where: the program with its manual and completions, and the library with its headers and a
# CMake package, so that others need no more than find_package(retrograde).

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/retrograde")
install(TARGETS retrograde retrograde-cli EXPORT retrograde-targets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT retrograde-targets NAMESPACE retrograde:: DESTINATION "${package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/retrograde-config.cmake.in"
    "${PROJECT_BINARY_DIR}/retrograde-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/retrograde-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/retrograde-config.cmake" "${PROJECT_BINARY_DIR}/retrograde-config-version.cmake"
    "${CMAKE_CURRENT_LIST_DIR}/plain-package.cmake" DESTINATION "${package_dir}")

# Completions, printed by the program.
set(share_dir "${PROJECT_BINARY_DIR}/share")
add_custom_command(OUTPUT "${share_dir}/retrograde.bash" "${share_dir}/_retrograde"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${share_dir}"
    COMMAND retrograde-cli completion bash > "${share_dir}/retrograde.bash"
    COMMAND retrograde-cli completion zsh > "${share_dir}/_retrograde"
    DEPENDS retrograde-cli VERBATIM)
set(share_files "${share_dir}/retrograde.bash" "${share_dir}/_retrograde")
install(FILES "${share_dir}/retrograde.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
    RENAME retrograde)
install(FILES "${share_dir}/_retrograde" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")

# Manual pages, one for the program and one for each command, made of what --help prints.
find_program(HELP2MAN help2man)
mark_as_advanced(HELP2MAN)
set(RETROGRADE_HAS_MAN OFF)
if(HELP2MAN)
    set(RETROGRADE_HAS_MAN ON)
    add_custom_command(OUTPUT "${share_dir}/man1"
        COMMAND "${PROJECT_SOURCE_DIR}/scripts/man-pages" $<TARGET_FILE:retrograde-cli> "${share_dir}/man1"
        DEPENDS retrograde-cli "${PROJECT_SOURCE_DIR}/scripts/man-pages" VERBATIM)
    list(APPEND share_files "${share_dir}/man1")
    install(DIRECTORY "${share_dir}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
else()
    message(STATUS "help2man is not there: no manual pages")
endif()
add_custom_target(retrograde-share ALL DEPENDS ${share_files})
