import { describe, expect, it } from 'vitest';
import { timeLine, type Start } from '../../../../../scripts/bench/support/time-line.ts';

const event = (name: string, ts: number, args = {}, pid = 20) => ({
  name,
  ph: 'X',
  ts,
  dur: 500,
  pid,
  args,
});
const ours = (name: string, ts: number, dur: number, pid = 10) => ({
  name,
  ph: 'X',
  ts,
  dur,
  pid,
  cat: 'bench',
});

const START: Start = {
  pid: 10,
  events: [
    ours('spawn', 0, 0, 9),
    ours('launcher', 0, 10_000, 9),
    ours('module main.cjs', 100_000, 5_000),
    ours('answer login:get-view', 300_000, 1_000),
    ours('answer login:get-view', 400_000, 1_000),
    {
      name: 'process_name',
      ph: 'M',
      ts: -1_000_000,
      pid: 10,
      args: { name: 'Gatehouse: Browser' },
    },
    event('startup', 20_000, {}, 10),
    event('navigationStart', 150_000, { data: { documentLoaderURL: '' } }),
    event('navigationStart', 160_000, { data: { documentLoaderURL: 'app://shell/index.html' } }),
    event('v8.compileModule', 200_000, { data: { url: 'app://shell/assets/index.js' } }),
  ],
};
const BARE: Start = {
  pid: 30,
  events: [ours('spawn', 0, 0, 30), ours('module main.cjs', 90_000, 1_000, 30)],
};

describe('the time line of a start', () => {
  it('lists each phase of a start once, in its order, with the time since the spawn, beside that of the bare window', () => {
    expect(timeLine(START, BARE).split('\n')).toEqual([
      '      ms    bare',
      '     0.0     0.0  launcher  spawn',
      '    10.0          launcher  becomes Electron',
      '    20.0          main      Chromium runs',
      '   100.0    90.0  main      first line of main',
      '   105.0    91.0  main      main.cjs has run',
      '   160.0          renderer  navigation start',
      '   200.5          renderer  script compiled',
      '   301.0          main      first view sent',
    ]);
  });
});
