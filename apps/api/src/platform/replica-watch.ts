import type { Db } from '#platform/database/db.ts';
import { orNull, text } from '#platform/database/row.ts';
import { one } from '#platform/database/sql.ts';

const POLL_MS = 1_000;

const position = { position: orNull(text) };

/** Positions in the write-ahead log are compared as their number of bytes. */
const WRITTEN = one('replica.written', position)`select (pg_current_wal_lsn() - '0/0')::text as position`;
/** Null once the replica was promoted: from then on, it is another database. */
const REPLAYED = one(
  'replica.replayed',
  position,
)`select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position`;
/** Also behind commits that were not flushed yet (`synchronous_commit = off`). */
const INSERTED = one('replica.inserted', position)`select (pg_current_wal_insert_lsn() - '0/0')::text as position`;

async function findPosition(db: Db, statement: typeof WRITTEN) {
  const { position } = await db.run(statement);
  return position === null ? undefined : BigInt(position);
}

/** The position after everything that was committed until now. */
export const findLastPosition = (primary: Db) => findPosition(primary, INSERTED);

export type ReplicaWatch = ReturnType<typeof watchReplica>;

/**
 * Polls the positions of primary and replica. The lag is the age of the oldest poll of the primary whose position is not
 * replayed: no clocks are compared, and an idle primary has no lag. Without an answer of the primary it is unknown, and
 * reads stay possible. One replica only: behind a URL with several, a poll would say nothing about the others.
 */
export function watchReplica(primary: Db, replica: Db, maxLagMs: number) {
  /** Undefined: not usable. */
  let replayed: bigint | undefined;
  let ahead: { position: bigint; at: number }[] = [];

  async function poll() {
    const at = performance.now();
    const [written, found] = await Promise.all([
      findPosition(primary, WRITTEN).catch(() => undefined),
      findPosition(replica, REPLAYED).catch(() => undefined),
    ]);
    replayed = found;
    if (written !== undefined) ahead.push({ position: written, at });
    ahead = ahead.filter(({ position }) => found === undefined || position > found);
    // What is dropped here is older than the maximum lag, and so is the next.
    ahead = ahead.slice(-Math.ceil(maxLagMs / POLL_MS) - 2);
  }

  let polling = false;
  const timer = setInterval(async () => {
    if (polling) return;
    polling = true;
    await poll();
    polling = false;
  }, POLL_MS).unref();

  const lagMs = () => (ahead[0] ? performance.now() - ahead[0].at : 0);
  return {
    poll,
    stop: () => clearInterval(timer),
    lagMs,
    isUsable: () => replayed !== undefined && lagMs() <= maxLagMs,
    hasReplayed: (position: bigint) => replayed !== undefined && replayed >= position,
    /** Until the next poll. */
    markUnusable: () => {
      replayed = undefined;
    },
  };
}
