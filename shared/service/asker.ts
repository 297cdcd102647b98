/** The application and company that ask, as the service names them (specification 4.1); empty if unnamed. */
export type Asker = Readonly<{ application: string; company: string }>;

/** The asker before the service named one, or if it names no asker. */
export const NO_ASKER: Asker = { application: '', company: '' };
