/** TLS in front of the store, with a certificate that can be replaced while it runs. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';

export async function startTlsFront(directory: string, port: number, webPort: number) {
  const authorities = join(directory, 'authorities.pem');
  const createCertificate = (days: number) => {
    const [key, cert] = [join(directory, `key-${days}.pem`), join(directory, `certificate-${days}.pem`)];
    const args = `req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -days ${days}`;
    execFileSync('openssl', [...args.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
    appendFileSync(authorities, readFileSync(cert));
    return { key: readFileSync(key), cert: readFileSync(cert) };
  };
  const [valid, nearlyExpired] = [createCertificate(90), createCertificate(2)];

  const server = createServer(valid, ({ url, method, headers }, response) => {
    const upstream = request({ host: '127.0.0.1', port: webPort, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.writeHead(502).end()).end();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  const replaceCertificate = (certificate: typeof valid) => {
    server.setSecureContext(certificate);
    server.closeAllConnections();
  };
  return {
    /** File with all its certificates, for clients that must trust them. */
    authorities,
    useNearlyExpired: () => replaceCertificate(nearlyExpired),
    useValid: () => replaceCertificate(valid),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
