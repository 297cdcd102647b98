/** The Electron of `npm run dev`: started again with a new main, its page reloaded with a new renderer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { say } from '../lib/log.mjs';
import { exitCodeOf } from '../lib/run.mjs';

/** Time to quit before it is killed: code under development may hang. */
const END_MS = 3_000;

export class LoginWindow {
  /** @param {readonly [string, string[]]} command */
  constructor(command) {
    this.command = command;
    /** @type {import('node:child_process').ChildProcess | undefined} */
    this.child = undefined;
    this.turn = Promise.resolve();
  }

  get isOpen() {
    return this.child !== undefined;
  }

  /** Ends the one that is open, and opens another. */
  restart() {
    return this.#inTurn(async () => {
      await this.#close();
      const [command, args] = this.command;
      // A group of its own: Ctrl-C reaches it through us. Its standard input is the hook's (reload-page.cjs).
      const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'], detached: true });
      child.stdin.on('error', () => {});
      child.on('exit', (code, signal) => {
        if (this.child !== child) return;
        this.child = undefined;
        say(`• The window is closed (${exitCodeOf(code, signal)}). Enter here or a change opens it again.`);
      });
      this.child = child;
    });
  }

  reloadPage() {
    this.child?.stdin?.write('\n');
  }

  end() {
    return this.#inTurn(() => this.#close());
  }

  async #close() {
    const { child } = this;
    if (child === undefined) return;
    this.child = undefined;
    const limit = setTimeout(() => child.kill('SIGKILL'), END_MS);
    child.kill('SIGTERM');
    await once(child, 'exit');
    clearTimeout(limit);
  }

  /** One after the other: two with one profile would be one window. */
  #inTurn(/** @type {() => Promise<void>} */ work) {
    this.turn = this.turn.then(work);
    return this.turn;
  }
}
