/** The application and company that ask (specification 4.1); empty if unnamed. */
export type Requester = Readonly<{ application: string; company: string }>;

export const NO_REQUESTER: Requester = { application: '', company: '' };
