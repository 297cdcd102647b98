import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatConfigError, type ConfigFaults } from '../../../../electron/config/config-error.ts';
import { examineConfigFile } from '../../../../electron/config/read-config-file.ts';
import { besideFifo } from '../../../support/files/fifo.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

function faultsOf(content: unknown): ConfigFaults {
  const file = temp.write(join(temp.folder(), 'config.json'), content);
  const examined = examineConfigFile(file, true);
  if (examined.ok) throw new Error('no fault');
  for (const fault of examined.error) expect(fault.file).toBe(file);
  return examined.error;
}

const keysAndReasons = (content: unknown) =>
  faultsOf(content).map(({ key, reason }) => [key, reason]);
const UTF16 = (text: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('the reader of a hostile configuration file', () => {
  it.each<readonly [what: string, content: unknown, reason: RegExp]>([
    ['UTF-16, low byte first', UTF16('{}', 'le'), /^is UTF-16; save it as UTF-8$/],
    ['UTF-16, high byte first', UTF16('{}', 'be'), /^is UTF-16; save it as UTF-8$/],
    [
      'Latin-1',
      Buffer.from('{"$schema":"caf\xe9"}', 'latin1'),
      /^is not UTF-8 text; save it as UTF-8$/,
    ],
    ['a program', Buffer.from('7f454c4602010100', 'hex'), /^holds a NUL byte/],
    ['random bytes', Buffer.from('c3284189ff00aa', 'hex'), /^is not UTF-8/],
    [
      'a NUL byte in a name',
      '{"lo\0gin":{}}',
      /^holds a NUL byte, so it is no text; save it as UTF-8$/,
    ],
    ['nothing', '', /^is not JSON: it ends too early$/],
    ['a million brackets', '['.repeat(1_000_000), /^is not JSON: /],
    [
      'over 1 MiB',
      `"${' '.repeat(1_048_576)}"`,
      /^is larger than 1048576 bytes; no configuration is$/,
    ],
    [
      'a list nested as deep as it can be',
      `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
      /of type object/,
    ],
  ])('refuses a configuration file that holds %s', (_what, content, reason) => {
    expect(keysAndReasons(content)).toEqual([['', expect.stringMatching(reason)]]);
  });

  it('takes deep nesting below a key for a wrong type, and a section in itself for an unknown key', () => {
    const deep = (open: string, close: string) =>
      open.repeat(150_000) + '1' + close.repeat(150_000);
    expect(keysAndReasons(`{"login":{"username":${deep('[', ']')}}}`)).toEqual([
      ['login.username', expect.stringMatching(/^must be one of/)],
    ]);
    expect(keysAndReasons(`{"login":${deep('{"a":', '}').slice(0, 1_000_000)}}`)[0]).toEqual([
      'login.a',
      'is not a known key',
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'does not know a key named %s, at the top and in a section, and changes no object',
    (name) => {
      const text = `{${JSON.stringify(name)}:{"isAdmin":true},"login":{${JSON.stringify(name)}:{"bypass":"allow"}}}`;
      const keys = faultsOf(text).map(({ key }) => key);
      expect(keys.sort()).toEqual([name, `login.${name}`].sort());
      expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
      expect(({} as Record<string, unknown>)['bypass']).toBeUndefined();
    },
  );

  it.each<readonly [text: string, path: string, line: number]>([
    ['{"login":{},\n"login":{}}', 'login', 2],
    ['{"login":{"bypass":"deny",\n"autoStart":true,\n"bypass":"allow"}}', 'login.bypass', 3],
    ['{"login":{"bypass":"deny","\\u0062ypass":"allow"}}', 'login.bypass', 1],
    [
      '{"service":{"realtime":{"transports":["polling"],"path":"/a","path":"/b"}}}',
      'service.realtime.path',
      1,
    ],
    ['{"__proto__":1,"__proto__":2}', '__proto__', 1],
    ['{"\\"":1,"\\"":2}', '"', 1],
  ])('refuses a duplicate key: %s', (text, path, line) => {
    const reason = `is there twice (again at line ${String(line)}); remove one of them`;
    expect(keysAndReasons(text)).toEqual([[path, reason]]);
  });

  it.each([
    '{"login":{"username":"ask"},"params":{"os":true}}',
    '{"login":{"usernameDomains":["a","a"]},"$schema":"{\\"a\\":1,\\"a\\":2}"}',
    '{"service":{"realtime":{"path":"/a"}},"login":{"timeouts":{}},"gate":{}}',
  ])('takes the same name in two places, or in a text, for no duplicate: %s', (text) => {
    const file = temp.write(join(temp.folder(), 'config.json'), text);
    expect(examineConfigFile(file, true)).toMatchObject({ ok: true });
  });

  it('finds every fault of a file, a hundred at most', () => {
    const text = '{"login":{"bypass":7,"failMod":"deny","timeouts":{"loginSeconds":0}},"extra":1}';
    expect(keysAndReasons(text)).toEqual(
      expect.arrayContaining([
        ['login.bypass', expect.stringMatching(/^must be one of "allow", "deny"$/)],
        ['login.failMod', 'is not a known key; did you mean failMode?'],
        ['login.timeouts.loginSeconds', expect.stringMatching(/at least 1/)],
        ['extra', 'is not a known key'],
      ]),
    );
    const many = Array.from({ length: 20_000 }, (_unused, index) => `"k${String(index)}":1`).join(
      ',',
    );
    expect(faultsOf(`{${many}}`)).toHaveLength(100);
    expect(faultsOf(`{${many.replace(/k\d+/g, 'k')}}`)).toHaveLength(100);
  });

  it('lets no name in the file move the cursor of its reader, nor fill the screen', () => {
    const [fault] = faultsOf(`{${JSON.stringify('\u001b[2J\u202e\n')}:1}`);
    expect(formatConfigError(fault)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(faultsOf(`{"${'k'.repeat(900_000)}":1}`)[0].key).toHaveLength(101);
  });
});

describe('something other than a plain file', () => {
  const reasonOf = (path: string): string => {
    const read = examineConfigFile(path, true);
    return read.ok ? 'taken' : read.error[0].reason;
  };

  it.each(['/dev/null', '/dev/zero', '/dev/tty', '/'])(
    'refuses %s as a configuration file at once',
    (path) => {
      expect(reasonOf(path)).toMatch(
        /^(is not a file; name a plain file|cannot be read \(ENXIO\))$/,
      );
    },
  );

  it('refuses a FIFO as a configuration file at once', () => {
    const refused = { value: 'is not a file; name a plain file', hasWaited: false };
    expect(besideFifo(temp.folder(), reasonOf)).toEqual(refused);
  });

  it('refuses a socket as a configuration file at once', async () => {
    const path = join(temp.folder(), 'socket');
    const server = createServer();
    await new Promise<void>((done) => server.listen(path, done));
    expect(reasonOf(path)).toBe('is not a file; name a plain file');
    await new Promise((done) => server.close(done));
  });

  it('refuses a link in a circle, and a link to a device, at once', () => {
    const folder = temp.folder();
    execFileSync('ln', ['-s', 'b', join(folder, 'a')]);
    execFileSync('ln', ['-s', 'a', join(folder, 'b')]);
    execFileSync('ln', ['-s', '/dev/zero', join(folder, 'zero')]);
    expect(reasonOf(join(folder, 'a'))).toBe('cannot be read (ELOOP)');
    expect(reasonOf(join(folder, 'zero'))).toBe('is not a file; name a plain file');
  });

  it.runIf(process.platform === 'linux')(
    'reads a file of the kernel, which says it is empty, to its limit, and refuses it (SEC-98)',
    () => {
      expect(reasonOf('/proc/self/cmdline')).toMatch(/^has content without a size/);
      expect(reasonOf('/proc/kallsyms')).toMatch(/^(is larger than|has content without a size)/);
    },
  );
});
