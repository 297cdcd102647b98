/* Who belongs to a group, by the files of a system's accounts (passwd(5), group(5)). */
#ifndef GATEHOUSE_POSIX_ACCOUNTS_H
#define GATEHOUSE_POSIX_ACCOUNTS_H

#include "common/text.h"

/* Bytes without a final zero. */
typedef struct {
  const char *at;
  size_t length;
} Piece;

/* Texts of /etc/passwd and /etc/group; empty where they cannot be read. */
typedef struct {
  Piece passwd;
  Piece group;
} Accounts;

/* Whether a group is an account's private group: /etc/group has it with the account's name or number, and it has no other
 * members. Without the account in /etc/passwd, only the number counts. electron/os/posix-access.ts says the same of
 * configuration files. */
bool is_group_of_one(const Accounts *accounts, uint64_t account, uint64_t group);

#endif
