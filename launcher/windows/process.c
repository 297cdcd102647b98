/* Starts programs: with exactly the handles they are given, in a job that ends with this process. */
#include "launcher.h"

enum { ATTRIBUTES = 2, MOST_HANDLES = 3 + MOST_DESCRIPTORS };

void make_pipe(HANDLE *reading, HANDLE *writing, size_t size) {
  if (!CreatePipe(reading, writing, private_access(), (DWORD)size)) ExitProcess(EXIT_INTERNAL);
}

void start_thread(LPTHREAD_START_ROUTINE work, void *context, HANDLE *thread) {
  *thread = CreateThread(NULL, 0, work, context, 0, NULL);
  if (*thread == NULL) ExitProcess(EXIT_INTERNAL);
}

/* A job that ends its processes when its last handle closes. Only this process has a handle of it. */
static HANDLE make_job(DWORD limits) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit;
  memset(&limit, 0, sizeof limit);
  limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | limits;
  HANDLE job = CreateJobObjectW(private_access(), NULL);
  if (job != NULL && !SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit)) {
    CloseHandle(job);
    return NULL;
  }
  return job;
}

/* Adds a handle once, and lets it be inherited. */
static void add_handle(HANDLE *handles, size_t *count, HANDLE handle) {
  if (handle == NULL || handle == INVALID_HANDLE_VALUE) return;
  for (size_t index = 0; index < *count; index += 1) {
    if (handles[index] == handle) return;
  }
  if (!SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT)) return;
  handles[*count] = handle;
  *count += 1;
}

static size_t list_handles(const Start *start, HANDLE *handles) {
  size_t count = 0;
  for (size_t index = 0; index < 3; index += 1) add_handle(handles, &count, start->streams[index]);
  for (unsigned number = 3; start->descriptors != NULL && number < MOST_DESCRIPTORS; number += 1) {
    if (is_open(start->descriptors, number)) add_handle(handles, &count, (HANDLE)start->descriptors->handles[number]);
  }
  return count;
}

static LPPROC_THREAD_ATTRIBUTE_LIST make_attributes(void) {
  SIZE_T size = 0;
  InitializeProcThreadAttributeList(NULL, ATTRIBUTES, 0, &size);
  LPPROC_THREAD_ATTRIBUTE_LIST list = take_memory(size);
  return InitializeProcThreadAttributeList(list, ATTRIBUTES, 0, &size) ? list : NULL;
}

/* SECURITY: SEC-31 a program inherits the handles named here, whatever else can be inherited in this process. */
bool start_program(const Start *start, Running *running) {
  static HANDLE handles[MOST_HANDLES];
  static BYTE block[MOST_DESCRIPTOR_BYTES];
  STARTUPINFOEXW info;
  PROCESS_INFORMATION process;
  const size_t count = list_handles(start, handles);
  LPPROC_THREAD_ATTRIBUTE_LIST list = make_attributes();
  memset(running, 0, sizeof *running);
  running->job = make_job(start->limits);
  if (list == NULL || running->job == NULL) return false;
  if (count > 0 && !UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
                                              count * sizeof *handles, NULL, NULL)) {
    return false;
  }
  if (!UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, &running->job, sizeof running->job, NULL,
                                 NULL)) {
    return false;
  }
  memset(&info, 0, sizeof info);
  info.StartupInfo.cb = sizeof info;
  info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  info.StartupInfo.hStdInput = start->streams[0];
  info.StartupInfo.hStdOutput = start->streams[1];
  info.StartupInfo.hStdError = start->streams[2];
  if (start->descriptors != NULL) {
    info.StartupInfo.cbReserved2 = (WORD)write_descriptors(start->descriptors, block);
    info.StartupInfo.lpReserved2 = block;
  }
  info.lpAttributeList = list;
  const DWORD flags = EXTENDED_STARTUPINFO_PRESENT | CREATE_UNICODE_ENVIRONMENT | (start->suspended ? CREATE_SUSPENDED : 0) |
                      (start->detached ? DETACHED_PROCESS : 0);
  const BOOL started = CreateProcessW(start->file, start->line, NULL, NULL, count > 0, flags, (void *)(uintptr_t)start->environment, NULL,
                                      &info.StartupInfo, &process);
  if (!started) {
    const DWORD error = GetLastError();
    CloseHandle(running->job);
    SetLastError(error);
    return false;
  }
  running->process = process.hProcess;
  running->thread = process.hThread;
  BOOL inside = FALSE;
  if (IsProcessInJob(process.hProcess, running->job, &inside) && inside) return true;
  TerminateProcess(process.hProcess, EXIT_INTERNAL);
  return false;
}
