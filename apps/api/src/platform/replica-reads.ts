import type { Connection } from '#platform/database/connection.ts';
import { type Db, dbOf } from '#platform/database/db.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { DomainError } from './errors.ts';
import type { ReplicaWatch } from './replica-watch.ts';

export type ReadTarget = 'primary' | 'replica';
type CountRead = (target: ReadTarget) => void;
type Lend = Connection['lend'];

const runOn =
  ({ db }: Connection, target: ReadTarget, count: CountRead): Db['run'] =>
  async (statement) => {
    const result = await db.run(statement);
    count(target);
    return result;
  };

export const readFromPrimary = (primary: Connection, count: CountRead) =>
  dbOf(runOn(primary, 'primary', count), primary.db.transaction);

/**
 * Reads from the replica while that is usable; a statement that it fails to answer runs on the primary, as do
 * transactions.
 */
export function readFromReplica(
  primary: Connection,
  replica: Connection,
  watch: ReplicaWatch,
  count: CountRead = () => {},
): Db {
  const [onPrimary, onReplica] = [runOn(primary, 'primary', count), runOn(replica, 'replica', count)];
  return dbOf(async (statement) => {
    if (!watch.isUsable()) return onPrimary(statement);
    try {
      return await onReplica(statement);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      watch.markUnusable();
      return onPrimary(statement);
    }
  }, primary.db.transaction);
}

/** Counts as one read. */
const searchOn =
  (lend: Lend, target: ReadTarget, count: CountRead): Lend =>
  async (signal, work) => {
    const result = await lend(signal, work);
    count(target);
    return result;
  };

export const searchPrimary = (primary: Lend, count: CountRead) => searchOn(primary, 'primary', count);

/** Like `readFromReplica`: a search that fails on the replica starts again on the primary. */
export function searchReplica(primary: Lend, replica: Lend, watch: ReplicaWatch, count: CountRead): Lend {
  const [onPrimary, onReplica] = [searchOn(primary, 'primary', count), searchOn(replica, 'replica', count)];
  return async (signal, work) => {
    if (!watch.isUsable()) return onPrimary(signal, work);
    try {
      return await onReplica(signal, work);
    } catch (error) {
      const isBusy = error instanceof DomainError && error.kind === 'unavailable';
      if (signal.aborted || !(isBusy || isDatabaseUnavailable(error))) throw error;
      // Busy is not away: only this search moves.
      if (!isBusy) watch.markUnusable();
      return onPrimary(signal, work);
    }
  };
}
