import { createHash } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#db.ts';
import { lockActiveUser } from './active-user.ts';
import { DomainError } from './errors.ts';

/** For the `headers` of a route whose work must happen once, however often a nervous client asks. */
export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z.string(checkoutMessages.keyMissing).min(1, checkoutMessages.keyMissing).max(200),
});

/** A call under its key. The hash tells a repetition from another call that borrowed the key. */
export type KeyedCall = { userId: string; key: string; requestHash: Buffer };

export function keyedCall({ actor, headers, method, url, body }: FastifyRequest): KeyedCall {
  return {
    userId: actor.id,
    key: IdempotencyHeaders.parse(headers)['idempotency-key'],
    requestHash: createHash('sha256')
      .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
      .digest(),
  };
}

/**
 * Takes the key inside the caller's transaction: a second call waits here for the first and then finds its answer.
 * A call that failed took its key back with the rest of its transaction, and may be tried again. Its owner is locked
 * first, also when the key is known already: their account must not be deleted in the middle of the call.
 */
export async function begin(tx: Db, { userId, key, requestHash }: KeyedCall): Promise<unknown> {
  await lockActiveUser(tx, userId);
  const { rows } = await tx.execute<{ requestHash: Buffer; response: unknown }>(sql`
    insert into idempotency_keys (user_id, key, request_hash) values (${userId}, ${key}, ${requestHash})
    on conflict (user_id, key) do update set key = excluded.key
    returning request_hash as "requestHash", response`);
  const [kept] = rows;
  if (kept && !requestHash.equals(kept.requestHash))
    throw new DomainError('invalid', 'key_reused', checkoutMessages.keyReused);
  return kept?.response ?? undefined;
}

/** The answer every further call with this key gets. */
export async function finish(tx: Db, { userId, key }: KeyedCall, answer: object) {
  await tx.execute(sql`
    update idempotency_keys set status = 200, response = ${JSON.stringify(answer)}::json
     where user_id = ${userId} and key = ${key}`);
}

/** For work that is one transaction: done by the first call with a key, told to all. */
export function once<Answer extends object>(
  db: Db,
  call: KeyedCall,
  schema: z.ZodType<Answer>,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    const before = await begin(tx, call);
    if (before !== undefined) return schema.parse(before);

    const answer = await work(tx);
    await finish(tx, call, answer);
    return answer;
  });
}

/** Answers are kept for a day; a call that never got one is forgotten soon, for its key opened nothing. */
export async function deleteOldKeys(db: Db) {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '25 hours'`);
  await db.execute(
    sql`delete from idempotency_keys where status is null and created_at < now() - interval '3 minutes'`,
  );
}
