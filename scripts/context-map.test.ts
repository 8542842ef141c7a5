import { expect, test } from 'vitest';
import { mapOf } from './context-map.ts';

test('the map names what a context calls and who calls it, by layer', () => {
  const sources = [
    {
      path: 'orders/cancel.ts',
      text: "import { refund } from '#payments/service.ts';\nimport { all } from './queries.ts';",
    },
    { path: 'orders/queries.ts', text: "import { sql } from '#platform/database/sql.ts';" },
    { path: 'payments/service.ts', text: "import type { Entry } from '#audit/service.ts';" },
    { path: 'app.ts', text: "import { refund } from '#payments/service.ts';" },
  ];

  expect(mapOf(sources, [['orders'], ['payments'], ['audit']])).toBe(
    '| 1 | orders | payments | – |\n| 2 | payments | audit | orders |\n| 3 | audit | – | payments |\n',
  );
});
