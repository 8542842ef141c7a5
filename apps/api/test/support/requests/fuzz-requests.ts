/** Generates fuzzed requests from the OpenAPI document. */
import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { type Chance, type Known, oddString, oddValue, spoil, valueFor } from './fuzz-values.ts';
import type { Operation, Schema } from './operations.ts';

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const ODD_BODIES = [
  '',
  ' ',
  'null',
  '1',
  '"a"',
  '{',
  '[',
  '{}{}',
  '\ufeff{}',
  '{"a":1,}',
  "{'a':1}",
  deep(30_000),
  `{"a":${deep(9_000)}}`,
  'x'.repeat(70_000),
];
const ODD_TYPES = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/JSON',
  'application/json;a=b',
  'image/png',
  'text/csv',
  '/',
  'a'.repeat(300),
  'application/xml',
];
const ODD_HEADERS: Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: '\u00e9' },
  { 'accept-encoding': 'gzip;q=2, *' },
  { 'accept-language': 'x'.repeat(2_000) },
  { range: 'bytes=0-0' },
  { range: 'bytes=-1,5-' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"' },
  { 'if-modified-since': 'never' },
  { 'x-forwarded-for': 'unknown, 1.2.3' },
  { 'x-forwarded-for': '::1' },
  { 'x-request-id': 'a b' },
  { 'x-request-id': 'x'.repeat(5_000) },
  { 'x-http-method-override': 'DELETE' },
  { cookie: '=; ;=' },
  { cookie: 'a'.repeat(7_000) },
  { authorization: 'Bearer' },
  { authorization: 'Bearer x.y' },
  { authorization: 'Basic !!!' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'identity' },
  { expect: '100-continue' },
  { 'last-event-id': '-1' },
  { host: '' },
  { host: 'evil.example:99999' },
  { forwarded: 'for="_x"' },
  { te: 'trailers' },
  { via: '1.1 x' },
  { upgrade: 'h2c' },
];
const ODD_ENCODINGS = [
  '%',
  '%f',
  '%ff',
  '%00',
  '%c0%ae',
  '%2e%2e%2f',
  '%25',
  '+',
  '%2B',
  '%u0041',
  '%F0%9F%92%8E',
  '%ed%a0%80',
];

export type FuzzRequest = InjectOptions & { method: Operation['method']; url: string; headers: Record<string, string> };

export function requestFor(operation: Operation, chance: Chance, known: Known): FuzzRequest {
  const { pick, happens } = chance;
  const encode = (value: unknown) => {
    if (happens(0.04)) return pick(ODD_ENCODINGS);
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
    // A lone surrogate cannot be encoded.
    return encodeURIComponent(Buffer.from(text).toString());
  };
  const given = (schema: Schema) => (happens(0.75) ? valueFor(schema, chance, known) : oddString(chance));

  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((it) => it.name === name && it.in === 'path');
    const schema = parameter?.schema ?? {};
    // An empty path parameter would make another URL.
    return encode(given(Object.keys(schema).length === 0 ? { type: 'string' } : schema)) || '-';
  });
  const query = operation.parameters
    .filter((it) => it.in === 'query')
    .flatMap(({ name, schema, required }) => {
      if (!required && happens(0.5)) return [];
      const pair = () => `${name}${happens(0.03) ? '[]' : ''}=${encode(given(schema))}`;
      return happens(0.08) ? [pair(), pair()] : [pair()];
    });
  if (happens(0.06)) query.push(`${encode(oddString(chance))}=${encode(oddValue(chance))}`);

  const headers: Record<string, string> = {};
  if (happens(0.9))
    headers['idempotency-key'] = happens(0.9) ? `key-${chance.whole(1, 1e9)}` : encode(oddString(chance));
  if (happens(0.12)) Object.assign(headers, pick(ODD_HEADERS));
  const url = query.length > 0 ? `${path}?${query.join('&')}` : path;
  return { method: operation.method, url, headers, ...bodyFor(operation, chance, known, headers) };
}

function bodyFor({ method, body }: Operation, chance: Chance, known: Known, headers: Record<string, string>) {
  const { pick, happens } = chance;
  if (method === 'GET' || (!body && happens(0.7))) return {};
  headers['content-type'] = happens(0.92) ? 'application/json' : pick(ODD_TYPES);
  if (happens(0.06)) return { payload: pick(ODD_BODIES) };

  const valid = valueFor(body ?? {}, chance, known);
  const value = happens(0.5) ? valid : spoil(valid, chance);
  const text = JSON.stringify(value) ?? 'null';
  if (headers['content-encoding'] === 'gzip') return { payload: gzipSync(text) };
  // Duplicates the first key with another value.
  if (happens(0.04))
    return {
      payload: text.replace(
        /^\{("[^"]*":)/,
        (all, key) => `{${key}${JSON.stringify(oddValue(chance)) ?? 'null'},${all.slice(1)}`,
      ),
    };
  return { payload: happens(0.02) ? text.slice(0, -1) : text };
}
