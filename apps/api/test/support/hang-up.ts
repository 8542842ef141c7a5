import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

type Sent = { method?: string; path: string; headers?: OutgoingHttpHeaders; body?: string | Buffer };

/** Sends a request over a connection of its own, and destroys it after some milliseconds, answered or not. */
export async function hangUp(url: string, { method = 'GET', path, headers = {}, body = '' }: Sent, afterMs: number) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  const all = { host, 'content-length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await new Promise((sent) => socket.write(body, sent));
  await pause(afterMs);
  socket.destroy();
}
