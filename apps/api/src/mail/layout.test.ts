import { STORE_NAME } from '@shop/contracts/common/constants';
import { emailLayoutTexts, emailTexts } from '@shop/contracts/mail/messages';
import { describe, expect, test } from 'vitest';
import { renderEmail } from './layout.ts';
import type { EmailMessage } from './rules.ts';
import { emailContentFor } from './templates.ts';

const ORIGIN = 'https://shop.example.com';
const TICKET = { number: '1a2b3c4d', subject: 'A ring', ticketId: null, conversationId: null };
const render = (message: EmailMessage, isConfirmed = true) =>
  renderEmail(emailContentFor(message, isConfirmed), ORIGIN);

describe('an email', () => {
  test('has the same content as HTML and as plain text', () => {
    const { html, text } = render({ kind: 'password_changed', data: { name: 'Ada' } });

    const { heading, paragraphs, button, reason } = emailTexts(STORE_NAME).password_changed;
    for (const phrase of [heading, 'Hello Ada,', ...paragraphs, button, reason, `${ORIGIN}/forgot-password`]) {
      expect(html).toContain(phrase);
      expect(text).toContain(phrase);
    }
  });

  test('has the store’s own name in header, texts and signature, escaped in HTML', () => {
    const message: EmailMessage = { kind: 'welcome', data: { token: 'abc', expiresAt: new Date() } };

    const { subject, html, text } = renderEmail(emailContentFor(message, true, 'Glint & <Co>'), ORIGIN, 'Glint & <Co>');

    expect(subject).toBe('Welcome to Glint & <Co>');
    expect(text).toContain('The Glint & <Co> team');
    expect(html).toContain('Glint &#38; &#60;Co&#62;');
    expect(html + text).not.toContain('Crystalline');
    expect(html + text).not.toContain(emailLayoutTexts.tagline);
  });

  test('leaves the word Crystalline in texts of staff as it is', () => {
    const reply = 'Crystalline quartz is heavy.';
    const message: EmailMessage = { kind: 'ticket_answered', data: { ...TICKET, subject: '', reply } };

    const { text } = renderEmail(emailContentFor(message, true, 'Glint'), ORIGIN, 'Glint');

    expect(text).toContain(reply);
  });

  const TAGS = /<[a-z!/?][^>]*>/gi;
  const emailsWith = (input: string): EmailMessage[] => [
    { kind: 'ticket_answered', data: { ...TICKET, reply: input } },
    { kind: 'back_in_stock', data: { name: input, product: input, options: input, path: '/product/ring' } },
    { kind: 'email_change_undone', data: { name: input } },
  ];

  test.each([
    '<script>hacked()</script>',
    '</td></table><script>hacked()</script>',
    '"><img src=x onerror=hacked()>',
    "'><svg/onload=hacked()>",
    '<a href="javascript:hacked()">here</a>',
    '<style>*{background:red}</style>',
    '<!--',
    ']]>',
    '&lt;script&gt;hacked()&lt;/script&gt;',
    '[here](javascript:hacked())',
  ])('A12 gets no additional HTML tags from the user text %s', (input) => {
    const plain = emailsWith('Ada').map((message) => render(message).html.match(TAGS));

    expect(emailsWith(input).map((message) => render(message).html.match(TAGS))).toEqual(plain);
  });

  test('escapes user text in HTML', () => {
    const { html, text } = render({
      kind: 'ticket_answered',
      data: { ...TICKET, reply: `<script>alert("1")</script>` },
    });

    expect(html).not.toMatch(/<script/);
    expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;');
    expect(text).toContain(`<script>alert("1")</script>`);
  });

  test('preserves special characters of a token in its link', () => {
    const token = `a+b/c=&d"e<f>`;

    const { html, text } = render({ kind: 'reset_password', data: { name: 'Ada', token, expiresAt: new Date() } });

    const link = new URL(/https:\S+/.exec(text)?.[0] ?? '');
    expect([link.origin, link.pathname, link.searchParams.get('token')]).toEqual([ORIGIN, '/reset-password', token]);
    expect(html).toContain(`href="${link.href}"`);
  });

  test.each(['https://evil.example', 'пример.рф/pay evil', 'evil。com', 'Call 1-800-555-0199 evil'])(
    'contains no link or phone number from user text: %s',
    (input) => {
      for (const message of emailsWith(input).filter(({ kind }) => kind !== 'back_in_stock')) {
        const { html, text, subject } = render(
          message.kind === 'ticket_answered'
            ? { ...message, data: { ...message.data, subject: input, reply: 'Yes.' } }
            : message,
        );
        expect(html + text + subject).not.toContain('evil');
        expect(text).toContain('Hello,\n');
      }
    },
  );

  test('has no name in the greeting before the address is confirmed', () => {
    const { html, text } = render({ kind: 'password_changed', data: { name: 'Call us now' } }, false);

    expect(html + text).not.toContain('Call us now');
    expect(text).toContain('Hello,\n');
  });

  test('has names with dots, apostrophes, hyphens and non-Latin characters in the greeting', () => {
    const names = ["Dr. J.R.R. O'Neil-Smith", 'Åsa Ødegård', '李小龍'];

    const greetings = names.map((name) => render({ kind: 'password_changed', data: { name } }).text);

    for (const [index, name] of names.entries()) expect(greetings[index]).toContain(`Hello ${name},`);
  });

  test('has an unsubscribe link in HTML and plain text only if it is a newsletter', () => {
    const newsletterEmail = render({ kind: 'newsletter_welcome', data: { token: 'abc' } });
    const once = render({ kind: 'password_changed', data: { name: 'Ada' } });

    const url = `${ORIGIN}/newsletter/unsubscribe?token=abc`;
    expect(newsletterEmail.unsubscribeUrl).toBe(url);
    expect(newsletterEmail.html).toContain(`href="${url}"`);
    expect(newsletterEmail.text).toContain(`${emailLayoutTexts.unsubscribe}: ${url}\n`);
    expect(once.unsubscribeUrl).toBeUndefined();
    expect(once.html + once.text).not.toContain(emailLayoutTexts.unsubscribe);
  });

  test('loads no external resources', () => {
    const { html } = render({ kind: 'account_deleted', data: {} });

    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(/);
  });
});
