import { bindToContext, endSpan, isTracing, SpanKind, startChildSpan } from '@shop/telemetry/tracing';
import type { Pool, PoolClient } from 'pg';

/** A span for each statement that runs for a request or a job. */
export function traceStatements(pool: Pool) {
  if (!isTracing()) return;
  pool.on('connect', traceClient);
  // `pool.query` passes a callback, which the pool calls in the context of the code that released the client.
  const connect = pool.connect.bind(pool);
  const bound = (callback?: unknown) =>
    Reflect.apply(connect, pool, typeof callback === 'function' ? [bindToContext(callback)] : []);
  Object.defineProperty(pool, 'connect', { value: bound });
}

function traceClient(client: PoolClient) {
  const query = client.query.bind(client);
  const traced = (...args: unknown[]) => {
    const run = (given: unknown[]): unknown => Reflect.apply(query, client, given);
    const { name, operation, table } = describeStatement(textOf(args[0]));
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': name,
      ...(table && { 'db.collection.name': table }),
    };
    const span = startChildSpan(name, { kind: SpanKind.CLIENT, attributes });
    if (!span) return run(args);

    const callback = args.at(-1);
    if (typeof callback === 'function')
      return run([
        ...args.slice(0, -1),
        (error: unknown, ...rest: unknown[]) => {
          endSpan(span, error);
          callback(error, ...rest);
        },
      ]);
    const result = run(args);
    if (result instanceof Promise)
      result.then(
        () => endSpan(span),
        (error: unknown) => endSpan(span, error),
      );
    else endSpan(span);
    return result;
  };
  Object.defineProperty(client, 'query', { value: traced });
}

const textOf = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement);

const COMMENT = /\/\*.*?\*\//gs;
const OPERATION = /^\s*([a-z]+)/i;
const INSERTED = /^\s*insert\s+into\s+"?([a-z_]+)/i;
/** Not followed by a bracket, which would be a function. */
const NAMED = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]+(?:\.[a-z_]+)?)\b"?(?!\s*[(.])/i;
const NO_TABLES = ['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'SET'];

/** `discounts.find`, in the comment that statements start with. */
const OWN_NAME = /^\/\* (\w+\.[\w.]+) \*\//;

/** Its name, or its first word and first table: as many names as the code has statements, and never a value. */
export function describeStatement(text: string) {
  const statement = text.replace(COMMENT, ' ');
  const operation = (OPERATION.exec(statement)?.[1] ?? 'sql').toUpperCase();
  const named = INSERTED.exec(statement) ?? NAMED.exec(statement);
  const table = NO_TABLES.includes(operation) ? undefined : named?.[1]?.toLowerCase();
  const name = OWN_NAME.exec(text)?.[1] ?? (table ? `${operation} ${table}` : operation);
  return { operation, table, name };
}
