#pragma once
#include <stdexcept>

/** The reason of a refusal; its message is for the person at the computer. */
struct Refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void require(bool condition, const std::string &otherwise) {
    if (!condition) throw Refusal(otherwise);
}
