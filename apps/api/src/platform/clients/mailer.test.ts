import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { aMailServer } from '#test/mail-server.ts';
import { createMailer } from './mailer.ts';

const server = await aMailServer();
afterAll(server.close);

const aMailer = (smtpUrl: string) => {
  const mailer = createMailer({ smtpUrl, from: 'hello@shop.example.com' });
  onTestFinished(mailer.close);
  return mailer;
};
const aMessage = (more: { to?: string; subject?: string } = {}) => ({
  messageId: '1',
  date: new Date('2026-01-01T12:00:00Z'),
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...more,
});

test('prevents header injection through the recipient and the subject', async () => {
  await aMailer(server.url).send(
    aMessage({ to: 'eve,ada@example.com', subject: 'Hello\r\nBcc: everyone@example.com\r\n\r\nBuy!' }),
  );

  const [message] = server.messages;
  expect(message?.to?.map(({ address }) => address)).toHaveLength(1);
  expect(message?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(message?.text).toBe('Hello\n');
});

test('prevents a further unsubscribe target through the contact address', async () => {
  await aMailer(server.url).send({
    ...aMessage({ to: 'kim@example.com' }),
    unsubscribeUrl: 'https://shop.example.com/unsubscribe',
    contactEmail: 'a>,<b@example.com',
  });

  const [message] = await server.waitFor('kim@example.com');
  expect(message?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(
    '<https://shop.example.com/unsubscribe>, <mailto:a%3E%2C%3Cb@example.com?subject=unsubscribe>',
  );
});

test('does not send the password to a server without TLS', async () => {
  const received: string[] = [];
  const plain = createServer((socket) => {
    socket.write('220 plain\r\n');
    socket.on('data', (line) => {
      received.push(String(line));
      socket.write(String(line).startsWith('EHLO') ? '250-plain\r\n250 AUTH PLAIN LOGIN\r\n' : '502 What?\r\n');
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  onTestFinished(() => void plain.close());

  const sending = aMailer(`smtp://shop:sesame@127.0.0.1:${(plain.address() as AddressInfo).port}`).send(aMessage());

  await expect(sending).rejects.toThrow();
  expect(received.join('')).not.toContain('AUTH');
});

test('gives up after five seconds on a server that accepts the connection and sends no greeting', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const start = performance.now();

  const sending = aMailer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`).send(aMessage());

  await expect(sending).rejects.toThrow();
  expect(performance.now() - start).toBeLessThan(6_000);
});
