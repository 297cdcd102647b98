import { expect, it } from 'vitest';
import { messagesBeyondPage } from '../../../../../electron/frontends/window/page-messages.ts';
import { compiledMessages } from '../../../../../scripts/build/messages.ts';

const OWN = { 'username.heading': 'Wer?' };

it('sends only the administrator’s messages to a page in the same language', async () => {
  expect(await messagesBeyondPage('de', { language: 'de', messages: {} })).toEqual({});
  expect(await messagesBeyondPage('de', { language: 'de', messages: OWN })).toEqual(OWN);
});

it.each(['de', 'en-XA'] as const)(
  'sends all messages of %s to a page in another language, the administrator’s in their place',
  async (language) => {
    expect(await messagesBeyondPage('en', { language, messages: OWN })).toEqual({
      ...compiledMessages(language, 'window'),
      ...OWN,
    });
  },
);
