/**
 * The application and the company that ask for the login (specification 4.1). A name that is not
 * known is empty.
 */
export type Requester = Readonly<{ application: string; company: string }>;

export const NO_REQUESTER: Requester = { application: '', company: '' };
