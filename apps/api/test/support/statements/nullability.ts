/**
 * Whether a column of a statement's result can be null, by its text and the catalog alone; what is not understood can.
 * Taken for granted: parameters and elements of arrays are never null, and no trigger empties a column.
 */
import {
  type A_Expr,
  type A_Indirection,
  type CaseExpr,
  type ColumnRef,
  type DeleteStmt,
  type FuncCall,
  type InsertStmt,
  type JoinExpr,
  type Node,
  type ParseResult,
  parseSync,
  type RangeFunction,
  type RangeVar,
  type SelectStmt,
  type SubLink,
  type UpdateStmt,
  type WithClause,
} from 'libpg-query';
import type { Catalog } from './catalog.ts';

/** Why a value can be null; undefined: it never is. */
type Reason = string | undefined;
type Output = { name: string; reason: Reason };
/** `one`: it has exactly one row. */
type Result = { columns: Output[]; one: boolean };

/** An outer join that may have found no row. */
type OuterJoin = { alias: string };
type Column = Output & { joins: readonly OuterJoin[] };
type Source = { alias: string; columns: Column[] };
/** What a condition says: this column is not null, or this outer join has found a row. */
type Fact = Column | OuterJoin;

type Scope = {
  catalog: Catalog;
  ctes: ReadonlyMap<string, Result>;
  sources: readonly Source[];
  facts: ReadonlySet<Fact>;
  /** By GROUP BY: each group has at least one row. */
  isGrouped: boolean;
  parent?: Scope;
};

export function nullableColumns(text: string, catalog: Catalog): Output[] {
  const { stmts = [] }: ParseResult = parseSync(text);
  const scope = { catalog, ctes: new Map(), sources: [], facts: NO_FACTS, isGrouped: false };
  return resultOf(stmts.at(-1)?.stmt, scope).columns;
}

function resultOf(node: Node | undefined, scope: Scope): Result {
  if (!node) return { columns: [], one: false };
  if ('SelectStmt' in node) return select(node.SelectStmt, scope);
  if ('InsertStmt' in node) return { columns: insert(node.InsertStmt, scope), one: false };
  if ('UpdateStmt' in node) return { columns: update(node.UpdateStmt, scope), one: false };
  if ('DeleteStmt' in node) return { columns: remove(node.DeleteStmt, scope), one: false };
  return { columns: [], one: false };
}

function select(statement: SelectStmt, outer: Scope): Result {
  const scope = withCtes(statement.withClause, outer);
  const { larg, rarg, op, valuesLists, targetList = [], fromClause = [], groupClause = [], whereClause } = statement;
  if (larg && rarg) return combined(op, select(larg, scope), select(rarg, scope));
  if (valuesLists) return listedValues(valuesLists.map(itemsOf), scope);
  const { one: isFromOne, ...within } = from(fromClause, scope);
  const isGrouped = groupClause.length > 0 && !groupClause.some((node) => 'GroupingSet' in node);
  const rows = where({ ...within, isGrouped }, whereClause);
  const havings = where(rows, statement.havingClause);
  const isAggregate = groupClause.length === 0 && targetList.some((node) => contains(node, isAggregateCall(scope)));
  return {
    columns: outputs(targetList, havings, groupClause.length > 0 && !isGrouped ? 'a grouping set' : undefined),
    one:
      (isAggregate || (isFromOne && !whereClause && groupClause.length === 0)) &&
      !statement.havingClause &&
      !statement.limitOffset &&
      isAtLeastOne(statement.limitCount),
  };
}

const isAtLeastOne = (limit: Node | undefined) =>
  !limit || ('A_Const' in limit && (limit.A_Const.isnull === true || (limit.A_Const.ival?.ival ?? 0) > 0));

function combined(op: SelectStmt['op'], left: Result, right: Result): Result {
  if (op !== 'SETOP_UNION') return { columns: left.columns, one: false };
  const columns = left.columns.map(({ name, reason }, place) => ({
    name,
    reason: reason ?? right.columns[place]?.reason,
  }));
  return { columns, one: false };
}

function listedValues(rows: Node[][], scope: Scope): Result {
  const columns = (rows[0] ?? []).map((_, place) => ({
    name: `column${place + 1}`,
    reason: firstReason(
      rows.map((row) => row[place]),
      scope,
    ),
  }));
  return { columns, one: rows.length === 1 };
}

