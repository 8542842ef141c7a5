import { parseArgs } from 'node:util';
import { countChangedOrders, countCustomers, resetSales } from '../../apps/api/src/analytics/roll-up-queries.ts';
import { replayErasures } from '../../apps/api/src/identity/account/replay-erasures.ts';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { countAllViolations, FULL_CHECKS_AT_ONCE } from '../../apps/api/src/system/integrity-check.ts';
import { erasureSummary } from '../erasures.ts';
import { withDatabase } from './connection.ts';

export async function runVerify(args: string[]) {
  parseArgs({ args, options: {} });
  const checkResults = await withDatabase(0, countAllViolations, FULL_CHECKS_AT_ONCE);
  for (const { id, rule, violations } of checkResults)
    console.log(`${violations === 0 ? 'PASS' : 'FAIL'} ${id} ${String(violations).padStart(7)}  ${rule}`);
  if (checkResults.some(({ violations }) => violations > 0)) throw new Error('Data integrity checks failed.');
}

export async function runCountSales(args: string[]) {
  parseArgs({ args, options: {} });
  await withDatabase(0, async (db) => {
    await resetSales(db);
    let counted = 0;
    for (let taken = 1; taken > 0; counted += taken) taken = await countChangedOrders(db, 10_000);
    await countCustomers(db);
    console.log(`${counted.toLocaleString('en')} orders recalculated.`);
  });
}

export async function runReplayErasures(args: string[]) {
  parseArgs({ args, options: {} });
  const { erasuresDir } = readConfig(process.env);
  console.log(erasureSummary(await withDatabase(0, (db) => replayErasures(db, erasuresDir))));
}
