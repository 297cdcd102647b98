/** The launcher's common parts in the form of POSIX, compiled under sanitizers (pure-posix.c). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGroupOfOne } from '../../../../electron/os/posix-access.ts';
import { refusal } from '../../../../shared/outcomes/verdict.ts';
import { accountsInput, usePureParts, withoutCompiler } from './pure-parts.ts';

describe.skipIf(withoutCompiler !== '')(
  `the launcher's common parts, in the form of POSIX ${withoutCompiler}`,
  () => {
    const run = usePureParts('posix');
    const ask = (what: string, ...words: readonly string[]): string[] =>
      run([what], Buffer.from(words.map((word) => `${word}\0`).join('')))
        .toString()
        .split('\0')
        .slice(0, -1);

    it.each([
      [[], 'direct'],
      [['--', 'x'], 'gate'],
      [['--user', '--', '--', 'x'], 'gate'],
      [['check'], 'check'],
      [['--user', 'check'], 'direct'],
      [['check', '--', 'x'], 'misuse'],
      [['--help', 'check'], 'misuse'],
      [['--help'], 'prints'],
      [['config', 'show'], 'prints'],
      [['--help', '--', 'x'], 'misuse'],
      [['config', 'show', '--', 'x'], 'misuse'],
    ])('reads in the words %j the mode %s', (words, expected) => {
      const [mode, misuse, prints] = ask('options', ...words);
      const direct = misuse === '1' ? 'misuse' : prints === '1' ? 'prints' : 'direct';
      expect(mode === '0' ? direct : ['', 'gate', 'check'][Number(mode)]).toBe(expected);
    });

    it.each([
      ['60', '60'],
      ['086400', '86400'],
      ['', '0'],
      ['6x', '0'],
      ['-1', '0'],
      ['1234567', '0'],
      ['99999999999999999999', '0'],
    ])('reads the time limit %j as %s', (value, expected) => {
      expect(ask('options', 'check', '--timeout', value)[3]).toBe(expected);
      expect(ask('options', 'check', `--timeout=${value}`)[3]).toBe(expected);
    });

    it.each<readonly [string, string, readonly string[], readonly string[]]>([
      ['tool', '/a:/b', ['n/a/tool', 'r/b/tool'], ['/a/tool', '/b/tool', '/b/tool', '2']],
      ['tool', '/a:/b', ['n/a/tool'], ['/a/tool', '/b/tool', '/b/tool', '1']],
      ['tool', '/a', ['r/a/tool'], ['/a/tool', '/a/tool', '2']],
      ['tool', '', [], ['./tool', './tool', '0']],
      ['tool', ':/a:', [], ['./tool', '/a/tool', './tool', './tool', '0']],
      ['-c', '.', ['r./-c'], ['./-c', './-c', '2']],
      ['x/tool', '/a', ['rx/tool'], ['x/tool', 'x/tool', '2']],
      ['', '/a', [], ['', '0']],
    ])('looks the command %j up in the PATH %j', (name, path, files, expected) => {
      expect(ask('lookup', name, path, ...files)).toEqual(expected);
    });

    it('looks any command up in any PATH without taking memory', () => {
      const text = fc.string({ unit: fc.constantFrom('a', ':', '/', '.'), maxLength: 12 });
      fc.assert(
        fc.property(text, text, (name, path) => {
          ask('lookup', name, path);
        }),
        { numRuns: 60 },
      );
    });

    it.each([
      ['#!/bin/sh\n', '1', '/bin/sh'],
      ['#! \t/bin/sh -e\n', '1', '/bin/sh'],
      ['#!', '1', ''],
      ['#!\n', '1', ''],
      ['#', '0', ''],
      ['\u007fELF', '0', ''],
      ['#!/bin/sh\0rest', '1', '/bin/sh'],
    ])('reads the interpreter of %j', (start, found, interpreter) => {
      const answers = run(['interpreter'], Buffer.from(start)).toString().split('\0');
      expect(answers.slice(0, 2)).toEqual([found, interpreter]);
    });

    /** A program with one part, which says where its loader stands. */
    const program = (has64: boolean, kind = 3, order = 1): Buffer => {
      const bytes = Buffer.alloc(256);
      const part = has64 ? 64 : 52;
      bytes.write('\u007fELF', 'latin1');
      bytes.set([has64 ? 2 : 1, order], 4);
      bytes.writeUInt32LE(part, has64 ? 32 : 28);
      bytes.writeUInt16LE(has64 ? 56 : 32, has64 ? 54 : 42);
      bytes.writeUInt16LE(1, has64 ? 56 : 44);
      bytes.writeUInt32LE(kind, part);
      bytes.writeUInt32LE(200, part + (has64 ? 8 : 4));
      bytes.writeUInt32LE(11, part + (has64 ? 32 : 16));
      bytes.write('/lib/ld.so\0', 200, 'latin1');
      return bytes;
    };

    it.each([
      ['a program of 64 bits', program(true), ['200', '11', '/lib/ld.so', '']],
      ['a program of 32 bits', program(false), ['200', '11', '/lib/ld.so', '']],
      ['a program of another part', program(true, 1), ['']],
      ['a program in the other order of bytes', program(true, 3, 2), ['']],
      ['a head cut short', program(true).subarray(0, 63), ['']],
      ['parts cut short', program(true).subarray(0, 119), ['']],
      ['a text', Buffer.from('#!/bin/sh\n'), ['']],
    ])('reads the loader that is named by %s', (_what, bytes, expected) => {
      expect(run(['loader'], bytes).toString('latin1').split('\0')).toEqual(expected);
    });

    it('reads any bytes as a program without a step beyond them', () => {
      const start = fc.uint8Array({ maxLength: 200 });
      fc.assert(
        fc.property(start, fc.boolean(), (bytes, isProgram) => {
          const given = Buffer.from(bytes);
          if (isProgram) program(true).copy(given, 0, 0, 6);
          run(['loader'], given);
        }),
        { numRuns: 60 },
      );
    });

    it('clears the names that change Electron from the environment (SEC-42)', () => {
      const kept = ['A=1', 'NODE=y', 'node_options=z', 'SSL_CERTS=1', 'MY_OPENSSL_CONF=1'];
      const cleared = ['NODE_OPTIONS=x', 'GCONV_PATH=', 'OPENSSL_CONF=/x', 'SSL_CERT_FILE=/x'];
      expect(ask('environment', ...kept, ...cleared)).toEqual(kept);
    });

    it.each([
      ['of the name', 1000, 1005, 'a:x:1000:100::/:\n', 'a:x:1005:\n', '1'],
      ['of the number', 1000, 1000, '', 'b:x:1000:', '1'],
      ['of the number that /etc/group lacks', 1000, 1000, 'a:x:1000:1000::/:\n', 'b:x:1:', '0'],
      ['of the number that no file has', 1000, 1000, '', '', '0'],
      ['of the number and of another name', 1000, 1000, 'a:x:1000:1000::/:', 'b:x:1000:a', '1'],
      ['with the person as a member', 1000, 1005, 'a:x:1000:100::/:\n', 'a:x:1005:,a', '1'],
      ['with another member', 1000, 1005, 'a:x:1000:100::/:\n', 'a:x:1005:a,b\n', '0'],
      ['of another name', 1000, 1005, 'a:x:1000:100::/:\n', 'b:x:1005:\n', '0'],
      ['of two names', 1000, 1005, 'a:x:1000:100::/:\n', 'a:x:1005:\nb:x:1005:\n', '0'],
      ['of another’s first', 1000, 1005, 'a:x:1000:100::/:\nb:x:1:1005', 'a:x:1005:\n', '0'],
      ['of nobody', 1000, 1005, 'a:x:1000:1005::/:\n', '', '0'],
    ])('judges whose a group %s is (SEC-103)', (_what, uid, gid, passwd, group, expected) => {
      const input = accountsInput(uid, gid, passwd, group);
      expect(run(['accounts'], input).toString()).toBe(`${expected}\0`);
    });

    it('judges whose a group is as main does', () => {
      const unit = fc.constantFrom(
        'a',
        'b',
        ':',
        ',',
        '\n',
        '1',
        '2',
        ':1:',
        'a:x:1:2',
        '\na:x:2:',
      );
      const file = fc.string({ unit, maxLength: 16 });
      const number = fc.nat(2);
      fc.assert(
        fc.property(number, number, file, file, (uid, gid, passwd, group) => {
          const expected = isGroupOfOne(uid, gid, { passwd, group }) ? '1' : '0';
          const input = accountsInput(uid, gid, passwd, group);
          expect(run(['accounts'], input).toString()).toBe(`${expected}\0`);
        }),
        { numRuns: 100 },
      );
    });

    it('writes the verdict of a refusal in the form of the others', () => {
      const time = '2026-01-02T03:04:05Z';
      const expected = { ...refusal('internal', 'internal', null, new Date(0)), time };
      expect(run(['refusal'], Buffer.alloc(0)).toString()).toBe(`${JSON.stringify(expected)}\n`);
    });
  },
);
