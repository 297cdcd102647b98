import type { CheckName, DiagnosisCode } from '../../../shared/doctor/report.ts';
import type { Make } from './makers.ts';
import { COMPUTER_SET_UPS } from './set-ups-computer.ts';
import { REALTIME_SET_UPS } from './set-ups-realtime.ts';
import { SERVICE_SET_UPS } from './set-ups-service.ts';
import { NETWORK_PATH_SET_UPS } from './set-ups-network-path.ts';

/** A set-up and the doctor's expected first diagnosis; left out where all is well. */
export type SetUp = Readonly<{
  name: string;
  first?: DiagnosisCode;
  /** Further results of single checks. */
  says?: Partial<Record<CheckName, DiagnosisCode>>;
  make: Make;
}>;

export const SET_UPS: readonly SetUp[] = [
  ...COMPUTER_SET_UPS,
  ...NETWORK_PATH_SET_UPS,
  ...SERVICE_SET_UPS,
  ...REALTIME_SET_UPS,
];
