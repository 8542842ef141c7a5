import { auditEntityLabels } from '@shop/contracts/audit/messages';
import { z } from 'zod';
import type { startApi } from './api-process.ts';

export type SendRequest = (path: string) => ReturnType<Awaited<ReturnType<typeof startApi>>['fetchTimed']>;

/** The parts of the OpenAPI document that describe requests. */
const Reference = z.object({ $ref: z.string() });
const Schema = Reference.partial().extend({
  enum: z.array(z.string()).optional(),
  /** A component with a description of its own. */
  allOf: z.tuple([Reference]).optional().catch(undefined),
});
const Parameter = z.object({ name: z.string(), in: z.string(), schema: Schema.default({}) });
const Description = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ parameters: z.array(Parameter).default([]) }).optional() })),
  components: z.object({ schemas: z.record(z.string(), z.object({ enum: z.array(z.string()).optional() }).catch({})) }),
});
type Description = z.infer<typeof Description>;
/** `values` if it has only certain ones. */
type Parameter = { name: string; in: string; values?: string[] };

/** Requests of one kind: the same path, filtered by the same fields. */
export type Group = { name: string; requests: string[] };

const ListItems = z.array(z.object({ id: z.string(), number: z.string().optional(), email: z.string().optional() }));

/** Values of free text fields: some match nearly all rows, some few, some none. */
async function typedValues(send: SendRequest): Promise<Record<string, string[]>> {
  const lastItem = async (path: string) => (await fetchItems(send, path)).at(-1);
  const [order, customer, ticket] = [
    await lastItem('/api/admin/orders'),
    await lastItem('/api/admin/customers'),
    await lastItem('/api/admin/tickets'),
  ];
  const mixed = ['anna smith', 'crystal', 'zelda haddad', customer?.email ?? ''];
  const names = ['anna', 'smith', 'zelda', 'kovinmar', 'ann', 'unknown'];
  const products = ['crystal ring', 'number 4242', 'b0000424', 'b00004242-3'];
  const others = ['anna.', 'unknown@', order?.number ?? '', ticket?.number ?? '', '#0000abcd'];
  return {
    q: [...mixed, ...names, ...products, ...others],
    category: ['Jewelry'],
    brand: ['Maison Aubrey', 'Verrerie Eames'],
    who: ['bench@example.com', customer?.email ?? ''],
    entity: Object.keys(auditEntityLabels),
    entityId: [order?.id ?? ''],
    from: ['2025-12-01', '2026-11-10'],
    to: ['2025-12-01', '2026-11-10'],
    period: ['2025', '2026', '2026-10'],
  };
}

/** How many values of a free text field are combined with another field. */
const TYPED_IN_PAIRS = 4;

/**
 * All requests of the admin panel in the OpenAPI document: each page and list, with each value of each field, with each
 * pair of fields, and each list's second page. Downloads and reports use single fields only, as lists and pages cover
 * the same pairs.
 */
export async function listAdminRequests(send: SendRequest, onSkipped: (path: string) => void): Promise<Group[]> {
  const document = Description.parse(JSON.parse((await send('/api/openapi.json')).body));
  const typed = await typedValues(send);
  const groups: Group[] = [];
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (!get || !path.startsWith('/api/admin')) continue;
    const parameters = get.parameters.map((parameter) => withValues(parameter, document));
    const urls = await urlsOf(send, path, parameters);
    if (urls.length === 0) onSkipped(path);
    groups.push({ name: path, requests: urls });
    groups.push(...filteredGroups(urls, path, fieldsOf(parameters, typed)));
  }
  for (const { name, requests } of [...groups]) {
    const next: string[] = [];
    for (const request of requests) next.push(...(await secondPage(send, request)));
    if (next.length > 0) groups.push({ name: `${name}, second page`, requests: next });
  }
  return groups.filter(({ requests }) => requests.length > 0);
}

function withValues({ schema, ...parameter }: z.infer<typeof Parameter>, { components }: Description): Parameter {
  const name = (schema.$ref ?? schema.allOf?.[0].$ref)?.split('/').at(-1);
  return { ...parameter, values: schema.enum ?? (name ? components.schemas[name]?.enum : undefined) };
}

type Field = { name: string; values: string[]; inPairs: string[] };
const fieldsOf = (parameters: Parameter[], typed: Record<string, string[]>): Field[] =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, values = typed[name] ?? [] }) => {
      return { name, values, inPairs: values === typed[name] ? values.slice(0, TYPED_IN_PAIRS) : values };
    });

function filteredGroups(urls: string[], path: string, fields: Field[]): Group[] {
  const query = (values: Record<string, string>) => urls.map((url) => `${url}?${new URLSearchParams(values)}`);
  const alone = fields.map(({ name, values }) => ({
    name: `${path}?${name}`,
    requests: values.flatMap((value) => query({ [name]: value })),
  }));
  if (isDownload(path) || urls.length > 1) return alone;
  const together = fields.flatMap(({ name, inPairs }, at) =>
    fields.slice(at + 1).map((other) => ({
      name: `${path}?${name}&${other.name}`,
      requests: inPairs.flatMap((value) =>
        other.inPairs.flatMap((second) => query({ [name]: value, [other.name]: second })),
      ),
    })),
  );
  return [...alone, ...together];
}

export const isDownload = (path: string) => path.includes('/export');

const secondPage = async (send: SendRequest, request: string) =>
  /<([^>]+)>;\s*rel="next"/.exec((await send(request)).header('link'))?.slice(1) ?? [];

/** The API has no list of bulk updates: this one is inserted for the benchmark. */
export const BATCH = '01900000-0000-7000-8000-000000000000';

/** Replaces the id in a path by one of the list. */
async function urlsOf(send: SendRequest, path: string, parameters: Parameter[]) {
  const [placeholder, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (!placeholder) return [path];
  const values = parameters.find((parameter) => parameter.name === name)?.values;
  if (values) return values.map((value) => path.replace(placeholder, value));
  const list = path.slice(0, path.indexOf(`/${placeholder}`));
  const id = list.endsWith('/order-batches') ? BATCH : (await fetchItems(send, list)).at(-1)?.id;
  return id ? [path.replace(placeholder, id)] : [];
}

async function fetchItems(send: SendRequest, path: string) {
  const { status, body } = await send(path);
  return status === 200 ? (ListItems.safeParse(JSON.parse(body)).data ?? []) : [];
}
