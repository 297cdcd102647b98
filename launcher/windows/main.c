/* Steps of the Windows launcher (docs/gate-windows.md), in the order of docs/gate.md. */
#include "common/windows/command-line.h"
#include "windows-common/guard.h"
#include "launcher.h"

void start(void);

/* Restricts later loads of libraries to System32, never the working folder or the PATH. Linked libraries are loaded
 * earlier and are part of Windows. */
static void harden(void) {
  SetDllDirectoryW(L"");
  SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
  HeapSetInformation(NULL, HeapEnableTerminationOnCorruption, NULL, 0);
}

static HANDLE stream(DWORD which) {
  HANDLE handle = GetStdHandle(which);
  return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

static void read_what_was_given(Launch *launch) {
  STARTUPINFOW info;
  GetStartupInfoW(&info);
  read_descriptors(info.lpReserved2, info.cbReserved2, &launch->descriptors);
  launch->streams[0] = stream(STD_INPUT_HANDLE);
  launch->streams[1] = stream(STD_OUTPUT_HANDLE);
  launch->streams[2] = stream(STD_ERROR_HANDLE);
  static CommandLine read;
  read_command_line(GetCommandLineW(), &read);
  launch->options = read.options;
  launch->line = read.line;
  launch->tail = read.tail;
}

/* Writes the verdict line, with a null ticket, to the status channels (status.c). */
static bool publish_without_ticket(const Login *login) {
  static char line[LONGEST_PUBLIC_LINE];
  return publish(line, write_public_line(line, login->bytes, login->length));
}

/* Returns only if the verdict allows access; otherwise ends the process. */
static void insist_on_verdict(const Launch *launch, const Login *login) {
  uint32_t code = 0;
  switch (judge_verdict(login->bytes, login->length, &code)) {
    case VERDICT_ALLOWED:
      if (login->was_cancelled) refuse(launch, "cancelled", EXIT_CANCELLED);
      return;
    case VERDICT_REFUSED:
      refuse_with_line(launch, login->bytes, login->length, code);
    case VERDICT_NONE:
      break;
  }
  Text words = {0};
  if (login->exit_code == EXIT_USAGE) refuse(launch, "usage", EXIT_USAGE);
  if (was_cancelled()) refuse(launch, "cancelled", EXIT_CANCELLED);
  append_text(&words, L"the login ended without a verdict (exit code ");
  append_number(&words, login->exit_code);
  append_text(&words, L")");
  say(words.units);
  refuse(launch, "internal", EXIT_INTERNAL);
}

static _Noreturn void decide(Launch *launch) {
  Login login = {0};
  Text file = {0};
  Found command = COMMAND_NOT_FOUND;
  const bool gate = launch->options.mode == MODE_GATE;
  /* 1. Check the status channels and the command before the login. */
  heed_control();
  const wchar_t *fault = check_status(launch);
  if (fault != NULL) refuse_usage(launch, fault);
  if (gate) {
    if (GetEnvironmentVariableW(L"GATEHOUSE", NULL, 0) > 0) say(L"this gate was started behind another gate");
    command = look_up_command(launch, &file, NULL);
    choose_result(launch);
  }
  /* 2. Run the login. 3. Check its verdict. */
  run_login(launch, command, &login);
  insist_on_verdict(launch, &login);
  /* 4. Write the verdict to the status channels. */
  if (!publish_without_ticket(&login)) {
    say(L"the verdict could not be written");
    end_with(EXIT_INTERNAL);
  }
  if (gate) become_command(launch, login.bytes, login.length);
  if (launch->options.wants_json && !write_until_control(launch->streams[1], login.bytes, login.length)) {
    end_with(EXIT_INTERNAL);
  }
  end_with(EXIT_ALLOWED);
}

void start(void) {
  static Launch launch;
  guard_stack();
  harden();
  read_what_was_given(&launch);
  if (launch.options.mode == MODE_DIRECT) become_electron(&launch);
  decide(&launch);
}
