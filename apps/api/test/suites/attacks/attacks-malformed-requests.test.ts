import { connect } from 'node:net';
import { problemMessages } from '@shop/contracts/common/messages';
import { Problem } from '@shop/contracts/common/problem';
import { describe, expect, test } from 'vitest';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const KIB = 1_024;
const MESSAGES: string[] = Object.values(problemMessages);

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const { app } = await createTestStore({ env: { REDIS_URL } });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

  /** Sends exactly these bytes, and reads the response until the connection ends. */
  function send(start: string, headers = '', body = '') {
    return new Promise<{ status: number; head: string; body: string }>((resolve, reject) => {
      let response = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`${start} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n${headers}\r\n${body}`),
      );
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        response += chunk;
      });
      socket.once('close', () => {
        const [head = '', rest = ''] = response.split(/\r\n\r\n(.*)/s);
        if (response) resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: rest });
        else reject(new Error('The connection ended without a response.'));
      });
      socket.once('error', () => {});
    });
  }

  describe('A24 A29 a malformed request gets a problem response with our own message', () => {
    test.each([
      ['an absolute target', 'GET http://evil.example/api/products', '', 400],
      ['an asterisk target', 'OPTIONS *', '', 400],
      ['a target without a slash', 'GET api', '', 400],
      ['an invalid percent encoding', 'GET /api/products/%zz', '', 400],
      ['an incomplete UTF-8 character', 'GET /api/products/%ff', '', 400],
      ['TRACE', 'TRACE /api/products', '', 405],
      ['CONNECT', 'CONNECT evil.example:443', '', 405],
      ['an unknown method', 'PROPFIND /api/products', '', 405],
      ['an invalid method', 'BREW /api/products', '', 400],
      ['an unknown expectation', 'GET /api/products', 'expect: the-unexpected\r\n', 417],
      ['headers of 64 KiB', 'GET /api/products', `x-large: ${'x'.repeat(64 * KIB)}\r\n`, 431],
      ['two content lengths', 'POST /api/newsletter', 'content-length: 1\r\ncontent-length: 2\r\n', 400],
      [
        'a content length with chunks',
        'POST /api/newsletter',
        'content-length: 1\r\ntransfer-encoding: chunked\r\n',
        400,
      ],
    ])('%s', async (_what, start, headers, status) => {
      const response = await send(start, headers, headers.includes('length') ? 'x' : '');

      expect(response.status).toBe(status);
      const problem = Problem.parse(JSON.parse(response.body));
      expect(problem.status).toBe(status);
      expect(MESSAGES).toContain(problem.message);
      expect(response.head).toContain("content-security-policy: default-src 'none'");
      expect(response.head).toContain('x-content-type-options: nosniff');
      expect(response.head).not.toMatch(/^(server|x-powered-by):/m);
    });

    test('a body of 4 MiB in chunks, also when the client keeps sending during the response', async () => {
      const sendOn = async () => {
        const chunk = new Uint8Array(64 * KIB);
        let remaining = 64;
        const body = new ReadableStream({
          pull(stream) {
            remaining -= 1;
            if (remaining < 0) stream.close();
            else stream.enqueue(chunk);
          },
        });
        const headers = { 'content-type': 'application/json' };
        const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
        const response = await fetch(`http://127.0.0.1:${port}/api/newsletter`, init);
        return `${response.status} ${Problem.parse(await response.json()).code}`;
      };

      const responses = await Promise.all(Array.from({ length: 50 }, sendOn));

      expect(new Set(responses)).toEqual(new Set(['413 too_large']));
    });
  });
});