function insert({ withClause, relation = {}, returningList = [] }: InsertStmt, outer: Scope) {
  const scope = withCtes(withClause, outer);
  return outputs(returningList, { ...scope, sources: [tableOf(relation, scope)], parent: outer });
}

function update({ withClause, relation = {}, fromClause = [], targetList = [], ...rest }: UpdateStmt, outer: Scope) {
  const scope = withCtes(withClause, outer);
  const table = tableOf(relation, scope);
  const others = from(fromClause, scope);
  const old = where({ ...others, sources: [table, ...others.sources] }, rest.whereClause);
  const assigned = new Map(
    targetList.flatMap((node) => ('ResTarget' in node ? [[node.ResTarget.name, node.ResTarget.val] as const] : [])),
  );
  // What the condition says about a column holds no longer once the column is assigned.
  const columns = table.columns.map((column) =>
    assigned.has(column.name)
      ? { ...column, reason: column.reason && reasonOf(assigned.get(column.name), old) }
      : { ...column, reason: reasonOfColumn(column, old) },
  );
  return outputs(rest.returningList ?? [], { ...old, sources: [{ ...table, columns }, ...others.sources] });
}

function remove(
  { withClause, relation = {}, usingClause = [], whereClause, returningList = [] }: DeleteStmt,
  outer: Scope,
) {
  const scope = withCtes(withClause, outer);
  const others = from(usingClause, scope);
  return outputs(
    returningList,
    where({ ...others, sources: [tableOf(relation, scope), ...others.sources] }, whereClause),
  );
}

function withCtes(clause: WithClause | undefined, outer: Scope): Scope {
  const ctes = new Map(outer.ctes);
  const scope = { ...outer, ctes };
  for (const node of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue;
    const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
    const define = (result: Result) =>
      ctes.set(ctename, { ...result, columns: renamed(result.columns, aliascolnames) });
    // A recursive one: its first term says what is never null, and the second one may refute it.
    if (clause?.recursive && ctequery && 'SelectStmt' in ctequery && ctequery.SelectStmt.larg) {
      define({ ...select(ctequery.SelectStmt.larg, scope), one: false });
      for (const _ of ctes.get(ctename)?.columns ?? []) define(resultOf(ctequery, scope));
    }
    define(resultOf(ctequery, scope));
  }
  return scope;
}

const renamed = <C extends Output>(columns: readonly C[], names: Node[] | undefined): C[] =>
  columns.map((column, place) => ({ ...column, name: wordOf(names?.[place]) || column.name }));

function outputs(targets: readonly Node[], scope: Scope, always?: string): Output[] {
  return targets.flatMap((node) => {
    if (!('ResTarget' in node)) return [];
    const { name, val } = node.ResTarget;
    const last = val && 'ColumnRef' in val ? val.ColumnRef.fields?.at(-1) : undefined;
    if (last && 'A_Star' in last && val && 'ColumnRef' in val) {
      const [alias] = wordsOf(val.ColumnRef.fields);
      const sources = scope.sources.filter((source) => !alias || source.alias === alias);
      return sources.flatMap(({ columns }) =>
        columns.map((column) => ({ name: column.name, reason: always ?? reasonOfColumn(column, scope) })),
      );
    }
    return [{ name: name ?? nameOf(val), reason: always ?? reasonOf(val, scope) }];
  });
}

/** As PostgreSQL names a column without an alias. */
function nameOf(node: Node | undefined): string {
  if (!node) return '';
  if ('ColumnRef' in node) return wordsOf(node.ColumnRef.fields).at(-1) ?? '';
  if ('FuncCall' in node) return functionName(node.FuncCall);
  if ('TypeCast' in node) return nameOf(node.TypeCast.arg) || (wordsOf(node.TypeCast.typeName?.names).at(-1) ?? '');
  if ('CoalesceExpr' in node) return 'coalesce';
  if ('CaseExpr' in node) return nameOf(node.CaseExpr.defresult) || 'case';
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXISTS_SUBLINK') return 'exists';
  return '';
}

// What FROM adds.

type From = Scope & { one: boolean };

function from(items: readonly Node[], outer: Scope): From {
  let scope: From = { ...outer, sources: [], isGrouped: false, parent: outer, one: true };
  for (const item of items) {
    const added = fromItem(item, scope);
    scope = {
      ...scope,
      sources: [...scope.sources, ...added.sources],
      facts: union(scope.facts, added.facts),
      one: scope.one && added.one,
    };
  }
  return scope;
}

