import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps what it is sent, and can be told to behave badly. */
export async function aMailServer() {
  const messages: Email[] = [];
  const sockets = new Set<Socket>();
  const moods: ((mail: Email) => Error | 'hang up')[] = [];
  let refusal: Error | undefined;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, _session, done) {
      const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()));
      const answer = moods.shift()?.(mail) ?? refusal;
      if (!(answer instanceof Error)) messages.push(mail);
      if (answer === 'hang up') for (const socket of sockets) socket.destroy();
      else done(answer);
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
  const to = (email: string) => messages.filter((mail) => mail.to?.some(({ address }) => address === email));

  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    /** The mails to this address, as soon as there is one. */
    async waitFor(email: string) {
      while (to(email).length === 0) await once(server.server, 'mail');
      return to(email);
    },
    /** Answers the next mail with a refusal, which may quote it, as real servers do. */
    refuseNext: (code: number, words: (mail: Email) => string) =>
      moods.push((mail) => Object.assign(new Error(words(mail)), { responseCode: code })),
    /** Answers every mail with a refusal, until it recovers. */
    refuseAll(code: number) {
      refusal = Object.assign(new Error('Not now'), { responseCode: code });
    },
    recover() {
      refusal = undefined;
    },
    /** Takes the next mail but ends the call before it says so. */
    hangUpOnNext: () => moods.push(() => 'hang up'),
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}
