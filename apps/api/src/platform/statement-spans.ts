import { isTracing, SpanKind, startChildSpan } from '@shop/telemetry/tracing';

/** Undefined outside of a request and a job. `statement` is what the driver's `query` gets. */
export function startStatementSpan(statement: unknown) {
  if (!isTracing()) return undefined;
  const { name, operation, table } = describeStatement(textOf(statement));
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.summary': name,
    ...(table && { 'db.collection.name': table }),
  };
  return startChildSpan(name, { kind: SpanKind.CLIENT, attributes });
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