type Item = { sources: Source[]; facts: ReadonlySet<Fact>; one: boolean };
const NO_FACTS: ReadonlySet<Fact> = new Set();

/** Beside it are those before it, which a lateral one sees. */
function fromItem(node: Node, beside: Scope): Item {
  if ('JoinExpr' in node) return join(node.JoinExpr, beside);
  if ('RangeVar' in node) {
    const { relname = '', schemaname, alias } = node.RangeVar;
    const cte = schemaname ? undefined : beside.ctes.get(relname);
    const table = cte ? sourceOf(alias?.aliasname ?? relname, cte.columns) : tableOf(node.RangeVar, beside);
    const columns = renamed(table.columns, alias?.colnames);
    return {
      sources: [{ ...table, columns }],
      facts: NO_FACTS,
      one: cte?.one ?? beside.catalog.singletons.has(relname),
    };
  }
  if ('RangeSubselect' in node) {
    const { subquery, alias } = node.RangeSubselect;
    const { columns, one } = resultOf(subquery, { ...beside, isGrouped: false });
    return { sources: [sourceOf(alias?.aliasname ?? '', renamed(columns, alias?.colnames))], facts: NO_FACTS, one };
  }
  if ('RangeFunction' in node) return { sources: [functionRows(node.RangeFunction)], facts: NO_FACTS, one: false };
  return { sources: [], facts: NO_FACTS, one: false };
}

const sourceOf = (alias: string, columns: readonly Output[]): Source => ({
  alias,
  columns: columns.map((column) => ({ ...column, joins: [] })),
});

function tableOf({ relname = '', schemaname, alias }: RangeVar, { catalog }: Scope) {
  const name = schemaname && schemaname !== 'public' ? `${schemaname}.${relname}` : relname;
  const view = catalog.views.get(name);
  return sourceOf(
    alias?.aliasname ?? relname,
    view ? nullableColumns(view, catalog) : (catalog.tables.get(name) ?? []),
  );
}

function join(
  { larg, rarg, jointype = 'JOIN_INNER', quals, usingClause, isNatural, alias }: JoinExpr,
  beside: Scope,
): Item {
  if (!larg || !rarg || isNatural || alias) return { sources: [], facts: NO_FACTS, one: false };
  const left = fromItem(larg, beside);
  const right = fromItem(rarg, within(beside, left));
  const both = within(within(beside, left), right);
  const found = factsOf(quals, both, true);
  const isAlways = !quals || ('A_Const' in quals && quals.A_Const.boolval?.boolval === true);
  const one = left.one && right.one && isAlways && !usingClause;
  const isLeftKept = jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL';
  const isRightKept = jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL';
  if (!isLeftKept && !isRightKept)
    return { sources: [...left.sources, ...right.sources], facts: union(union(left.facts, right.facts), found), one };
  const isRightSure = jointype === 'JOIN_LEFT' && right.one && isAlways;
  const rights = isLeftKept && !isRightSure ? outerJoined(right.sources, union(both.facts, found)) : right.sources;
  const lefts = isRightKept ? outerJoined(left.sources, union(both.facts, found)) : left.sources;
  return { sources: [...lefts, ...rights], facts: isRightKept ? NO_FACTS : left.facts, one };
}

const within = (scope: Scope, { sources, facts }: Item): Scope => ({
  ...scope,
  sources: [...scope.sources, ...sources],
  facts: union(scope.facts, facts),
});

/** Where the join has found a row, what its condition says holds for it. */
function outerJoined(sources: readonly Source[], found: ReadonlySet<Fact>): Source[] {
  return sources.map(({ alias, columns }) => {
    const added = { alias };
    return {
      alias,
      columns: columns.map((column) => ({
        name: column.name,
        reason: found.has(column) ? undefined : column.reason,
        joins: [...column.joins, added],
      })),
    };
  });
}

const wordSet = (text: string) => new Set(text.trim().split(/\s+/));

/** Rows of functions whose columns are never null. */
const SETS_WITHOUT_NULL = wordSet(`
  unnest generate_series generate_subscripts jsonb_array_elements json_array_elements jsonb_object_keys json_object_keys
  jsonb_each json_each regexp_split_to_table string_to_table find_product_ids find_user_ids`);

