import { createHash, randomUUID } from 'node:crypto';
import { idempotencyMessages } from '@shop/contracts/common/messages';
import type { Parser } from '@shop/contracts/common/parser';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import { bytes, json, orNull, present, type Row } from '#platform/database/row.ts';
import { count, type Fragment, first, sql } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { unauthenticated } from './access.ts';
import { ACTIVE_USER_COLUMNS, ActiveUser } from './active-user.ts';

const KEY_MAX = 200;

/** For the `headers` of a route whose work must happen once, however often a client repeats the request. */
export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string(idempotencyMessages.keyMissing)
    .min(1, idempotencyMessages.keyMissing)
    .max(KEY_MAX)
    .describe(
      'A new one, such as a UUID, for each thing to do; the same one to repeat a request that may have failed.',
    ),
});

/** For a route that also accepts requests without a key. */
export const OptionalIdempotencyHeaders = IdempotencyHeaders.partial();

/** A request with an idempotency key. The hash distinguishes a retry from another request that reuses the key. */
export type KeyedCall = { userId: string; key: string; requestHash: Buffer };

export const keyedCall = (request: FastifyRequest): KeyedCall => ({
  userId: request.actor.id,
  key: IdempotencyHeaders.parse(request.headers)['idempotency-key'],
  requestHash: hashOf(request),
});

/** For work that recognizes a repetition by itself: without a key, a call has one of its own. */
export const optionallyKeyedCall = (request: FastifyRequest): KeyedCall =>
  request.headers['idempotency-key'] === undefined
    ? { userId: request.actor.id, key: `none:${randomUUID()}`, requestHash: hashOf(request) }
    : keyedCall(request);

export const keyMissing = () =>
  new DomainError('invalid', 'invalid', idempotencyMessages.keyMissing, {
    errors: [{ field: 'idempotency-key', message: idempotencyMessages.keyMissing }],
  });

/** For a public route whose URL is signed for data of this user. The purpose keeps its keys apart from the user's own. */
export const signedCall = (request: FastifyRequest, userId: string, purpose: string): KeyedCall => ({
  userId,
  key: `${purpose}:${IdempotencyHeaders.parse(request.headers)['idempotency-key']}`.slice(0, KEY_MAX),
  requestHash: hashOf(request),
});

function hashOf({ method, url, body, routeOptions }: FastifyRequest) {
  // A body that the route does not read is not validated: 10,000 nested arrays overflow the stack of `stringify`.
  const read = routeOptions.schema?.body ? body : null;
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(read ?? null)}`)
    .digest();
}

/**
 * Claims the key inside the caller's transaction: a second call waits here for the first and then gets its response. A
 * failed call releases its key with the rollback, and can be retried. The user is locked first, also when the key
 * exists already: the account must not be deleted during the call.
 */
async function claimKey(tx: Db, call: KeyedCall): Promise<unknown> {
  return checkClaim(call, await tx.run(lockKey(call))).response;
}

const lockedKey = {
  user: present(json(ActiveUser), 'the key is inserted with it'),
  requestHash: bytes,
  response: orNull(json(z.unknown())),
};
type LockedKey = Row<typeof lockedKey>;

/** The statement of `claimKey`, for callers that send it together with others; `checkClaim` takes its row. */
export const lockKey = ({ userId, key, requestHash }: KeyedCall) =>
  first('idempotency.lockKey', lockedKey)`
    with active as (
           select ${ACTIVE_USER_COLUMNS} from users where id = ${userId} and deleted_at is null for key share)
    insert into idempotency_keys (user_id, key, request_hash) select id, ${key}, ${requestHash}::bytea from active
    on conflict (user_id, key) do update set key = excluded.key
    returning request_hash, response, (select to_json(active) from active) as user`;

/** The user, and the stored response if there is one. */
export function checkClaim({ requestHash }: KeyedCall, locked: LockedKey | undefined) {
  if (!locked) throw unauthenticated();
  if (!requestHash.equals(locked.requestHash))
    throw new DomainError('invalid', 'key_reused', idempotencyMessages.keyReused);
  return { user: locked.user, response: locked.response ?? undefined };
}

/** Whether a call with this key was made, for other statements. */
export const hasKey = ({ userId, key }: KeyedCall) =>
  sql`exists (select from idempotency_keys where user_id = ${userId} and key = ${key})`;

/** The response that every further call with this key gets. */
export const storeResponse = ({ userId, key }: KeyedCall, response: object) =>
  count('idempotency.storeResponse')`
    update idempotency_keys set status = 200, response = ${JSON.stringify(response)}::json
     where user_id = ${userId} and key = ${key}`;

/** The same if there is none yet and the condition holds; otherwise no row is updated. */
export const storeFirstResponse = ({ userId, key }: KeyedCall, response: object, condition: Fragment) =>
  count('idempotency.storeFirstResponse')`
    update idempotency_keys set status = 200, response = ${JSON.stringify(response)}::json
     where user_id = ${userId} and key = ${key} and response is null and ${condition}`;

/** For work in one transaction: the first call with a key does it, all further calls get its response. */
export function runIdempotent<Result extends object>(
  db: Db,
  call: KeyedCall,
  schema: Parser<Result>,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const previousResponse = await claimKey(tx, call);
    if (previousResponse !== undefined) return schema.parse(previousResponse);

    const result = await work(tx);
    await tx.run(storeResponse(call, result));
    return result;
  });
}

/** The key is optional, for clients that do not support it: without one, every call does the work. */
export const runOnceWithKey = <Result extends object>(
  db: Db,
  request: FastifyRequest,
  schema: Parser<Result>,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> =>
  request.headers['idempotency-key'] === undefined
    ? db.transaction(work)
    : runIdempotent(db, keyedCall(request), schema, work);

const NO_RESPONSE = z.object({});

/** The same for work without a response body. */
export const runOnceWithoutResponse = (db: Db, request: FastifyRequest, work: (tx: Db) => Promise<unknown>) =>
  runOnceWithKey(db, request, NO_RESPONSE, async (tx) => {
    await work(tx);
    return {};
  });

/** Responses are stored for a day; a key whose call never stored one is deleted after 3 minutes. */
export async function deleteOldKeys(db: Db) {
  const deleteWhere = (condition: Fragment) =>
    deleteInPortions(() =>
      db.run(count('idempotency.deleteOld')`
        delete from idempotency_keys where (user_id, key) in (
          select user_id, key from idempotency_keys where ${condition}
           order by created_at limit ${PORTION} for update skip locked)`),
    );
  await deleteWhere(sql`created_at < ${endOfRetention('idempotencyKeys')}`);
  await deleteWhere(sql`status is null and created_at < ${endOfRetention('abandonedIdempotencyKeys')}`);
}
