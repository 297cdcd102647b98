import { describe, expect, it } from 'vitest';
import { writeFault } from '../../../../electron/files/write-fault.ts';

describe('the fault of a write', () => {
  it.each([
    ['ENOSPC', '(ENOSPC): the disk is full'],
    ['EDQUOT', '(EDQUOT): your quota is used up'],
    ['EROFS', '(EROFS): the file system is read-only'],
    ['EACCES', '(EACCES): you may not write there'],
    ['EIO', '(EIO)'],
  ])('shows what %s means', (code, said) => {
    expect(writeFault(Object.assign(new Error('failed'), { code }))).toBe(said);
  });

  it('says that the fault of an error without a code is unknown', () => {
    expect(writeFault(new Error('failed'))).toBe('(unknown fault)');
  });
});
