// Made by nim-toolkit: the values of `vars` in problem.rbx.yml.
#ifndef NIM_TOOLKIT_RBX_H
#define NIM_TOOLKIT_RBX_H

#include <stdexcept>
#include <string>
#include <type_traits>

namespace nim_toolkit_vars {

enum Kind { INTEGER, REAL, FLAG, TEXT };

struct Row {
    const char *name;
    Kind kind;
    long long integer;
    double real;
    const char *text;
};

inline const Row ROWS[] = {
