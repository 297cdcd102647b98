export { enMethods } from '../../shared/words/en-methods.ts';
