/** Stores that all workers share: a fixture with the scope of a worker starts another store for every worker. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Shop } from './shop.ts';

/** What tests use of a store that another process has started. */
const SharedShop = z.object({
  url: z.url(),
  emailViewerUrl: z.url(),
  databaseUrl: z.string(),
  payment: z.record(z.string(), z.string()),
});
export type SharedShop = z.infer<typeof SharedShop>;

export const writeShop = (shop: Shop) => JSON.stringify(SharedShop.parse(shop));
export const readShop = (json = '{}') => SharedShop.parse(JSON.parse(json));

/** Responds with the store, which the first request starts: runs without a test of it do not start it. */
export async function startOnRequest(start: () => Promise<Shop>) {
  let shop: Promise<Shop> | undefined;
  const server = createServer(async (_request, response) => {
    shop ??= start();
    try {
      response.end(writeShop(await shop));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      await (await shop)?.stop();
    },
  };
}

export async function requestShop(url = '') {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return readShop(text);
}
