/** The reason for refusing the login; its message is for the person at the computer. */
export class Refusal extends Error {}
