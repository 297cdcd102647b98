/**
 * Vite: `import('…/languages/de.json?messages=terminal')` gives the compiled messages of that part
 * of the program, `…/en.json?messages=takes` the arguments of each message.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { messageTakes } from './message-arguments.ts';
import {
  compiledMessages,
  LANGUAGES_FOLDER,
  PARTS,
  PSEUDO_LANGUAGE,
  readMessages,
} from './messages.ts';
import type { Plugin } from 'vite';

const WRITTEN = /([\w-]+)\.json\?messages=(\w+)(&pseudo)?$/;
/** A module that is in no file: messages of a language, compiled for one part of the program. */
const COMPILED = /^([\w-]+)-(\w+)\.js$/;

export function messages(): Plugin {
  return {
    name: 'gatehouse-messages',
    enforce: 'pre',
    resolveId(source) {
      const [, language, part, isPseudo] = WRITTEN.exec(basename(source)) ?? [];
      if (language === undefined || part === undefined) return null;
      return join(
        LANGUAGES_FOLDER,
        `${isPseudo === undefined ? language : PSEUDO_LANGUAGE}-${part}.js`,
      );
    },
    load(id) {
      const [, language, part] =
        dirname(id) === LANGUAGES_FOLDER ? (COMPILED.exec(basename(id)) ?? []) : [];
      if (language === undefined || part === undefined) return null;
      if (language !== PSEUDO_LANGUAGE)
        this.addWatchFile(resolve(LANGUAGES_FOLDER, `${language}.json`));
      if (part === 'takes')
        return `export default ${JSON.stringify(messageTakes(readMessages(language)))};`;
      if (!(part in PARTS)) throw new Error(`no part of the program is called ${part}`);
      const compiled = compiledMessages(language, part as keyof typeof PARTS);
      // A string that is parsed is faster than an object that is.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
  };
}

/** Gives the message formatter an empty parser: compiled messages do not need one. */
export function withoutParser(): Plugin {
  return {
    name: 'gatehouse-without-parser',
    enforce: 'pre',
    resolveId(source, importer) {
      const isAsked =
        source === '@formatjs/icu-messageformat-parser' &&
        importer?.includes('/intl-messageformat/');
      return isAsked
        ? this.resolve('@formatjs/icu-messageformat-parser/no-parser.js', importer)
        : null;
    },
  };
}
