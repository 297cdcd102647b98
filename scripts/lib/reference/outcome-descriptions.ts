import type { AllowedOutcome, RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';

/**
 * A sentence for each outcome. A missing one is a type error, so that every new outcome is
 * documented.
 */
export const OUTCOME_DESCRIPTIONS: Readonly<Record<AllowedOutcome | RefusedOutcome, string>> = {
  confirmed: 'The person confirmed, and the service named them.',
  bypassed: 'The service asks no confirmation of this person, and the configuration allows that.',
  'allowed-unreachable':
    'The service could not be reached, and the configuration lets people in then.',
  denied: 'The service, the person, or the policy of this computer said no.',
  'not-now':
    'Perhaps later: the account awaits approval, time ran out, or there were too many attempts.',
  cancelled: 'The person or a signal ended the login.',
  unreachable: 'The service, its event channel or a display could not be reached.',
  misconfigured:
    'Something must be set up differently: here, on the network, or in the console of the service.',
  protocol: 'The answer of the service cannot be trusted or understood.',
  usage: 'The command line is wrong, or neither terminal nor window can answer.',
  internal: 'A fault of our own.',
};
