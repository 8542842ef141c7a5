import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../bare/order.sql', import.meta.url));
const PG_HOME = '/usr/lib/postgresql';

type Load = { first: number; clients: number; each: number };

/** Has customers from number `first` place an order each by the bare program; returns the orders per second. */
export async function placeBareOrders(databaseUrl: string, { first, clients, each }: Load) {
  const version = readdirSync(PG_HOME).sort().at(-1) ?? '';
  const { stdout } = await promisify(execFile)(join(PG_HOME, version, 'bin', 'pgbench'), [
    ...['--no-vacuum', '--protocol=prepared', `--file=${SCRIPT}`, `--client=${clients}`, '--jobs=2'],
    ...[`--transactions=${each}`, `--define=first=${first}`, `--define=each=${each}`, '--define=i=0', databaseUrl],
  ]);
  const perSecond = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
  if (!perSecond) throw new Error(`The output of pgbench has no rate:\n${stdout}`);
  return perSecond;
}
