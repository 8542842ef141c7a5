/** Writes to every node directly, by its socket, to find a second node that accepts writes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCluster } from './cluster.ts';
import type { Host } from './network.ts';
import { onNode } from './node.ts';

type Acknowledged = { node: string; id: string; timeline: number; sentAt: number; at: number };

const CREATE = 'create table if not exists failover_writes (id uuid primary key default gen_random_uuid(), node text)';

/** Each node is asked to commit a row every 100 ms; standbys and nodes without a standby to confirm it refuse or wait. */
export async function startWriters(cluster: PostgresCluster) {
  await onNode(cluster.socketOf(await cluster.primary()), (client) => client.query(CREATE));
  const acknowledged: Acknowledged[] = [];
  let running = true;
  const write = async (host: Host) => {
    const sentAt = performance.now();
    await onNode(cluster.socketOf(host), async (client) => {
      const { rows } = await client.query<{ id: string; timeline: number }>(
        `insert into failover_writes (node) values ($1)
         returning id, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
        [host.name],
      );
      const [row] = rows;
      if (row) acknowledged.push({ ...row, node: host.name, sentAt, at: performance.now() });
    }).catch(() => {});
  };
  const loops = cluster.hosts.map(async (host) => {
    while (running) {
      await write(host);
      await pause(100);
    }
  });
  return {
    acknowledged,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

/**
 * Every promotion starts a new timeline. A row of an older timeline that was requested after one of a newer timeline was
 * acknowledged, or two nodes with rows of one timeline, are a split brain.
 */
export function countSplitBrain(acknowledged: Acknowledged[]) {
  const order = acknowledged.toSorted((a, b) => a.at - b.at);
  const owners = new Map<number, string>();
  const newest: { timeline: number; at: number }[] = [];
  let violations = 0;
  for (const { node, timeline, sentAt, at } of order) {
    if ((owners.get(timeline) ?? node) !== node) violations += 1;
    owners.set(timeline, node);
    if (newest.some((seen) => seen.timeline > timeline && seen.at < sentAt)) violations += 1;
    if (!newest.some((seen) => seen.timeline >= timeline)) newest.push({ timeline, at });
  }
  return violations;
}

/** Acknowledged rows that the primary does not have. */
export async function countLost(cluster: PostgresCluster, acknowledged: Acknowledged[]) {
  return onNode(cluster.socketOf(await cluster.primary()), async (client) => {
    const { rows } = await client.query<{ found: number }>(
      'select count(*)::int as found from failover_writes where id = any($1)',
      [acknowledged.map(({ id }) => id)],
    );
    return acknowledged.length - (rows[0]?.found ?? 0);
  });
}
