/** Permissions that a page may ask a browser for. Runs in the page, like `tryInPage`. */
export const ASKED_PERMISSIONS = [
  'camera',
  'microphone',
  'notifications',
  'geolocation',
  'clipboard-read',
  'clipboard-write',
  'midi',
  'persistent-storage',
  'screen-wake-lock',
  'idle-detection',
  'background-sync',
] as const;

/** Looks each permission up, then uses the features that need no device. */
export async function askForEverything(
  names: readonly string[],
): Promise<Readonly<{ states: Record<string, string>; uses: Record<string, string> }>> {
  const states: Record<string, string> = {};
  for (const name of names) {
    const status = await navigator.permissions.query({ name: name as PermissionName });
    states[name] = status.state;
  }
  const uses: Record<string, string> = {};
  const use = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    try {
      uses[name] = `got ${String(await act())}`;
    } catch (error) {
      uses[name] = error instanceof Error ? error.name : 'refused';
    }
  };
  await use('notification', () => Notification.requestPermission());
  await use('reading the clipboard', () => navigator.clipboard.readText());
  await use('writing to the clipboard', async () => {
    await navigator.clipboard.writeText('from the page');
    return 'it';
  });
  await use('staying awake', async () => {
    await navigator.wakeLock.request();
    return 'it';
  });
  await use('persistent storage', () => navigator.storage.persist());
  await use('names of fonts', async () => {
    const { queryLocalFonts } = window as unknown as {
      queryLocalFonts: () => Promise<readonly unknown[]>;
    };
    return (await queryLocalFonts()).length > 0 ? 'names' : 'none';
  });
  await use(
    'place',
    () =>
      new Promise((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, (error) => {
          reject(new Error(`code ${String(error.code)}`));
        });
      }),
  );
  return { states, uses };
}
