/* Reads and writes command lines. */
#include "words.h"

static bool is_blank(wchar_t unit) { return unit == L' ' || unit == L'\t'; }

static const wchar_t *skip_blanks(const wchar_t *line) {
  while (is_blank(*line)) line += 1;
  return line;
}

const wchar_t *read_program(const wchar_t *line, Text *program) {
  bool quoted = false;
  make_empty(program);
  while (*line != 0 && (quoted || !is_blank(*line))) {
    if (*line == L'"') {
      quoted = !quoted;
    } else {
      append_unit(program, *line);
    }
    line += 1;
  }
  return skip_blanks(line);
}

const wchar_t *read_word(const wchar_t *line, Text *word) {
  bool quoted = false;
  line = skip_blanks(line);
  if (*line == 0) return NULL;
  make_empty(word);
  while (*line != 0 && (quoted || !is_blank(*line))) {
    size_t backslashes = 0;
    while (*line == L'\\') {
      backslashes += 1;
      line += 1;
    }
    const bool before_quote = *line == L'"';
    const size_t kept = before_quote ? backslashes / 2 : backslashes;
    for (size_t index = 0; index < kept; index += 1) append_unit(word, L'\\');
    if (before_quote && backslashes % 2 == 1) {
      append_unit(word, L'"');
      line += 1;
    } else if (before_quote && quoted && line[1] == L'"') {
      append_unit(word, L'"');
      line += 2;
    } else if (before_quote) {
      quoted = !quoted;
      line += 1;
    } else if (*line != 0 && (quoted || !is_blank(*line))) {
      append_unit(word, *line);
      line += 1;
    }
  }
  return skip_blanks(line);
}

static bool needs_quotes(const wchar_t *word) {
  if (*word == 0) return true;
  for (; *word != 0; word += 1) {
    if (is_blank(*word) || *word == L'"' || *word == L'\n' || *word == L'\v') return true;
  }
  return false;
}

void append_quoted(Text *line, const wchar_t *word) {
  if (line->length > 0) append_unit(line, L' ');
  if (!needs_quotes(word)) {
    append_text(line, word);
    return;
  }
  append_unit(line, L'"');
  for (;;) {
    size_t backslashes = 0;
    while (*word == L'\\') {
      backslashes += 1;
      word += 1;
    }
    /* Double the backslashes before a quote, including the closing one; escape a quote within the word. */
    const size_t written = *word == 0 ? backslashes * 2 : *word == L'"' ? backslashes * 2 + 1 : backslashes;
    for (size_t index = 0; index < written; index += 1) append_unit(line, L'\\');
    if (*word == 0) break;
    append_unit(line, *word);
    word += 1;
  }
  append_unit(line, L'"');
}
