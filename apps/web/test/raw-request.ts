import { connect } from 'node:net';

/** Sends exactly these bytes and collects the response until the connection ends. */
export function sendRaw(serverUrl: string, bytes: string) {
  const { hostname, port } = new URL(serverUrl);
  return new Promise<{ status: number; head: string; body: string }>((resolve, reject) => {
    let response = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      response += chunk;
    });
    socket.once('close', () => {
      const [head = '', body = ''] = response.split(/\r\n\r\n(.*)/s);
      if (response) resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body });
      else reject(new Error('the connection ended without a response'));
    });
    // A server that has responded may not read the rest.
    socket.once('error', () => {});
  });
}
