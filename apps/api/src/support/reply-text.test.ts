import { expect, test } from 'vitest';
import { visibleReply } from './conversations.ts';

const reply = (text: string) => visibleReply(text, 5_000);

test.each([
  ['Gmail', 'Yes, please.\r\n\r\nOn Tue, Nov 17, 2026 at 9:14 AM Crystalline <a@b.c> wrote:\r\n> Shall we?\r\n'],
  ['Gmail, wrapped', 'Yes, please.\n\nOn Tue, Nov 17, 2026 at 9:14 AM Crystalline\n<a@b.c> wrote:\n> Shall we?'],
  ['Outlook', 'Yes, please.\n\n-----Original Message-----\nFrom: Crystalline\nShall we?'],
  ['Outlook on the web', 'Yes, please.\n\n________________________________\nFrom: Crystalline <a@b.c>\nShall we?'],
  ['Apple Mail', 'Yes, please.\n\n> On Nov 17, 2026, Crystalline wrote:\n>\n> Shall we?'],
  ['a signature', 'Yes, please.\n-- \nAda'],
  ['no quote', '\n  Yes, please.  \n\n'],
])('only the new text of an email is a reply: %s', (_client, text) => {
  expect(reply(text)).toBe('Yes, please.');
});

test('paragraphs and sentences that start with On stay', () => {
  expect(reply('On Monday it arrived.\n\n\n\nFrom the box: one glass was broken.')).toBe(
    'On Monday it arrived.\n\nFrom the box: one glass was broken.',
  );
});

test('an email with a quote only is an empty reply, and a long one is shortened', () => {
  expect(reply('> Shall we?')).toBe('');
  expect(visibleReply('💎'.repeat(10), 4)).toBe('💎'.repeat(4));
});
