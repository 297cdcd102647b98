/**
 * Where the verdict comes from: the gate that started us left it on a descriptor, or we start `gatehouse check`
 * ourselves. Both give one line of JSON, still to be verified (ticket.hpp).
 */
#pragma once
#include <string>
#include <vector>

/**
 * Reads the line that the gate left for us.
 * @param name the value of GATEHOUSE_RESULT_FD, or a null pointer
 */
std::string read_from_gate(const char *name);

/** Starts Gatehouse and takes the verdict from its standard output. It counts together with exit code 0 only. */
std::string ask_gatehouse(const std::string &program, const std::vector<std::string> &options,
                          const std::string &nonce);