function functionRows({ functions = [], alias, coldeflist = [], ordinality }: RangeFunction): Source {
  const calls = functions.flatMap(itemsOf).flatMap((node) => ('FuncCall' in node ? node.FuncCall : []));
  const name = calls[0] ? functionName(calls[0]) : '';
  const isPair = /^jsonb?_each(_text)?$/.test(name);
  const arrays = name === 'unnest' ? (calls[0]?.args ?? []) : [];
  const usual = isPair ? ['key', 'value'] : [alias?.aliasname ?? name, ...arrays.slice(1).map(() => name)];
  const defined = coldeflist.map((node) => ('ColumnDef' in node ? (node.ColumnDef.colname ?? '') : ''));
  const given = [...defined, ...wordsOf(alias?.colnames)];
  const own = given.length > 0 ? given : usual;
  const names = ordinality && own.length <= usual.length ? [...own, 'ordinality'] : own;
  // Of several functions or arrays, the shorter ones are filled up with null.
  const isSure = SETS_WITHOUT_NULL.has(name) && calls.length === 1 && arrays.length <= 1;
  const columns = names.map((column, place) => {
    const isNeverNull = isSure || (ordinality && place === names.length - 1) || (isPair && place === 0);
    return { name: column, reason: isNeverNull ? undefined : `the rows of ${name}() may be` };
  });
  return sourceOf(alias?.aliasname ?? name, columns);
}

// What conditions say.

const union = (some: ReadonlySet<Fact>, others: Iterable<Fact>): ReadonlySet<Fact> => new Set([...some, ...others]);

const where = <S extends Scope>(scope: S, condition: Node | undefined): S => ({
  ...scope,
  facts: union(scope.facts, factsOf(condition, scope, true)),
});

/** What holds if the condition is true, or if it is not. */
function factsOf(node: Node | undefined, scope: Scope, isTrue: boolean): ReadonlySet<Fact> {
  if (!node) return NO_FACTS;
  if ('NullTest' in node)
    return (node.NullTest.nulltesttype === 'IS_NOT_NULL') === isTrue ? notNull(node.NullTest.arg, scope) : NO_FACTS;
  if ('BoolExpr' in node) {
    const { boolop, args = [] } = node.BoolExpr;
    // `not x` is true only where x is false, and not null.
    if (boolop === 'NOT_EXPR')
      return isTrue ? union(factsOf(args[0], scope, false), notNull(args[0], scope)) : NO_FACTS;
    const all = args.map((arg) => factsOf(arg, scope, isTrue));
    return (boolop === 'AND_EXPR') === isTrue
      ? all.reduce((before, next) => union(before, next), NO_FACTS)
      : new Set([...(all[0] ?? [])].filter((fact) => all.every((facts) => facts.has(fact))));
  }
  if (!isTrue) return NO_FACTS;
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXISTS_SUBLINK') return foundBy(node.SubLink.subselect, scope);
  if ('SubLink' in node && node.SubLink.subLinkType === 'ANY_SUBLINK') return notNull(node.SubLink.testexpr, scope);
  return notNull(node, scope);
}

/** What holds if a subquery has a row: its condition, which may be about columns outside it. */
function foundBy(node: Node | undefined, scope: Scope) {
  if (!node || !('SelectStmt' in node)) return NO_FACTS;
  const { larg, fromClause = [], targetList = [], whereClause } = node.SelectStmt;
  if (larg || targetList.some((target) => contains(target, isAggregateCall(scope)))) return NO_FACTS;
  return where(from(fromClause, withCtes(node.SelectStmt.withClause, scope)), whereClause).facts;
}

/** What holds if the value is not null. */
function notNull(node: Node | undefined, scope: Scope): ReadonlySet<Fact> {
  if (!node) return NO_FACTS;
  if ('ColumnRef' in node) {
    const column = columnOf(node.ColumnRef, scope);
    return column ? new Set([column, ...column.joins]) : NO_FACTS;
  }
  if ('TypeCast' in node) return notNull(node.TypeCast.arg, scope);
  if ('A_Expr' in node && isStrict(node.A_Expr)) {
    const { kind, lexpr, rexpr } = node.A_Expr;
    return union(
      notNull(lexpr, scope),
      kind === 'AEXPR_OP' || kind === 'AEXPR_OP_ANY' ? notNull(rexpr, scope) : NO_FACTS,
    );
  }
  if ('FuncCall' in node && STRICT.has(functionName(node.FuncCall)))
    return (node.FuncCall.args ?? []).reduce((facts, arg) => union(facts, notNull(arg, scope)), NO_FACTS);
  return NO_FACTS;
}

const isStrict = ({ kind }: A_Expr) =>
  kind !== 'AEXPR_DISTINCT' && kind !== 'AEXPR_NOT_DISTINCT' && kind !== 'AEXPR_NULLIF';

