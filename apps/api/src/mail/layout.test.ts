import { mailTexts } from '@shop/contracts/mail-texts';
import { describe, expect, test } from 'vitest';
import { draw } from './layout.ts';
import { letterFor } from './letters.ts';
import type { Mail } from './rules.ts';

const ORIGIN = 'https://shop.example.com';
const drawn = (mail: Mail) => draw(letterFor(mail), ORIGIN);

describe('a mail', () => {
  test('says the same as a page and as plain text', () => {
    const { html, text } = drawn({ kind: 'password_changed', data: { name: 'Ada' } });

    const { heading, paragraphs, button, reason } = mailTexts.password_changed;
    for (const words of [heading, 'Hello Ada,', ...paragraphs, button, reason, `${ORIGIN}/forgot-password`]) {
      expect(html).toContain(words);
      expect(text).toContain(words);
    }
  });

  const TAGS = /<[a-z!/?][^>]*>/gi;
  const wrote = (words: string): Mail[] => [
    { kind: 'ticket_opened', data: { name: words, number: '1a2b3c4d', subject: words } },
    { kind: 'ticket_answered', data: { name: words, number: '1a2b3c4d', subject: words, answer: words } },
    { kind: 'back_in_stock', data: { name: words, product: words, options: words, path: '/product/ring' } },
    { kind: 'welcome', data: { name: words } },
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
  ])('A12 has no other parts for the words %s', (words) => {
    const plain = wrote('Ada').map((mail) => drawn(mail).html.match(TAGS));

    expect(wrote(words).map((mail) => drawn(mail).html.match(TAGS))).toEqual(plain);
  });

  test('shows what people write as text, never as a part of the page', () => {
    const { html, text } = drawn({
      kind: 'ticket_opened',
      data: { name: `<script>alert("1")</script>`, number: '1a2b3c4d', subject: `"><img src=x onerror='alert(1)'>` },
    });

    expect(html).not.toMatch(/<script|<img|onerror='/);
    expect(html).toContain('Hello &#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;,');
    expect(text).toContain(`Hello <script>alert("1")</script>,`);
  });

  test('keeps a token whole in its link, whatever signs it has', () => {
    const token = `a+b/c=&d"e<f>`;

    const { html, text } = drawn({ kind: 'reset_password', data: { name: 'Ada', token, expiresAt: new Date() } });

    const link = new URL(/https:\S+/.exec(text)?.[0] ?? '');
    expect([link.origin, link.pathname, link.searchParams.get('token')]).toEqual([ORIGIN, '/reset-password', token]);
    expect(html).toContain(`href="${link.href}"`);
  });

  test.each(['https://evil.example', 'Win at www.evil.example', 'evil.example/now', 'write to eve@evil'])(
    'carries no link of a stranger: %s',
    (words) => {
      const { html, text } = drawn({
        kind: 'ticket_opened',
        data: { name: words, number: '1a2b3c4d', subject: words },
      });

      expect(html + text).not.toContain('evil');
      expect(text).toContain('Hello,\n');
    },
  );

  test('greets people by names with dots and signs in them', () => {
    const names = ["Dr. J.R.R. O'Neil-Smith", 'Åsa Ødegård', '李小龍'];

    const greetings = names.map((name) => drawn({ kind: 'password_changed', data: { name } }).text);

    for (const [index, name] of names.entries()) expect(greetings[index]).toContain(`Hello ${name},`);
  });

  test('that comes again has a way out, in both; others have none', () => {
    const letter = drawn({ kind: 'newsletter_joined', data: { token: 'abc' } });
    const once = drawn({ kind: 'password_changed', data: { name: 'Ada' } });

    const url = `${ORIGIN}/newsletter/unsubscribe?token=abc`;
    expect(letter.leaveUrl).toBe(url);
    expect(letter.html).toContain(`href="${url}"`);
    expect(letter.text).toContain(`${mailTexts.unsubscribe}: ${url}\n`);
    expect(once.leaveUrl).toBeUndefined();
    expect(once.html + once.text).not.toContain(mailTexts.unsubscribe);
  });

  test('loads nothing from anywhere', () => {
    const { html } = drawn({ kind: 'account_deleted', data: {} });

    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(/);
  });
});
