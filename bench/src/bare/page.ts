/** The baseline of the page benchmark: plain Node, which sends the same bytes to every request. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port] = process.argv.slice(2);
const page = readFileSync(file);
createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page);
}).listen(Number(port), '127.0.0.1');
