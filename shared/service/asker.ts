/** Who asks for the login, as the service names them (specification 4.1); empty where it names nobody. */
export type Asker = Readonly<{ application: string; company: string }>;

/** The asker before the service named one, and where it names none. */
export const NO_ASKER: Asker = { application: '', company: '' };
