const LOOK_MS = 250;

/**
 * Ends the login when the launcher is gone: nobody is left to start the command or to tell a starter anything.
 *
 * @param launcherPid the launcher's process, whose child this is
 */
export function endWithLauncher(launcherPid: number, cancel: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === launcherPid) return;
    clearInterval(timer);
    cancel();
  }, LOOK_MS);
}
