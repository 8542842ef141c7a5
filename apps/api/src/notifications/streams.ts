import type { ServerResponse } from 'node:http';
import { notificationMessages } from '@shop/contracts/notifications/messages';
import { NOTIFICATIONS_SHOWN } from '@shop/contracts/notifications/schema';
import type { FastifyBaseLogger } from 'fastify';
import { listLiveTokens } from '#identity/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { findNewNotifications } from './reading-queries.ts';
import { formatEvent, HEARTBEAT } from './rules.ts';

/** An open event stream. `since` is the snapshot of its last update. */
type Stream = { userId: string; token: string; since: string | null; isNew: boolean; response: ServerResponse };

/** Every stream has its turn once in 15 seconds, a fifteenth of them each second: this spreads the load evenly. */
const TURNS = 15;
const TURN_MS = 1_000;
const STREAMS_PER_USER = 10;
/** A client that reads too slowly is disconnected, and gets the rest when it reconnects. */
const UNSENT_BYTES = 64 * 1_024;

export type Streams = ReturnType<typeof createStreams>;

/**
 * The event streams of this process. A message on the Redis channel calls `checkUsers`, and so does each turn: without
 * Redis nothing is lost, only later. One query runs at a time, so that no stream gets an update twice.
 */
export function createStreams(db: Db, log: FastifyBaseLogger) {
  const turns = Array.from({ length: TURNS }, () => new Set<Stream>());
  const byUser = new Map<string, Set<Stream>>();
  const usersToCheck = new Set<string>();
  let turn = 0;
  let reading = false;
  let closed = false;
  const timer = setInterval(() => void runTurn(), TURN_MS).unref();

  function open(given: Omit<Stream, 'isNew'>) {
    // The client may have disconnected while its session was looked up: `close` would not come again.
    if (closed || given.response.destroyed) return void given.response.end();
    const stream = { ...given, isNew: true };
    const own = byUser.get(stream.userId) ?? new Set();
    byUser.set(stream.userId, own.add(stream));
    const turnStreams = turns[turn]?.add(stream);
    stream.response.once('close', () => {
      turnStreams?.delete(stream);
      own.delete(stream);
      if (own.size === 0) byUser.delete(stream.userId);
    });
    checkUsers([stream.userId]);
  }

  function assertStreamLimit(userId: string) {
    if ((byUser.get(userId)?.size ?? 0) >= STREAMS_PER_USER)
      throw new DomainError('too_many', 'too_many_streams', notificationMessages.tooManyStreams);
  }

  function checkUsers(userIds: Iterable<string>) {
    for (const id of userIds) if (byUser.has(id)) usersToCheck.add(id);
    void sendPending();
  }

  async function sendPending() {
    if (reading) return;
    reading = true;
    try {
      while (usersToCheck.size > 0) {
        const streams = [...usersToCheck].flatMap((id) => [...(byUser.get(id) ?? [])]);
        usersToCheck.clear();
        await sendUpdates(streams);
      }
    } catch (error) {
      log.warn({ err: error }, 'Failed to read notifications. Retrying.');
    } finally {
      reading = false;
    }
  }

  async function sendUpdates(streams: Stream[]) {
    const { snapshot, updates } = await db.run(findNewNotifications(streams, NOTIFICATIONS_SHOWN));
    for (const stream of streams) Object.assign(stream, { since: snapshot, isNew: false });
    for (const { place, items, unreadCount } of updates)
      write(streams[place - 1], formatEvent(snapshot, { items: items.map(withIsoDate), unreadCount }));
  }

  async function runTurn() {
    turn = (turn + 1) % TURNS;
    const streams = [...(turns[turn] ?? [])];
    if (streams.length === 0) return;
    for (const stream of streams) write(stream, HEARTBEAT);
    try {
      const live = await listLiveTokens(
        db,
        streams.map(({ token }) => token),
      );
      for (const { token, response } of streams) if (!live.has(token)) response.end();
      checkUsers(streams.map(({ userId }) => userId));
    } catch (error) {
      log.warn({ err: error }, 'Failed to read the sessions of open streams. Retrying.');
    }
  }

  return {
    open,
    assertStreamLimit,
    checkUsers,
    count: () => turns.reduce((sum, { size }) => sum + size, 0),
    close() {
      closed = true;
      clearInterval(timer);
      for (const streams of turns) for (const { response } of streams) response.end();
    },
  };
}

function write(stream: Stream | undefined, text: string) {
  if (!stream || stream.response.writableEnded) return;
  if (stream.response.writableLength > UNSENT_BYTES) stream.response.destroy();
  else stream.response.write(text);
}
