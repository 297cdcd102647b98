import { enErrorsIn } from '../../shared/words/en-errors.ts';

/** English words for every way a login ends without letting the person in, as the window says them. */
export const enErrors = enErrorsIn('this window');
