/* Steps of the launcher, in the order of docs/gate.md. */
#include <stdlib.h>
#include <unistd.h>

#include "launcher.h"

/* Chromium opens more descriptors than this. */
static const unsigned long FEWEST_DESCRIPTORS = 128;
/* Of our own, before the channels are checked. */
static const unsigned long FEWEST_OWN_DESCRIPTORS = FIRST_OWN_DESCRIPTOR + 6;

static void insist_on_descriptors(unsigned long limit, unsigned long fewest) {
  if (limit >= fewest) return;
  refuse_internal("only %u files may be open (ulimit -n): the login needs %u", (unsigned)limit,
                  (unsigned)FEWEST_DESCRIPTORS);
}

static void start_heeding(void) {
  const Pipe pipe = make_pipe();
  set_non_blocking(pipe.reading);
  set_non_blocking(pipe.writing);
  if (!heed_signals(pipe)) refuse_internal("signals cannot be handled");
}

/* Returns only if the verdict lets in; otherwise ends. */
static void insist_on_verdict(const Login *login) {
  uint32_t code = 0;
  switch (judge_verdict(login->bytes, login->length, &code)) {
    case VERDICT_ALLOWED:
      if (login->was_cancelled) refuse("cancelled", EXIT_CANCELLED);
      return;
    case VERDICT_REFUSED:
      refuse_with_line(login->bytes, login->length, (int)code);
    case VERDICT_NONE:
      break;
  }
  restore_terminal();
  if (login->exit_code == EXIT_USAGE) refuse("usage", EXIT_USAGE);
  if (login->was_cancelled) refuse("cancelled", EXIT_CANCELLED);
  if (login->was_overdue) {
    refuse_internal("the login did not end after --timeout, and was ended");
  }
  refuse_internal("the login ended without a verdict (exit code %u)", login->exit_code);
}

static bool publish_without_ticket(const Login *login) {
  static char line[LONGEST_PUBLIC_LINE];
  return publish(line, write_public_line(line, login->bytes, login->length));
}

static _Noreturn void decide(const Launch *launch) {
  Login login = {0};
  Found command = COMMAND_NOT_FOUND;
  const bool gate = launch->options.mode == MODE_GATE;
  /* 1. Check channels, result and command before the login. */
  const unsigned long descriptors = raise_descriptor_limit();
  note_for_refusals(launch);
  insist_on_descriptors(descriptors, FEWEST_OWN_DESCRIPTORS);
  make_result(launch);
  start_heeding();
  check_channels(launch);
  insist_on_descriptors(descriptors, FEWEST_DESCRIPTORS);
  if (gate) {
    const char *outer = getenv("GATEHOUSE");
    if (outer != NULL && *outer != 0) say("this gate was started behind another gate");
    choose_result(launch);
    command = prepare_command(launch);
  }
  save_terminal();
  /* 2. Run the login. 3. Check its verdict. No memory is taken from here on. */
  run_login(launch, command, &login);
  insist_on_verdict(&login);
  /* 4. Write the verdict to the status channels. */
  if (!publish_without_ticket(&login)) {
    say("the verdict could not be written");
    end_with(EXIT_INTERNAL);
  }
  /* 5. Become the command. */
  if (gate) become_command(login.bytes, login.length);
  if (launch->options.wants_json && !print_verdict(login.bytes, login.length)) {
    say("the verdict could not be written");
    end_with(EXIT_INTERNAL);
  }
  end_with(EXIT_ALLOWED);
}

int main(int count, char **words) {
  static Launch launch;
  static char *none[] = {NULL, NULL};
  note_start_state();
  if (count == 0) words = none;
  words = take_place_words(words);
  read_arguments(words, &launch);
  find_place(&launch.place);
  if (launch.options.mode == MODE_DIRECT) become_electron(&launch);
  decide(&launch);
}
