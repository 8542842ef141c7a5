import type { Pool, PoolClient } from 'pg';
import { vi } from 'vitest';
import { z } from 'zod';

const QueryCall = z.tuple([z.object({ text: z.string() }), z.array(z.unknown())]).rest(z.unknown());

/** Behind a pooler, each statement has a BEGIN and a COMMIT of its own. */
const isStatement = ([first]: unknown[]) => typeof first === 'object';

/** The statements that connections of a pool received meanwhile, with their values. */
export async function recordStatements<T>(pool: Pool, act: () => Promise<T>) {
  const spies = new Set<{ mock: { calls: unknown[][] }; mockRestore: () => void }>();
  const record = (client: PoolClient) => void spies.add(vi.spyOn(client, 'query'));
  pool.on('acquire', record);
  const result = await act();
  pool.off('acquire', record);
  const statements = [...spies]
    .flatMap(({ mock }) => mock.calls.filter(isStatement))
    .map((call) => {
      const [{ text }, values] = QueryCall.parse(call);
      return { text, values };
    });
  for (const spy of spies) spy.mockRestore();
  return { result, statements };
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  Plans?: Plan[];
};
const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

/** The steps of a statement, on a connection of the pool and with its settings. */
export async function explainSteps(pool: Pool, { text, values }: { text: string; values: unknown[] }, options = '') {
  const { rows } = await pool.query(`explain (format json${options}) ${text}`, values);
  return stepsOf(rows[0]['QUERY PLAN'][0].Plan);
}
