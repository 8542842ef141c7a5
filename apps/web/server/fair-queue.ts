type Client = { running: number; waiting: (() => void)[] };
type Limits = { atOnce: number; atOncePerClient: number; waiting: number; waitingPerClient: number };

/** Why a work was not taken: its client has too much of it waiting, or all clients together have. */
export type Rejection = 'client' | 'all';

/**
 * Runs few works at a time. The client with the fewest running is next, of several the one whose last turn is longest
 * ago: the backlog of one delays no other. A client is remembered only while something of it runs or waits, so that the
 * size is bounded by what may wait.
 */
export function fairQueue(limits: Limits) {
  // Whoever had a turn goes to the end.
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;

  function startNext() {
    if (running >= limits.atOnce) return;
    let next: Client | undefined;
    for (const client of clients.values())
      if (client.waiting.length > 0 && client.running < (next?.running ?? limits.atOncePerClient)) next = client;
    if (!next) return;
    running += 1;
    waiting -= 1;
    next.running += 1;
    next.waiting.shift()?.();
  }

  return async function run<T>(name: string, work: () => Promise<T>): Promise<T | Rejection> {
    const client = clients.get(name) ?? { running: 0, waiting: [] };
    if (client.waiting.length >= limits.waitingPerClient) return 'client';
    if (waiting >= limits.waiting) return 'all';
    clients.set(name, client);
    await new Promise<void>((start) => {
      client.waiting.push(start);
      waiting += 1;
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      client.running -= 1;
      clients.delete(name);
      if (client.running > 0 || client.waiting.length > 0) clients.set(name, client);
      startNext();
    }
  };
}
