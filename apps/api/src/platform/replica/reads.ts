import type { Connection, Db } from '#platform/database/db.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import type { LendConnection } from '#platform/database/search-connections.ts';
import { DomainError } from '#platform/errors.ts';
import type { ReplicaWatch } from './watch.ts';

export type ReadTarget = 'primary' | 'replica';
type CountRead = (target: ReadTarget) => void;

const runOn =
  ({ pool }: Connection, target: ReadTarget, count: CountRead) =>
  async (...statement: unknown[]): Promise<unknown> => {
    const result = await Reflect.apply(pool.query, pool, statement);
    count(target);
    return result;
  };

export const readFromPrimary = (primary: Connection, count: CountRead): Db =>
  primary.dbWith(runOn(primary, 'primary', count));

/** Reads from the replica while that is usable; a statement that it fails to answer runs on the primary. */
export function readFromReplica(
  primary: Connection,
  replica: Connection,
  watch: ReplicaWatch,
  count: CountRead = () => {},
): Db {
  const [onPrimary, onReplica] = [runOn(primary, 'primary', count), runOn(replica, 'replica', count)];
  return primary.dbWith(async (...statement) => {
    if (!watch.isUsable()) return onPrimary(...statement);
    try {
      return await onReplica(...statement);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      watch.markUnusable();
      return onPrimary(...statement);
    }
  });
}

/** Counts as one read. */
const searchOn =
  (lend: LendConnection, target: ReadTarget, count: CountRead): LendConnection =>
  async (signal, work) => {
    const result = await lend(signal, work);
    count(target);
    return result;
  };

export const searchPrimary = (primary: LendConnection, count: CountRead) => searchOn(primary, 'primary', count);

/** Like `readFromReplica`: a search that fails on the replica starts again on the primary. */
export function searchReplica(
  primary: LendConnection,
  replica: LendConnection,
  watch: ReplicaWatch,
  count: CountRead,
): LendConnection {
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
