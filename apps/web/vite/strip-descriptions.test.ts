import { expect, test } from 'vitest';
import { withoutDescriptions } from './strip-descriptions.ts';

const strip = (code: string) => withoutDescriptions(code, 'schema.ts').replace(/\s+/g, '');

test('strips the descriptions of a schema and nothing else', () => {
  const code = `
    export const Order = z.object({
      number: z.string().describe("The customer's; ( .describe('x') )"),
      // .describe('a comment')
      total: (isFree ? Zero : Amount).nullable().describe(\`At most \${MAX}.\`).default(null),
      lines: z.array(z.object({ sku: z.string().meta({ id: 'Sku', description: 'A ’) of it.' }) })),
    }).strict().meta({ id: 'Order', description: 'An order.' });
  `;
  expect(strip(code)).toBe(
    strip(`
      export const Order = z.object({
        number: z.string(),
        // .describe('a comment')
        total: (isFree ? Zero : Amount).nullable().default(null),
        lines: z.array(z.object({ sku: z.string() })),
      }).strict();
    `),
  );
});

test('keeps what only looks like a description', () => {
  const code = `describe('x'); schema.meta(); texts['describe']('x'); a.describe(row); "z.describe('x')"; b.describe('x', 1);`;
  expect(withoutDescriptions(code, 'schema.ts')).toBe(code);
});

test('leaves every other character in its line and column', () => {
  const code = "const a = z\n  .string()\n  .describe(\n    'Une phrase.',\n  )\n  .min(1);\nconst b = a;";
  const stripped = withoutDescriptions(code, 'schema.ts');
  expect(stripped).toHaveLength(code.length);
  expect(stripped.split('\n')[5]).toBe('  .min(1);');
  expect(stripped.split('\n')[6]).toBe('const b = a;');
});

test('rejects a file that it cannot parse', () => {
  expect(() => withoutDescriptions('const a = ;', 'schema.ts')).toThrow('schema.ts');
});
