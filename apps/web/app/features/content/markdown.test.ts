import { describe, expect, test } from 'vitest';
import { readArticle } from './markdown.ts';

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
