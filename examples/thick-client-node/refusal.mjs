/** Why nobody is let in; its message is for the person at the computer. */
export class Refusal extends Error {}
