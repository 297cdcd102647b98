/** The application and company that ask, as the service names them (specification 4.1); empty if unnamed. */
export type Requester = Readonly<{ application: string; company: string }>;

/** The requester before the service named one, or if it names no requester. */
export const NO_REQUESTER: Requester = { application: '', company: '' };
