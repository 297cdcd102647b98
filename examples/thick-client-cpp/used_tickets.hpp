/**
 * Notes the tickets that were used, so that each counts once. One empty file for each ticket: making a file that must
 * not exist yet is a single step for the operating system, so of two starts at the same time one fails, and no lock is
 * left when a program dies. Its time of change is the ticket's end, by which it is tidied away.
 */
#pragma once
#include <string>

/**
 * Takes note of a verified ticket; refuses one that was noted before.
 * @param folder on a local disk, for this client and this person only
 * @param exp in seconds since 1970
 */
void use_once(const std::string &folder, const std::string &jti, double exp);
