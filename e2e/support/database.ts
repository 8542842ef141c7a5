import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const nameIn = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

/**
 * API and worker use the role that `setup` creates, named like the database, or its template: it cannot change the
 * schema.
 */
export function asRuntimeRole(databaseUrl: string) {
  const url = new URL(databaseUrl);
  url.username = nameIn(process.env.TEMPLATE_URL ?? databaseUrl);
  url.password = url.username;
  return url.href;
}

/** The set-up of older releases does not create the role of `DATABASE_URL`. */
export const hasRuntimeRole = (root: string) =>
  readFileSync(join(root, '.env.example'), 'utf8').includes('DATABASE_OWNER_URL');

/** Adds units to a variant of a published product and returns its id. */
export async function addStock(sql: Pick<pg.Pool, 'query'>, units: number) {
  const { rows } = await sql.query<{ id: string }>(
    `update stock set received = received + $1, available = available + $1
      where variant_id = (select variant_id from stock s join products p on p.id = s.product_id
                           where p.sellable and p.status = 'published' limit 1)
     returning variant_id as id`,
    [units],
  );
  return rows[0]?.id ?? '';
}

/** As if the customer had followed the link in the email; cash on delivery requires it. Returns the id of the user. */
export async function confirmEmail(sql: Pick<pg.Pool, 'query'>, email: string) {
  const { rows } = await sql.query<{ id: string }>(
    'update users set email_verified = true where email = $1 returning id',
    [email],
  );
  return rows[0]?.id ?? '';
}

/** The URL of a database that does not exist yet. */
export function freshDatabase(server: string, prefix = 'shop_e2e') {
  const url = new URL(server);
  const name = `${prefix}_${process.pid}_${Date.now().toString(36)}`;
  url.pathname = `/${name}`;
  return {
    url: url.href,
    /** Also drops its copies that a failed test has left, and its role. */
    drop: () =>
      onServer(server, async (client) => {
        const { rows } = await client.query<{ copy: string }>(
          'select datname as copy from pg_database where starts_with(datname, $1)',
          [name],
        );
        for (const { copy } of rows) await dropDatabase(client, copy);
        await client.query(`drop role if exists ${name}`);
      }),
  };
}

/** PostgreSQL waits up to 5 s for connections that are ending; those that stay are terminated. */
async function dropDatabase(client: pg.Client, name: string) {
  const drop = `drop database if exists ${name}`;
  await client.query(drop).catch(() => client.query(`${drop} with (force)`));
}

export async function copyDatabase(template: string) {
  const database = freshDatabase(template, nameIn(template));
  await onServer(template, (client) =>
    client.query(`create database ${nameIn(database.url)} template ${nameIn(template)}`),
  );
  return database;
}

/** The sample has the widths of its first pages; the others would keep a core busy during the tests. */
export async function dropImageJob(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select graphile_worker.remove_job('render_missing_images')`).finally(() => client.end());
}

async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>) {
  const url = new URL(server);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await work(client).finally(() => client.end());
}