// Expressions.

const firstReason = (nodes: readonly (Node | undefined)[], scope: Scope): Reason => {
  for (const node of nodes) {
    const reason = reasonOf(node, scope);
    if (reason) return reason;
  }
};

/** Only if all may be null. */
const everyReason = (nodes: readonly Node[], scope: Scope): Reason => {
  const reasons = nodes.map((node) => reasonOf(node, scope));
  return reasons.every(Boolean) ? reasons.at(-1) : undefined;
};

function reasonOf(node: Node | undefined, scope: Scope): Reason {
  if (!node) return undefined;
  if ('ColumnRef' in node) return reasonOfReference(node.ColumnRef, scope);
  if ('A_Const' in node) return node.A_Const.isnull ? 'null' : undefined;
  if ('TypeCast' in node) return reasonOf(node.TypeCast.arg, scope);
  if ('CollateClause' in node) return reasonOf(node.CollateClause.arg, scope);
  if ('CoalesceExpr' in node) return everyReason(node.CoalesceExpr.args ?? [], scope);
  if ('MinMaxExpr' in node) return everyReason(node.MinMaxExpr.args ?? [], scope);
  if ('BoolExpr' in node) return reasonOfLogic(node.BoolExpr.args ?? [], node.BoolExpr.boolop !== 'OR_EXPR', scope);
  if ('CaseExpr' in node) return reasonOfCase(node.CaseExpr, scope);
  if ('FuncCall' in node) return reasonOfCall(node.FuncCall, scope);
  if ('SubLink' in node) return reasonOfSubquery(node.SubLink, scope);
  if ('A_Expr' in node) return reasonOfOperator(node.A_Expr, scope);
  if ('List' in node) return firstReason(itemsOf(node), scope);
  if ('A_Indirection' in node) return reasonOfElement(node.A_Indirection, scope);
  if ('NamedArgExpr' in node) return reasonOf(node.NamedArgExpr.arg, scope);
  const isNeverNull = ['ParamRef', 'NullTest', 'BooleanTest', 'A_ArrayExpr', 'RowExpr', 'SQLValueFunction'].some(
    (kind) => kind in node,
  );
  return isNeverNull ? undefined : `${Object.keys(node)} is not understood`;
}

function reasonOfReference(reference: ColumnRef, scope: Scope): Reason {
  const column = columnOf(reference, scope);
  if (column) return reasonOfColumn(column, scope);
  const [alias = ''] = wordsOf(reference.fields);
  const source = sourceNamed(alias, scope);
  // A whole row.
  return source
    ? joinThatMayMiss(source.columns[0]?.joins ?? [], scope)
    : `${wordsOf(reference.fields).join('.')} is unknown`;
}

const joinThatMayMiss = (joins: readonly OuterJoin[], scope: Scope) => {
  const join = joins.find((one) => !scope.facts.has(one));
  return join && `the outer join of ${join.alias} may find no row`;
};

const reasonOfColumn = (column: Column, scope: Scope): Reason =>
  scope.facts.has(column) ? undefined : (joinThatMayMiss(column.joins, scope) ?? column.reason);

/** A condition of AND is reached where those before it are true, one of OR where they are not. */
function reasonOfLogic(args: readonly Node[], isAnd: boolean, scope: Scope): Reason {
  let reached = scope;
  for (const arg of args) {
    const reason = reasonOf(arg, reached);
    if (reason) return reason;
    reached = { ...reached, facts: union(reached.facts, factsOf(arg, reached, isAnd)) };
  }
}

function reasonOfCase({ arg, args = [], defresult }: CaseExpr, scope: Scope): Reason {
  let reached = scope;
  for (const node of args) {
    if (!('CaseWhen' in node)) continue;
    const { expr, result } = node.CaseWhen;
    const reason = reasonOf(
      result,
      arg ? reached : { ...reached, facts: union(reached.facts, factsOf(expr, reached, true)) },
    );
    if (reason) return reason;
    if (!arg) reached = { ...reached, facts: union(reached.facts, factsOf(expr, reached, false)) };
  }
  return defresult ? reasonOf(defresult, reached) : 'the case has no else';
}

/** Functions that return null only if an argument is. */
const STRICT = wordSet(`
  lower upper length left right btrim lpad repeat replace chr to_hex split_part translate format md5 encode decode starts_with
  round floor ceil abs extract timezone date_trunc to_char to_timestamp make_interval age cardinality array_to_string
  string_to_array jsonb_array_length json_array_length to_json to_jsonb jsonb_set sha256 convert_to hashtext hashtextextended
  octet_length`);
