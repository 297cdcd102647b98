/* Checks the line that Electron writes after a login: the verdict. */
#include "verdict.h"
#include "tables.h"

/* The unread rest of the line. */
typedef struct {
  const char *at;
  const char *end;
} Rest;

static bool take(Rest *rest, const char *expected) {
  Rest ahead = *rest;
  while (*expected != 0) {
    if (ahead.at == ahead.end || *ahead.at != *expected) return false;
    ahead.at += 1;
    expected += 1;
  }
  *rest = ahead;
  return true;
}

/* An outcome that lets in, in quotes. */
static bool take_allowing_outcome(Rest *rest) {
  static const char *const OUTCOMES[] = {ALLOWING_OUTCOMES};
  for (size_t index = 0; index < sizeof OUTCOMES / sizeof *OUTCOMES; index += 1) {
    Rest ahead = *rest;
    if (!take(&ahead, "\"") || !take(&ahead, OUTCOMES[index]) || !take(&ahead, "\"")) continue;
    *rest = ahead;
    return true;
  }
  return false;
}

static bool is_part_of_name(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '-';
}

/* A name in quotes: small letters, digits, dashes. */
static bool take_name(Rest *rest) {
  if (!take(rest, "\"")) return false;
  const char *start = rest->at;
  while (rest->at != rest->end && is_part_of_name(*rest->at)) rest->at += 1;
  return rest->at != start && take(rest, "\"");
}

/* The exit code of a refusal, one of the table, without leading zeros (JSON). */
static bool take_code(Rest *rest, uint32_t *code) {
  static const uint32_t CODES[] = {REFUSING_CODES};
  uint32_t read = 0;
  if (rest->at == rest->end || *rest->at == '0') return false;
  for (size_t count = 0; count < 3 && rest->at != rest->end && *rest->at >= '0' && *rest->at <= '9'; count += 1) {
    read = read * 10 + (uint32_t)(*rest->at - '0');
    rest->at += 1;
  }
  for (size_t index = 0; index < sizeof CODES / sizeof *CODES; index += 1) {
    if (read == CODES[index]) {
      *code = read;
      return true;
    }
  }
  return false;
}

/* Whether there is one line feed, at the end, and no other control character. */
static bool is_one_line(const char *bytes, size_t length) {
  if (length < 2 || length > LONGEST_VERDICT || bytes[length - 1] != '\n') return false;
  for (size_t index = 0; index + 1 < length; index += 1) {
    if ((unsigned char)bytes[index] < ' ' || bytes[index] == 0x7f) return false;
  }
  return true;
}

static const char TICKET[] = "\"ticket\":";

size_t length_before_ticket(const char *bytes, size_t length) {
  const size_t name = sizeof TICKET - 1;
  /* Take the last match: earlier text in the line cannot pass for the ticket. */
  for (size_t start = length; start > 0; start -= 1) {
    Rest rest = {bytes + start - 1, bytes + length};
    if (bytes[start - 1] == '"' && start > 1 && bytes[start - 2] == ',' && take(&rest, TICKET)) return start - 1 + name;
  }
  return 0;
}

static bool is_part_of_ticket(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '.' ||
         byte == '-' || byte == '_';
}

size_t write_public_line(char *to, const char *bytes, size_t length) {
  static const char END[] = "null}\n";
  const size_t before = length_before_ticket(bytes, length);
  for (size_t index = 0; index < before; index += 1) to[index] = bytes[index];
  for (size_t index = 0; index + 1 < sizeof END; index += 1) to[before + index] = END[index];
  return before + sizeof END - 1;
}

/* Whether the line ends with a ticket: null, or a JWS in compact form if `may_have_one`. */
static bool ends_with_ticket(const char *bytes, size_t length, bool may_have_one) {
  const size_t before = length_before_ticket(bytes, length);
  Rest rest = {bytes + before, bytes + length};
  if (before == 0) return false;
  if (may_have_one && take(&rest, "\"")) {
    while (rest.at != rest.end && is_part_of_ticket(*rest.at)) rest.at += 1;
    return take(&rest, "\"}\n") && rest.at == rest.end;
  }
  return take(&rest, "null}\n") && rest.at == rest.end;
}

static const char HEAD[] = "{\"apiVersion\":\"gatehouse/1\",\"outcome\":";

/* SECURITY: SEC-29 if the login fails, the command never starts: only one whole line decides. */
Verdict judge_verdict(const char *bytes, size_t length, uint32_t *code) {
  Rest rest = {bytes, bytes + length};
  *code = 0;
  if (!is_one_line(bytes, length) || !take(&rest, HEAD)) return VERDICT_NONE;
  if (take_allowing_outcome(&rest)) {
    if (!take(&rest, ",\"reason\":null,\"exitCode\":0,")) return VERDICT_NONE;
    return ends_with_ticket(bytes, length, true) ? VERDICT_ALLOWED : VERDICT_NONE;
  }
  if (!take_name(&rest) || !take(&rest, ",\"reason\":") || !take_name(&rest)) return VERDICT_NONE;
  if (!take(&rest, ",\"exitCode\":") || !take_code(&rest, code) || !take(&rest, ",")) return VERDICT_NONE;
  return ends_with_ticket(bytes, length, false) ? VERDICT_REFUSED : VERDICT_NONE;
}
