import pg from 'pg';

/** API and worker use the role that `setup` creates, named like the database: it cannot change the schema. */
export function asRuntimeRole(databaseUrl: string) {
  const url = new URL(databaseUrl);
  url.username = url.pathname.slice(1);
  url.password = url.username;
  return url.href;
}

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

export async function freshDatabase(server: string) {
  const url = new URL(server);
  url.pathname = `/shop_e2e_${process.pid}_${Date.now().toString(36)}`;
  return {
    url: url.href,
    async drop() {
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database if exists ${url.pathname.slice(1)} with (force)`);
      await client.query(`drop role if exists ${url.pathname.slice(1)}`);
      await client.end();
    },
  };
}
