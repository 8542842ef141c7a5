import { describe, expect, test } from 'vitest';
import { readArticle, readOwnArticle } from './markdown.ts';

describe('a content page', () => {
  test('is parsed into its heading and blocks', () => {
    const article = readArticle(
      [
        '# Shipping',
        'To [Canada](/faq#where-to) & **back**.',
        '## Cost (flat)',
        '- **One:** $9.99',
        '- Two',
        '',
        '1. First',
      ].join('\n\n'),
    );

    expect(article).toEqual({
      heading: 'Shipping',
      blocks: [
        {
          type: 'paragraph',
          content: ['To ', { link: '/faq#where-to', content: ['Canada'] }, ' & ', { strong: ['back'] }, '.'],
        },
        { type: 'heading', level: 2, id: 'cost-flat', text: 'Cost (flat)' },
        { type: 'list', ordered: false, items: [[{ strong: ['One:'] }, ' $9.99'], ['Two']] },
        { type: 'list', ordered: true, items: [['First']] },
      ],
      contents: [],
    });
  });

  test('has a table of contents when it is long', () => {
    const chapters = Array.from({ length: 4 }, (_, index) => `## Part ${index}\n\n### Detail ${index}`);

    expect(readArticle(`# Long\n\n${chapters.join('\n\n')}`).contents).toHaveLength(4);
    expect(readArticle(`# Short\n\n${chapters.slice(1).join('\n\n')}`).contents).toEqual([]);
  });

  test.each([
    '<b>raw</b> HTML',
    '<script>alert(1)</script>',
    '![image](/x.png)',
    '> quote',
    '```\ncode\n```',
    '| a |\n|---|\n| b |',
  ])('rejects unsupported Markdown: %j', (markdown) => {
    expect(() => readArticle(`# Page\n\n${markdown}`)).toThrow('Unsupported Markdown');
  });
});

describe('a text of the owner', () => {
  const paragraph = (markdown: string) => readOwnArticle(markdown).blocks;

  test('has headings, lists, bold, italic and safe links', () => {
    expect(readOwnArticle('# Care\n\n## Dry\n\n- **Never** *wet*\n- See [here](/faq#dry)').blocks).toEqual([
      { type: 'heading', level: 2, id: 'dry', text: 'Dry' },
      {
        type: 'list',
        ordered: false,
        items: [
          [{ strong: ['Never'] }, ' ', { emphasis: ['wet'] }],
          ['See ', { link: '/faq#dry', content: ['here'] }],
        ],
      },
    ]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<b>raw</b> HTML',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,x)',
    '[x](//evil.example)',
    '[x](/\\\\evil.example)',
    '![x](/x.png)',
    '> quote',
    '`code`',
  ])('shows %s as it was typed', (markdown) => {
    const content = paragraph(markdown).flatMap((block): unknown[] =>
      block.type === 'paragraph' ? block.content : [block],
    );

    expect(content.filter((node) => typeof node !== 'string')).toEqual([]);
    expect(content.join('')).toBe(markdown);
  });

  test('has unique ids for equal headings, and one for a heading without Latin characters', () => {
    const ids = readOwnArticle('## Rings\n\n## Rings\n\n## 指輪').blocks.map((block) => 'id' in block && block.id);

    expect(ids).toEqual(['rings', 'rings-2', 'section']);
  });

  test('has no id twice, nor one of the page around it', () => {
    const ids = readOwnArticle('## A\n\n## A\n\n## A 2\n\n## Content\n\n## Contents').blocks.map(
      (block) => 'id' in block && block.id,
    );

    expect(ids).toEqual(['a', 'a-2', 'a-2-2', 'content-2', 'contents-2']);
  });

  test('lists the items of a nested list after the item that contains it', () => {
    expect(readOwnArticle('- One\n  - Two\n- Three').blocks).toMatchObject([{ items: [['One'], ['Two'], ['Three']] }]);
  });
});
