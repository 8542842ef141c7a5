import { describe, expect, test } from 'vitest';
import { readDescription } from './description.ts';

describe('a product description', () => {
  test('has paragraphs, lists, headings, bold, italic and links', () => {
    const markdown = [
      'A **bold** and *quiet* ring. See the [size guide](/faq#sizes).',
      '## Care',
      '- Wipe it dry\n- Store it [safely](https://example.com/care)',
      '1. First',
    ].join('\n\n');

    expect(readDescription(markdown)).toEqual([
      {
        type: 'paragraph',
        content: [
          'A ',
          { strong: ['bold'] },
          ' and ',
          { emphasis: ['quiet'] },
          ' ring. See the ',
          { link: '/faq#sizes', content: ['size guide'] },
          '.',
        ],
      },
      { type: 'heading', level: 3, id: '', text: 'Care' },
      {
        type: 'list',
        ordered: false,
        items: [['Wipe it dry'], ['Store it ', { link: 'https://example.com/care', content: ['safely'] }]],
      },
      { type: 'list', ordered: true, items: [['First']] },
    ]);
  });

  test('without Markdown is its lines as they were typed', () => {
    expect(readDescription('One stone.\nOne chain.')).toEqual([
      { type: 'paragraph', content: ['One stone.\nOne chain.'] },
    ]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'Hello <b onmouseover=alert(1)>you</b>',
    '> quote',
    '```\ncode\n```',
    '![image](/x.png)',
    '| a |\n|---|\n| b |',
  ])('shows unsupported Markdown and HTML as text: %j', (markdown) => {
    const blocks = readDescription(markdown);

    expect(blocks.every(({ type }) => type === 'paragraph')).toBe(true);
    expect(blocks.flatMap((block) => (block.type === 'paragraph' ? block.content : [])).join('')).toBe(markdown);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://example.com',
    '//evil.example',
    '/\\evil.example',
    'evil.example',
    'java&#115;cript:alert(1)',
  ])('shows a link to %j as text', (target) => {
    expect(JSON.stringify(readDescription(`[Click](<${target}>)`))).not.toContain('"link"');
  });

  test.each(['/products?category=Rings', 'https://example.com/care'])('links to %j', (target) => {
    expect(readDescription(`[Click](${target})`)).toEqual([
      { type: 'paragraph', content: [{ link: target, content: ['Click'] }] },
    ]);
  });
});
