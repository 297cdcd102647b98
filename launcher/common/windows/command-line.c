/* Reads the command line. */
#include "command-line.h"
#include "words.h"

/* Electron is told that there is a command, not which. */
static void close_line(CommandLine *read, const wchar_t *tail) {
  Text program = {0};
  read->tail = tail;
  append_quoted(&read->line, L"--");
  if (*tail == 0) return;
  read_program(tail, &program);
  append_quoted(&read->line, program.length == 0 ? L"" : L"command");
}

void read_command_line(const wchar_t *given, CommandLine *read) {
  Text word = {0};
  OptionReader reader = {0};
  const wchar_t *rest = read_program(given, &word);
  for (;;) {
    const wchar_t *behind = read_word(rest, &word);
    if (behind == NULL) break;
    rest = behind;
    if (!read_option(&reader, &read->options, word.units)) {
      close_line(read, rest);
      break;
    }
    append_quoted(&read->line, word.units);
  }
  finish_options(&reader, &read->options, read->tail != NULL);
}
