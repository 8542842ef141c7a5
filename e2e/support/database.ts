import pg from 'pg';

/** API and worker use the role that `setup` creates, named like the database: it cannot change the schema. */
export function asRuntimeRole(databaseUrl: string) {
  const url = new URL(databaseUrl);
  url.username = url.pathname.slice(1);
  url.password = url.username;
  return url.href;
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
