import type { ServerResponse } from 'node:http';
import { NOTIFICATIONS_SHOWN } from '@shop/contracts/notifications';
import { notificationMessages } from '@shop/contracts/notifications-texts';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { listLiveTokens } from '#identity/service.ts';
import { DomainError } from '#platform/errors.ts';
import { findNews } from './queries-reading.ts';
import { event, HEARTBEAT, notification } from './rules.ts';

/** An open page. `since` is the snapshot it was last told from. */
type Stream = { userId: string; token: string; since: string | null; isNew: boolean; response: ServerResponse };

/** Every stream has its turn once in 15 seconds, and a second's turn is a fifteenth of them: no moment is a busy one. */
const TURNS = 15;
const TURN_MS = 1_000;
const STREAMS_PER_PERSON = 10;
/** Whoever takes so little is cut off, and is told the rest when they come again. */
const UNSENT_BYTES = 64 * 1_024;

export type Streams = ReturnType<typeof keepStreams>;

/**
 * The pages this process tells the news. Whoever hears that a person may have some calls `look`; so does each turn, so
 * that without Redis nothing is lost and all comes later. Rows are read by one reader at a time: no stream is told twice.
 */
export function keepStreams(pool: Pool, log: FastifyBaseLogger) {
  const turns = Array.from({ length: TURNS }, () => new Set<Stream>());
  const byPerson = new Map<string, Set<Stream>>();
  const withNews = new Set<string>();
  let turn = 0;
  let reading = false;
  const timer = setInterval(() => void takeTurn(), TURN_MS).unref();

  function open(given: Omit<Stream, 'isNew'>) {
    const stream = { ...given, isNew: true };
    const own = byPerson.get(stream.userId) ?? new Set();
    byPerson.set(stream.userId, own.add(stream));
    const mates = turns[turn]?.add(stream);
    stream.response.once('close', () => {
      mates?.delete(stream);
      own.delete(stream);
      if (own.size === 0) byPerson.delete(stream.userId);
    });
    look([stream.userId]);
  }

  function refuseCrowds(userId: string) {
    if ((byPerson.get(userId)?.size ?? 0) >= STREAMS_PER_PERSON)
      throw new DomainError('too_many', 'too_many_streams', notificationMessages.tooManyStreams);
  }

  function look(userIds: Iterable<string>) {
    for (const id of userIds) if (byPerson.has(id)) withNews.add(id);
    void readNews();
  }

  async function readNews() {
    if (reading) return;
    reading = true;
    try {
      while (withNews.size > 0) {
        const streams = [...withNews].flatMap((id) => [...(byPerson.get(id) ?? [])]);
        withNews.clear();
        await tell(streams);
      }
    } catch (error) {
      log.warn({ err: error }, 'The news could not be read: the next turn tries again.');
    } finally {
      reading = false;
    }
  }

  async function tell(streams: Stream[]) {
    const { snapshot, told } = await findNews(pool, streams, NOTIFICATIONS_SHOWN);
    if (!snapshot) return;
    for (const stream of streams) Object.assign(stream, { since: snapshot, isNew: false });
    for (const { place, items, unreadCount } of told)
      write(streams[place - 1], event(snapshot, { items: items.map(notification), unreadCount }));
  }

  async function takeTurn() {
    turn = (turn + 1) % TURNS;
    const streams = [...(turns[turn] ?? [])];
    if (streams.length === 0) return;
    for (const stream of streams) write(stream, HEARTBEAT);
    try {
      const live = await listLiveTokens(
        pool,
        streams.map(({ token }) => token),
      );
      for (const { token, response } of streams) if (!live.has(token)) response.end();
      look(streams.map(({ userId }) => userId));
    } catch (error) {
      log.warn({ err: error }, 'The sessions behind open pages could not be read: the next turn tries again.');
    }
  }

  return {
    open,
    refuseCrowds,
    look,
    count: () => turns.reduce((sum, { size }) => sum + size, 0),
    close() {
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
