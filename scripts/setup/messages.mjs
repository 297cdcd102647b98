/** Step "messages": the types of each message's arguments, for the type checker alone. */
import { existsSync } from 'node:fs';
import { SetupError } from '../lib/log.mjs';
import { inRoot } from '../lib/paths.mjs';
import { hashOfFiles, stampedStep, writeWhole } from '../lib/stamp.mjs';

const TYPES = inRoot('shared', 'strings', 'message-arguments.d.ts');
const SOURCES = ['shared/strings/languages/en.json', 'scripts/lib/message-arguments.mjs'];

export const messagesStep = stampedStep(
  'messages',
  () => hashOfFiles(SOURCES.map((source) => inRoot(source))),
  () => existsSync(TYPES),
  async () => {
    // Loaded here, because the parser is a package, which an earlier step installs.
    const { messageArguments } = await import('../lib/message-arguments.mjs');
    const { readMessages, reasonOf } = await import('../lib/messages.mjs');
    try {
      writeWhole(TYPES, messageArguments(readMessages('en')));
    } catch (error) {
      throw new SetupError('A message cannot be read.', {
        why: reasonOf(error),
        remedy: 'mend it in shared/strings/languages, and see `npm run check`',
      });
    }
  },
);
