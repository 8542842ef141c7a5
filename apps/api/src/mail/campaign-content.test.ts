import { describe, expect, test } from 'vitest';
import { campaignContent } from './campaign-content.ts';
import { renderEmail } from './layout.ts';

const ORIGIN = 'https://shop.example.com';
const render = (message: string, link: string | null = '/products') =>
  renderEmail(campaignContent({ title: 'Sale', message, link, recipient: 'customer', token: 'abc' }), ORIGIN);
const bodyOf = (message: string) => /<h1[\s\S]*?<\/h1>\n([\s\S]*?)\n<\/td>/.exec(render(message, null).html)?.[1] ?? '';
const withoutStyles = (html: string) => html.replace(/ style="[^"]*"/g, '');

describe('the text of a campaign', () => {
  test('has paragraphs, lists, headings, bold, italic and links, in HTML and as plain text', () => {
    const paragraph = 'A **bold** and *quiet* ring.\nNew.';
    const message = [paragraph, '## Care', '- [Wipe](/faq) it\n- Dry it', '1. First'].join('\n\n');

    expect(withoutStyles(bodyOf(message)).split('\n').filter(Boolean)).toEqual([
      '<p>A <strong>bold</strong> and <em>quiet</em> ring.<br>New.</p>',
      '<h2>Care</h2>',
      `<ul><li><a href="${ORIGIN}/faq">Wipe</a> it</li><li>Dry it</li></ul>`,
      '<ol><li>First</li></ol>',
    ]);
    expect(render(message).text).toContain(
      `A bold and quiet ring.\nNew.\n\nCare\n\n- Wipe (${ORIGIN}/faq) it\n- Dry it\n\n1. First\n\nShop now:\n${ORIGIN}/products\n`,
    );
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'Hello <b onmouseover=alert(1)>you</b>',
    '![image](https://evil.example/x.png)',
    '[Click](javascript:alert(1))',
    '[Click](<data:text/html,x>)',
    '[Click](//evil.example)',
    '"><svg onload=alert(1)>',
  ])('A12 gets no tag and no link from %j', (message) => {
    expect(bodyOf(message).match(/<[a-z]+/g)).toEqual(['<p']);
  });

  test('has no button without a link', () => {
    expect(render('Two days only.', null).text).not.toContain('Shop now');
    expect(render('Two days only.', null).html).not.toContain('Shop now');
  });

  test('leaves the word Crystalline as it is, and names the store in the reason', () => {
    const store = { name: 'Glint', seller: ['Glint Ltd', '1 High Street'] };
    const title = 'Crystalline quartz';
    const campaign = { title, message: 'Crystalline.', link: null, recipient: 'customer' } as const;
    const { text } = renderEmail(campaignContent(campaign, store), ORIGIN, store.name);

    expect(text).toContain(title);
    expect(text).toContain('in your Glint account');
    expect(text).toMatch(/Glint\nGlint Ltd\n1 High Street\n$/);
  });
});
