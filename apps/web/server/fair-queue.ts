type Client = { running: number; waiting: (() => void)[] };
type Limits = { atOnce: number; atOncePerClient: number; waiting: number; waitingPerClient: number };

/** Why a job was rejected: too many jobs of its client are waiting, or of all clients together. */
export type Rejection = 'client' | 'all';

/**
 * Runs a limited number of jobs at a time and rejects jobs above the limits (load shedding). The client with the fewest
 * running jobs is next, of several the one whose last turn is longest ago: the backlog of one does not delay others. A
 * client is stored only while its jobs run or wait, so that the size is bounded by the limits.
 */
export function fairQueue(limits: Limits) {
  // A client moves to the end after its turn.
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
