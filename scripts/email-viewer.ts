/** Receives every email sent locally and shows it on a page. Nothing is forwarded, and nothing is stored on disk. */
import { createServer } from 'node:http';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** More than all browser tests together send while one of them waits for an email. */
const MAX_EMAILS = 1_000;
const emails: Email[] = [];

const smtpPort = Number(new URL(process.env.SMTP_URL ?? 'smtp://127.0.0.1:2525').port);
const pagePort = Number(process.env.EMAIL_VIEWER_PORT ?? 3003);

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  async onData(stream, _session, done) {
    const email = await PostalMime.parse(Buffer.concat(await stream.toArray()));
    emails.unshift(email);
    emails.length = Math.min(emails.length, MAX_EMAILS);
    console.log(`"${email.subject}" to ${email.to?.map((recipient) => recipient.address).join(', ')}`);
    done();
  },
}).listen(smtpPort, '127.0.0.1');

const escaped = (text = '') => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emails | Crystalline</title><style>body{font:16px/1.6 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#241b2b}
li{padding:.5rem 0;border-bottom:1px solid #e7dee4}iframe{width:100%;height:70vh;border:1px solid #e7dee4}</style>${body}</html>`;

const listPage = () =>
  emails.length === 0
    ? '<h1>No emails yet</h1><p>Emails that the store sends on this machine appear here.</p>'
    : `<h1>Emails</h1><ol>${emails
        .map(
          (email, index) =>
            `<li><a href="/${index}">${escaped(email.subject)}</a><br>${escaped(email.to?.[0]?.address)} · ${escaped(email.date)}</li>`,
        )
        .join('')}</ol>`;

const emailPage = (email: Email, index: string) =>
  `<p><a href="/">All emails</a></p><h1>${escaped(email.subject)}</h1>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/${index}/html" title="As HTML"></iframe><h2>As text</h2><pre>${escaped(email.text)}</pre>`;

/** Links open in a new tab, as the store forbids framing. */
const withLinksOutside = (html = '') => html.replace('<head>', '<head><base target="_blank">');

/** JSON endpoint: the emails to one address, oldest first. */
const emailsTo = (address: string) =>
  emails
    .filter((email) => email.to?.some((recipient) => recipient.address === address))
    .map(({ subject, text, html }) => ({ subject, text, html }))
    .reverse();

createServer((request, response) => {
  const [index = '', part] = (request.url ?? '/').slice(1).split('/');
  if (index === 'to') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(emailsTo(decodeURIComponent(part ?? ''))));
    return;
  }
  const email = emails[Number(index || -1)];
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (!email) response.end(page(listPage()));
  else response.end(part === 'html' ? withLinksOutside(email.html) : page(emailPage(email, index)));
}).listen(pagePort, '127.0.0.1', () => console.log(`Email viewer: http://localhost:${pagePort}`));
