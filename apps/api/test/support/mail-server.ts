import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that stores what it receives and can simulate failures. */
export async function aMailServer() {
  const messages: Email[] = [];
  const sockets = new Set<Socket>();
  const nextReplies: ((message: Email) => Error | 'hang up')[] = [];
  let error: Error | undefined;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, _session, done) {
      const message = await PostalMime.parse(Buffer.concat(await stream.toArray()));
      const reply = nextReplies.shift()?.(message) ?? error;
      if (!(reply instanceof Error)) messages.push(message);
      if (reply === 'hang up') for (const socket of sockets) socket.destroy();
      else done(reply);
      server.server.emit('mail');
    },
  });
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const to = (email: string) => messages.filter((message) => message.to?.some(({ address }) => address === email));

  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    /** Waits for the first email to this address; returns all of them. */
    async waitFor(email: string) {
      while (to(email).length === 0) await once(server.server, 'mail');
      return to(email);
    },
    /** Rejects the next email with a text that may quote it, like real servers. */
    rejectNext: (code: number, text: (message: Email) => string) =>
      nextReplies.push((message) => Object.assign(new Error(text(message)), { responseCode: code })),
    /** Rejects every email until `recover()`. */
    rejectAll(code: number) {
      error = Object.assign(new Error('Not now'), { responseCode: code });
    },
    recover() {
      error = undefined;
    },
    /** Stores the next email but closes the connection before the reply. */
    hangUpOnNext: () => nextReplies.push(() => 'hang up'),
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}
