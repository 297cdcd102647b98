import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logProgram, systemLogFault } from '../../../../electron/os/log-program.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder, write } = tempFolders();

/** A program in the place of the system's, which needs no socket. */
function programHere() {
  const here = folder();
  return { program: write(join(here, 'logger'), '', 0o755), args: [], folder: here, socket: null };
}

describe('the program that writes to the system’s log', () => {
  it('runs the system’s own program by its absolute path, with the facility authpriv (SEC-118)', () => {
    expect(logProgram('linux', '/', 1000)).toEqual({
      program: '/usr/bin/logger',
      args: [
        '-p',
        'authpriv.notice',
        '-t',
        'gatehouse',
        `--id=${process.pid}`,
        '--size=8192',
        '--socket-errors=on',
      ],
      folder: '/',
      socket: '/dev/log',
    });
    expect(logProgram('darwin')).toEqual({
      program: '/usr/bin/logger',
      args: ['-i', '-p', 'authpriv.notice', '-t', 'gatehouse'],
      folder: '/',
      socket: null,
    });
    expect(logProgram('win32', '/Gatehouse/Gatehouse.exe')).toEqual({
      program: '/Gatehouse/gatehouse-system.exe',
      args: ['log'],
      folder: '/Gatehouse',
      socket: null,
    });
  });
});

describe('the program of root', () => {
  it('names no other process to the journal, which would get a wrong account with it (SEC-118)', () => {
    const { args } = logProgram('linux', '/', 0);
    expect(args.filter((word) => word.startsWith('--id'))).toEqual(['--id']);
  });
});

describe('a look at the system’s log without a line', () => {
  it('finds no fault if the program and the socket are there', async () => {
    const log = programHere();
    expect(systemLogFault(log)).toBeNull();
    const socket = join(log.folder, 'log');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    expect(systemLogFault({ ...log, socket })).toBeNull();
    server.close();
  });

  it('names a program that is missing or cannot be executed, and a socket that is missing or none', () => {
    const log = programHere();
    const plain = write(join(log.folder, 'plain'), '', 0o644);
    const fault = (change: object) => systemLogFault({ ...log, ...change });
    expect(fault({ program: '/nowhere/logger' })).toBe(
      '/nowhere/logger cannot be started (ENOENT)',
    );
    expect(fault({ program: plain })).toBe(`${plain} cannot be started (EACCES)`);
    expect(fault({ socket: '/nowhere/log' })).toBe('/nowhere/log cannot be reached (ENOENT)');
    expect(fault({ socket: plain })).toBe(`${plain} is no socket`);
  });
});
