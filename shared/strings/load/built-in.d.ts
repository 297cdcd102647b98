/** What Vite makes of the files of messages (scripts/lib/messages-plugin.mjs). */

interface ImportMeta {
  /** For each file that the pattern finds, what loads it. */
  glob: <Loaded>(
    pattern: string,
    options: { query: string; import: 'default' },
  ) => Readonly<Record<string, () => Promise<Loaded>>>;
}

declare module '*&pseudo' {
  const messages: import('../messages.ts').CompiledMessages;
  export default messages;
}
