import type { Operation, Route } from '../common/operation.ts';
import type { Parser } from '../common/parser.ts';
import { DryRun } from './schema.ts';

type DryRunOf<Call, Given, Code extends string> = Operation<Route, Call, Given, DryRun, Code, false>;

/** What a write would do: the same call without its key, which stores nothing. Not every write has one. */
export const dryRunOf = <Call, Given, Code extends string>(operation: Operation<Route, Call, Given, unknown, Code>) =>
  ({
    ...operation,
    route: `${operation.route}/dry-run`,
    status: 200,
    response: DryRun,
    idempotent: undefined,
  }) as DryRunOf<Omit<Call, 'key'>, Given, Code>;

/** Of a write whose dry run needs less: no password, for example. */
export const dryRunWith = <Call, Given, Code extends string, Body>(
  operation: Operation<Route, Call, Given, unknown, Code>,
  body: Parser<Body>,
) =>
  ({ ...dryRunOf(operation), body }) as unknown as DryRunOf<Omit<Call, 'key' | 'body'> & { body: Body }, Given, Code>;
