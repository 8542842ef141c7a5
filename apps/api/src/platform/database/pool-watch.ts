import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/**
 * Statements end after 5 s and idle transactions after another 5 s: a full pool of which no client was acquired or
 * released for this long has lost them.
 */
const LOST_AFTER_MS = 30_000;
/** The worker's statements may take 31 s, and a transaction several of them. */
const END_AFTER_MS = 120_000;
const CHECK_EVERY_MS = 10_000;

/** Distinguishes a busy pool, whose clients are still released, from one whose clients are lost. */
export function watchPool(pool: Pool) {
  let lastUsedAt = performance.now();
  const markUsed = () => {
    lastUsedAt = performance.now();
  };
  pool.on('acquire', markUsed).on('release', markUsed);
  const unusedForMs = () => performance.now() - lastUsedAt;

  return {
    /** Acquires and releases a client; a timeout is accepted while the pool is busy. */
    async assertUsable() {
      try {
        const client = await pool.connect();
        client.release();
      } catch (error) {
        const isFull = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
        if (!isFull || unusedForMs() > LOST_AFTER_MS) throw error;
      }
    },
    isLost: () => pool.idleCount === 0 && pool.totalCount >= pool.options.max && unusedForMs() > END_AFTER_MS,
  };
}

/** Exits with 1 when all clients of a pool are lost: only a new process recovers them. */
export function exitWhenPoolIsLost(pools: Record<string, Pool>, log: Pick<FastifyBaseLogger, 'fatal'>) {
  const watched = Object.entries(pools).map(([name, pool]) => ({ name, ...watchPool(pool) }));
  const checkPools = () => {
    const lost = watched.find(({ isLost }) => isLost());
    if (!lost) return;
    log.fatal({ pool: lost.name }, 'No connection of this pool was released for two minutes: exiting.');
    process.exit(1);
  };
  setInterval(checkPools, CHECK_EVERY_MS).unref();
}
