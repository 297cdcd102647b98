/** The lint rules of this repository, for .oxlintrc.json. */
import { discriminants } from './discriminants.mjs';
import { mirror } from './mirror.mjs';
import { rooms } from './rooms.mjs';

// oxlint-disable-next-line import/no-default-export -- oxlint loads a plugin by it
export default { meta: { name: 'gatehouse' }, rules: { discriminants, mirror, rooms } };