const NEVER_NULL = wordSet(`
  now clock_timestamp statement_timestamp gen_random_uuid uuid_v7 random concat concat_ws count row_number rank dense_rank
  json_build_object jsonb_build_object json_build_array jsonb_build_array array_append array_remove set_config
  pg_advisory_xact_lock pg_try_advisory_xact_lock pg_try_advisory_lock pg_advisory_unlock pg_notify pg_current_snapshot
  pg_current_xact_id pg_backend_pid pg_is_in_recovery current_database version store_time_zone`);

const isAggregateCall =
  ({ catalog }: Scope) =>
  (node: Node) =>
    'FuncCall' in node && !node.FuncCall.over && catalog.aggregates.has(functionName(node.FuncCall));

function reasonOfCall(call: FuncCall, scope: Scope): Reason {
  const name = functionName(call);
  const { args = [] } = call;
  if (NEVER_NULL.has(name)) return undefined;
  // With a second argument, an unknown setting is null.
  if (STRICT.has(name) || (name === 'current_setting' && args.length === 1)) return firstReason(args, scope);
  if (!scope.catalog.aggregates.has(name)) return `${name}() may be`;
  if (!call.over && !scope.isGrouped) return `${name}() of no rows is`;
  if (call.agg_filter) return `${name}() of no rows is`;
  // These take null as a value.
  return /^(array|jsonb?)_(object_)?agg$/.test(name) ? undefined : firstReason(args.slice(0, 1), scope);
}

function reasonOfSubquery({ subLinkType, testexpr, subselect }: SubLink, scope: Scope): Reason {
  if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return undefined;
  const { columns, one } = resultOf(subselect, { ...scope, isGrouped: false });
  const reason = columns[0]?.reason;
  if (subLinkType === 'EXPR_SUBLINK') return reason ?? (one ? undefined : 'a subquery may find no row');
  return reasonOf(testexpr, scope) ?? reason;
}

/** A slice of an array is an array, if an empty one; an element may be missing. */
function reasonOfElement({ arg, indirection = [] }: A_Indirection, scope: Scope): Reason {
  const isSlice = indirection.every((node) => 'A_Indices' in node && node.A_Indices.is_slice);
  return reasonOf(arg, scope) ?? (isSlice ? undefined : 'an element may be missing');
}

const JSON_PATHS = new Set(['->', '->>', '#>', '#>>']);

function reasonOfOperator({ kind, name, lexpr, rexpr }: A_Expr, scope: Scope): Reason {
  const operator = wordsOf(name).at(-1) ?? '';
  if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return undefined;
  if (kind === 'AEXPR_NULLIF') return 'nullif() may be';
  if (JSON_PATHS.has(operator)) return `${operator} may find nothing`;
  return firstReason([lexpr, rexpr], scope);
}

// Names and nodes.

const sourceNamed = (alias: string, scope: Scope): Source | undefined =>
  scope.sources.find((source) => source.alias === alias) ?? (scope.parent && sourceNamed(alias, scope.parent));

function columnOf(reference: ColumnRef, scope: Scope): Column | undefined {
  const words = wordsOf(reference.fields);
  const name = words.at(-1);
  const alias = words.at(-2);
  if (alias) return sourceNamed(alias, scope)?.columns.find((column) => column.name === name);
  const found = scope.sources.flatMap(({ columns }) => columns).find((column) => column.name === name);
  return found ?? (scope.parent && columnOf(reference, scope.parent));
}

const wordOf = (node: Node | undefined) => (node && 'String' in node ? (node.String.sval ?? '') : '');
const wordsOf = (nodes: readonly Node[] | undefined) => (nodes ?? []).map(wordOf).filter(Boolean);
const functionName = ({ funcname }: FuncCall) => wordsOf(funcname).at(-1) ?? '';
const itemsOf = (node: Node) => ('List' in node ? (node.List.items ?? []) : []);

/** Whether a node of this kind is in it, subqueries apart. */
function contains(node: unknown, is: (node: Node) => boolean): boolean {
  if (typeof node !== 'object' || node === null || 'SubLink' in node) return false;
  return isNode(node) && is(node) ? true : Object.values(node).some((child) => contains(child, is));
}
const isNode = (node: object): node is Node => Object.keys(node).length === 1;
