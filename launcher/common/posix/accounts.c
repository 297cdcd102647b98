/* Judges a group by its entries. */
#include "accounts.h"

enum { NAME = 0, NUMBER = 2, FIRST_GROUP = 3, MEMBERS = 3 };

/* Cuts the piece before the first `end` off a rest. False where the rest is over: then `rest->at` is NULL. */
static bool cut(Piece *rest, char end, Piece *piece) {
  if (rest->at == NULL) return false;
  size_t length = 0;
  while (length < rest->length && rest->at[length] != end) length += 1;
  piece->at = rest->at;
  piece->length = length;
  if (length == rest->length) {
    rest->at = NULL;
    rest->length = 0;
  } else {
    rest->at += length + 1;
    rest->length -= length + 1;
  }
  return true;
}

/* A field of an entry; without bytes, `at` NULL, where it has fewer. */
static Piece field_of(Piece entry, unsigned number) {
  Piece field = {NULL, 0};
  for (unsigned index = 0; index <= number; index += 1) {
    if (!cut(&entry, ':', &field)) return (Piece){NULL, 0};
  }
  return field;
}

static bool is_same(Piece one, Piece other) {
  if (one.at == NULL || other.at == NULL || one.length != other.length) return false;
  for (size_t index = 0; index < one.length; index += 1) {
    if (one.at[index] != other.at[index]) return false;
  }
  return true;
}

/* The name of the first entry with this number; `at` NULL where none has it. */
static Piece name_of(Piece entries, Piece number) {
  Piece entry;
  while (cut(&entries, '\n', &entry)) {
    if (is_same(field_of(entry, NUMBER), number)) return field_of(entry, NAME);
  }
  return (Piece){NULL, 0};
}

static bool has_other_member(Piece members, Piece name) {
  Piece member;
  while (cut(&members, ',', &member)) {
    if (member.length > 0 && !is_same(member, name)) return true;
  }
  return false;
}

bool is_group_of_one(const Accounts *accounts, uint64_t account, uint64_t group) {
  Text digits_of_account = {0};
  Text digits_of_group = {0};
  append_number(&digits_of_account, account);
  append_number(&digits_of_group, group);
  const Piece account_number = {digits_of_account.units, digits_of_account.length};
  const Piece number = {digits_of_group.units, digits_of_group.length};
  const Piece name = name_of(accounts->passwd, account_number);
  bool has_entry = false;
  Piece rest = accounts->group;
  Piece entry;
  while (cut(&rest, '\n', &entry)) {
    if (!is_same(field_of(entry, NUMBER), number)) continue;
    /* Each of several entries counts. */
    if (!is_same(field_of(entry, NAME), name) && account != group) return false;
    if (has_other_member(field_of(entry, MEMBERS), name)) return false;
    has_entry = true;
  }
  /* SECURITY: SEC-103 the members of a group without an entry are not known: a directory may have it, with anybody in it. */
  if (!has_entry) return false;
  rest = accounts->passwd;
  while (cut(&rest, '\n', &entry)) {
    if (is_same(field_of(entry, FIRST_GROUP), number) && !is_same(field_of(entry, NAME), name)) return false;
  }
  return true;
}
