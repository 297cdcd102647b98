import { describe, expect, it } from 'vitest';
import {
  mergedTrace,
  phasesOf,
  timeLine,
  type Start,
} from '../../../../../scripts/bench/support/time-line.ts';

const event = (name: string, ts: number, args = {}, pid = 20) => ({
  name,
  ph: 'X',
  ts,
  dur: 500,
  pid,
  tid: 1,
  args,
});

const START: Start = {
  launcher: 9,
  spawnedAt: 1_000_000,
  execAt: 1_010_000,
  pid: 10,
  events: [
    { name: 'module main.cjs', at: 1_100_000, until: 1_105_000 },
    { name: 'answer login:get-view', at: 1_300_000, until: 1_301_000 },
    { name: 'answer login:get-view', at: 1_400_000, until: 1_401_000 },
  ],
  chromium: [
    { name: 'process_name', ph: 'M', ts: 0, pid: 10, tid: 0, args: { name: 'Browser' } },
    event('startup', 1_020_000, {}, 10),
    event('navigationStart', 1_150_000, { data: { documentLoaderURL: '' } }),
    event('navigationStart', 1_160_000, { data: { documentLoaderURL: 'app://shell/index.html' } }),
    event('v8.compileModule', 1_200_000, { data: { url: 'app://shell/assets/index.js' } }),
  ],
};
const BARE: Start = {
  ...{ launcher: 30, pid: 30, spawnedAt: 5_000_000, execAt: null, chromium: [] },
  events: [{ name: 'module main.cjs', at: 5_090_000, until: 5_091_000 }],
};

describe('the time line of a start', () => {
  it('has each phase once, in its order, with the time since the spawn, beside that of the bare window', () => {
    expect(timeLine(phasesOf(START), phasesOf(BARE)).split('\n')).toEqual([
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

  it('is a trace with the processes of both starts, from the spawn on', () => {
    const { traceEvents } = mergedTrace({ Gatehouse: START, 'bare window': BARE });
    expect(traceEvents).toContainEqual(
      expect.objectContaining({ name: 'process_name', pid: 10, args: { name: 'Gatehouse: Browser' } }),
    );
    expect(traceEvents).toContainEqual(expect.objectContaining({ name: 'startup', pid: 10, ts: 20_000 }));
    for (const [pid, ts, dur] of [
      [10, 100_000, 5_000],
      [30, 90_000, 1_000],
    ])
      expect(traceEvents).toContainEqual(expect.objectContaining({ name: 'module main.cjs', pid, ts, dur }));
    expect(traceEvents).toContainEqual(
      expect.objectContaining({ name: 'launcher', pid: 9, ts: 0, dur: 10_000 }),
    );
  });
});
