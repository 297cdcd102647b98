/* Words and variables of Electron, or of Node in its place. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/environment.h"
#include "launcher.h"

extern char **environ;

static char **words;
static char **variables;

static char *writable(const char *text) { return (char *)(uintptr_t)text; }

/* `NAME=value` or `NAME`, and whether a variable has this name. */
static bool has_name_of(const char *variable, const char *other) {
  size_t length = 0;
  while (other[length] != 0 && other[length] != '=') length += 1;
  return strncmp(variable, other, length) == 0 && variable[length] == '=';
}

static bool is_replaced(const char *variable, const char *const *replacements) {
  for (; *replacements != NULL; replacements += 1) {
    if (has_name_of(variable, *replacements)) return true;
  }
  return false;
}

static size_t count_of(char *const *list) {
  size_t count = 0;
  while (list[count] != NULL) count += 1;
  return count;
}

static void prepare_variables(void) {
  /* Silences libva, which reports a missing driver when Chromium looks for a video decoder. */
  static char silent_libva[] = "LIBVA_MESSAGING_LEVEL=0";
  const char *const *replacements = place_variables();
  size_t more = 2;
  size_t count = 0;
  for (const char *const *one = replacements; *one != NULL; one += 1) more += 1;
  variables = take_memory((count_of(environ) + more) * sizeof *variables);
  for (char *const *one = environ; *one != NULL; one += 1) {
    /* SECURITY: SEC-42 no variable brings other code into Electron. */
    if (is_injection(*one) || is_replaced(*one, replacements) || has_name_of(*one, silent_libva)) continue;
    variables[count++] = *one;
  }
  variables[count++] = silent_libva;
  for (const char *const *one = replacements; *one != NULL; one += 1) {
    if (strchr(*one, '=') != NULL) variables[count++] = writable(*one);
  }
}

/* It is told that there is a command, not which. */
static void add_placeholder(const Launch *launch, size_t count) {
  if (!launch->has_separator) return;
  words[count++] = writable("--");
  if (launch->command[0] != NULL) words[count] = writable(launch->command[0][0] == 0 ? "" : "command");
}

/* Without a compiler of JavaScript no memory of Node is both written and executed; nothing here runs long enough to miss
 * it (docs/decisions/0053-node-without-a-compiler.md). No add-on is loaded, and no prototype changed by a
 * name: `__proto__` is a name as any other. With "throw" Node's own code fails at a header of that name. */
static size_t add_words_of_node(size_t count, const Place *place, const char *facts) {
  words[count++] = writable("--jitless");
  words[count++] = writable("--no-addons");
  words[count++] = writable("--disable-proto=delete");
  /* SECURITY: SEC-26 nobody opens Node's debugger in a login that runs: a signal of the same account would. */
  words[count++] = writable("--disable-sigusr1");
  words[count++] = writable(place->application);
  if (facts != NULL) words[count++] = writable(facts);
  return count;
}

static size_t add_words_of_electron(size_t count, const Launch *launch, const char *facts) {
  const Place *place = &launch->place;
  const bool prints = facts == NULL && launch->options.prints_only;
  if (prints && place->has_no_sandbox_for_root && geteuid() == 0) words[count++] = writable("--no-sandbox");
  if (place->platform != NULL) words[count++] = writable(place->platform);
  /* Chromium is silent; our own messages stay on standard error. */
  words[count++] = writable("--log-level=3");
  if (facts != NULL) words[count++] = writable(facts);
  if (place->application != NULL) words[count++] = writable(place->application);
  return count;
}

void prepare_electron(const Launch *launch, const char *facts) {
  enum { MOST_OTHER_WORDS = 11 };
  const Place *place = &launch->place;
  size_t count = 0;
  words = take_memory((launch->own_count + MOST_OTHER_WORDS) * sizeof *words);
  words[count++] = writable(place->program);
  count = place->is_node ? add_words_of_node(count, place, facts) : add_words_of_electron(count, launch, facts);
  /* Chromium ignores words after the first `--`. */
  words[count++] = writable("--");
  for (size_t index = 0; index < launch->own_count; index += 1) words[count++] = launch->own[index];
  add_placeholder(launch, count);
  prepare_variables();
}

void exec_electron(void) {
  execve(words[0], words, variables);
  say("cannot start %s: %s", words[0], strerror(errno));
}

/* Runs Electron as a child, and ends with 64. */
static _Noreturn void show_information(void) {
  int status = 0;
  const pid_t child = fork_quietly();
  if (child == 0) {
    prepare_for_electron();
    exec_electron();
    _exit(EXIT_INTERNAL);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  /* SECURITY: SEC-29 information in place of a login that decides never counts as allowed. */
  end_with(EXIT_USAGE);
}

_Noreturn void become_electron(const Launch *launch) {
  prepare_electron(launch, NULL);
  if (launch->options.is_misuse) show_information();
  exec_electron();
  end_with(EXIT_INTERNAL);
}
