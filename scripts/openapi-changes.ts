/** Compares two OpenAPI documents of the API: what changed for its clients, and which changes can break one. */

type Json = { [key: string]: Json | undefined };
type Schema = Json & { $ref?: string };
/** `text` is a line of the changelog: the operation or component in backticks, and what happened to it. */
export type Change = { kind: 'breaking' | 'added' | 'changed' | 'deprecated'; text: string };
type Report = (kind: Change['kind'], text: string) => void;
/** Clients send one and get the other: what one may lose, the other may gain. */
type Side = 'request' | 'response';
type Subject = { name: string; path: string };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const PROBLEM = 'application/problem+json';
/** A request that was valid must stay so: these may not shrink, and those not grow. */
const UPPER_LIMITS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const LOWER_LIMITS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const FORMS = ['pattern', 'format', 'multipleOf'];

export function compareDocuments(base: object, head: object): Change[] {
  const changes = new Map<string, Change>();
  const [before, after] = [base as Json, head as Json];
  /** Pairs of components, by side: each is compared once, under its name. */
  const compared = new Set<string>();

  const reportOn =
    ({ name, path }: Subject): Report =>
    (kind, text) => {
      const line = `\`${path ? `${name} ${path}` : name}\` ${text}`;
      changes.set(`${kind} ${line}`, { kind, text: line });
    };

  const [old, current] = [operationsIn(before), operationsIn(after)];
  for (const name of old.keys()) if (!current.has(name)) reportOn({ name, path: '' })('breaking', 'removed');
  for (const [name, operation] of current) {
    const previous = old.get(name);
    if (previous) compareOperations(name, previous, operation);
    else reportOn({ name, path: '' })('added', 'added');
  }
  return [...changes.values()].toSorted((one, other) => (one.text < other.text ? -1 : 1));

  function compareOperations(name: string, one: Json, other: Json) {
    const report = reportOn({ name, path: '' });
    if (one.operationId !== other.operationId)
      report('breaking', `has the id ${other.operationId}, not ${one.operationId}`);
    if (!one.deprecated && other.deprecated) report('deprecated', 'deprecated');
    compareAccess(one, other, report);
    compareParameters(name, one, other);
    compareContents({ name, path: 'body' }, one.requestBody, other.requestBody, 'request');
    compareResponses(name, one, other);
  }

  function compareParameters(name: string, one: Json, other: Json) {
    const [earlier, later] = [parametersOf(one), parametersOf(other)];
    for (const key of new Set([...earlier.keys(), ...later.keys()])) {
      const [parameter, next] = [earlier.get(key), later.get(key)];
      const report = reportOn({ name, path: key });
      if (!next) report('breaking', 'removed');
      else if (!parameter) report(next.required ? 'breaking' : 'added', next.required ? 'added and required' : 'added');
      else {
        if (!parameter.required && next.required) report('breaking', 'is required');
        compareSchemas({ name, path: key }, parameter.schema, next.schema, 'request');
      }
    }
  }

  function compareResponses(name: string, one: Json, other: Json) {
    for (const [status, response] of entriesOf(one.responses)) {
      const next = other.responses?.[status];
      const [earlier, later] = [resolve(before, response), resolve(after, next)];
      const codes = codesOf(earlier);
      for (const code of codes)
        if (!codesOf(later).includes(code))
          reportOn({ name, path: status })('breaking', `no longer has the code ${code}`);
      if (codes.length > 0) continue;
      if (!next) {
        reportOn({ name, path: status })('breaking', 'removed');
        continue;
      }
      for (const [header] of entriesOf(earlier.headers))
        if (!later.headers?.[header]) reportOn({ name, path: `${status} ${header}` })('breaking', 'removed');
      compareContents({ name, path: status }, earlier, later, 'response');
    }
    for (const [status, response] of entriesOf(other.responses)) {
      const previous = resolve(before, one.responses?.[status]);
      const codes = codesOf(resolve(after, response));
      for (const code of codes)
        if (!codesOf(previous).includes(code)) reportOn({ name, path: status })('added', `has the new code ${code}`);
      if (codes.length === 0 && !one.responses?.[status]) reportOn({ name, path: status })('added', 'added');
    }
  }

  function compareContents({ name, path }: Subject, one: Json | undefined, other: Json | undefined, side: Side) {
    const report = reportOn({ name, path });
    if (!one && other && other.required) report('breaking', 'is required');
    for (const [type, media] of entriesOf(one?.content)) {
      const next = other?.content?.[type];
      if (next) compareSchemas({ name, path }, media.schema, next.schema, side);
      else report('breaking', `is no longer ${type}`);
    }
    for (const [type] of entriesOf(other?.content))
      if (one && !one.content?.[type]) report(side === 'request' ? 'added' : 'breaking', `can be ${type}`);
  }

  function compareSchemas(subject: Subject, one: Schema | undefined, other: Schema | undefined, side: Side) {
    const [earlier, later] = [shapeOf(before, one), shapeOf(after, other)];
    if (earlier.name && later.name) {
      const pair = `${earlier.name} ${later.name} ${side}`;
      if (compared.has(pair)) return;
      compared.add(pair);
      subject = { name: later.name, path: '' };
    }
    const report = reportOn(subject);
    compareValues(earlier, later, side, report);
    compareProperties(subject, earlier, later, side);
    const part = (suffix: string) => ({ ...subject, path: `${subject.path}${suffix}` });
    if (earlier.items && later.items) compareSchemas(part('[]'), earlier.items, later.items, side);
    if (earlier.values && later.values) compareSchemas(part('[…]'), earlier.values, later.values, side);
    compareVariants(subject, earlier, later, side);
  }

  function compareProperties(subject: Subject, earlier: Shape, later: Shape, side: Side) {
    for (const name of new Set([...earlier.properties.keys(), ...later.properties.keys()])) {
      const field = { ...subject, path: subject.path ? `${subject.path}.${name}` : name };
      const report = reportOn(field);
      const [property, next] = [earlier.properties.get(name), later.properties.get(name)];
      const [wasRequired, isRequired] = [earlier.required.has(name), later.required.has(name)];
      if (!next) report('breaking', 'removed');
      else if (!property && side === 'request' && isRequired) report('breaking', 'added and required');
      else if (!property) report('added', 'added');
      else {
        if (side === 'request' && !wasRequired && isRequired) report('breaking', 'is required');
        if (side === 'response' && wasRequired && !isRequired) report('breaking', 'can be missing');
        compareSchemas(field, property, next, side);
      }
    }
  }

  /** In pairs of the same tag or component, then of the same type in order. */
  function compareVariants(subject: Subject, earlier: Shape, later: Shape, side: Side) {
    const [old, current] = [variantsOf(before, earlier), variantsOf(after, later)];
    for (const isPair of [
      (one: Variant, other: Variant) => one.key === other.key,
      (one: Variant, other: Variant) => one.types === other.types && !(one.tag && other.tag),
    ])
      for (const variant of [...old]) {
        const match = current.find((other) => isPair(variant, other));
        if (!match) continue;
        old.splice(old.indexOf(variant), 1);
        current.splice(current.indexOf(match), 1);
        compareSchemas(subject, variant.schema, match.schema, side);
      }
    const isUnion = earlier.variants.length > 0 && later.variants.length > 0;
    for (const { key } of isUnion ? old : [])
      reportOn(subject)(side === 'request' ? 'breaking' : 'changed', `is no longer ${key}`);
    for (const { key } of isUnion ? current : [])
      reportOn(subject)(side === 'request' ? 'added' : 'breaking', `can be ${key}`);
  }
}

function compareValues(earlier: Shape, later: Shape, side: Side, report: Report) {
  const bothTyped = earlier.types.size > 0 && later.types.size > 0;
  for (const type of bothTyped ? later.types : [])
    if (!earlier.types.has(type)) report(side === 'response' ? 'breaking' : 'changed', `can be ${type}`);
  for (const type of bothTyped ? earlier.types : [])
    if (!later.types.has(type)) report(side === 'request' ? 'breaking' : 'changed', `is no longer ${type}`);

  if (earlier.listed && later.listed) {
    for (const value of later.listed)
      if (!earlier.listed.includes(value)) report('added', `has the new value ${value}`);
    for (const value of earlier.listed)
      if (!later.listed.includes(value))
        report(side === 'request' ? 'breaking' : 'changed', `no longer has the value ${value}`);
  } else if (later.listed && side === 'request') report('breaking', 'takes only listed values');
  else if (earlier.listed) report('changed', 'has values that are not listed');

  for (const [names, isNarrower] of [
    [UPPER_LIMITS, (from: number, to: number) => to < from],
    [LOWER_LIMITS, (from: number, to: number) => to > from],
  ] as const)
    for (const name of names) {
      const [from, to] = [earlier.schema[name] as number | undefined, later.schema[name] as number | undefined];
      if (from === to) continue;
      const isBreaking = side === 'request' && to !== undefined && (from === undefined || isNarrower(from, to));
      report(
        isBreaking ? 'breaking' : 'changed',
        `has ${name} ${to ?? 'no longer'}${from === undefined ? '' : ` (before: ${from})`}`,
      );
    }
  for (const name of FORMS) {
    const [from, to] = [earlier.schema[name], later.schema[name]];
    if (from === to) continue;
    const isBreaking = side === 'request' ? to !== undefined : name === 'format' && from !== undefined;
    report(isBreaking ? 'breaking' : 'changed', `has another ${name}`);
  }
}

type Shape = {
  schema: Json;
  /** Of the component. */
  name?: string;
  types: Set<string>;
  listed?: string[];
  properties: Map<string, Schema>;
  required: Set<string>;
  items?: Schema;
  /** Of properties without a name of their own. */
  values?: Schema;
  variants: Schema[];
};

/** What a schema says once its references are resolved; null beside one other schema is a type of that one. */
function shapeOf(document: Json, schema: Schema | undefined): Shape {
  const { schema: resolved, name } = flatten(document, schema ?? {});
  const options = listOf(resolved.anyOf ?? resolved.oneOf);
  const variants = options.filter((option) => `${option.type}` !== 'null');
  const [only] = variants;
  if (only && variants.length === 1) {
    const shape = shapeOf(document, only);
    if (variants.length < options.length && shape.types.size > 0) shape.types = new Set([...shape.types, 'null']);
    return shape;
  }
  const types = new Set([resolved.type ?? []].flat().map(String));
  for (const variant of options) for (const type of shapeOf(document, variant).types) types.add(type);
  // Every integer is a number.
  if (types.has('number')) types.add('integer');
  const values = resolved.enum ?? (resolved.const === undefined ? undefined : [resolved.const]);
  const { additionalProperties } = resolved;
  return {
    schema: resolved,
    ...(name && { name }),
    types,
    ...(values && { listed: listOf(values).map(String) }),
    properties: new Map(entriesOf(resolved.properties)),
    required: new Set(listOf(resolved.required).map(String)),
    ...(resolved.items && { items: resolved.items }),
    ...(isObject(additionalProperties) && { values: additionalProperties }),
    variants: variants.length > 1 ? variants : [],
  };
}

/** Follows references, and merges the parts of `allOf`. */
function flatten(document: Json, schema: Schema): { schema: Json; name?: string } {
  const { $ref, allOf, ...own } = schema;
  if ($ref) {
    const target = flatten(document, resolve(document, schema));
    return { schema: { ...target.schema, ...own }, name: $ref.slice($ref.lastIndexOf('/') + 1) };
  }
  const parts = listOf(allOf).map((part) => flatten(document, part));
  const merged: Json = {};
  for (const part of [...parts.map((one) => one.schema), own as Json]) {
    const properties = { ...merged.properties, ...part.properties };
    const required = [...listOf(merged.required), ...listOf(part.required)];
    Object.assign(merged, part, { properties, required });
  }
  const name = parts.length === 1 ? parts[0]?.name : undefined;
  return { schema: merged, ...(name && { name }) };
}

function resolve(document: Json, part: Json | undefined): Json {
  if (!part) return {};
  if (typeof part.$ref !== 'string') return part;
  const names: string[] = String(part.$ref).slice(2).split('/');
  return names.reduce<Json>((inner, name) => inner[name] ?? {}, document);
}

type Variant = { schema: Schema; key: string; tag: string; types: string };

/** The alternatives of a union, distinguished by the constants of a tag, by component, or by type. */
const variantsOf = (document: Json, { variants }: Shape): Variant[] =>
  variants.map((schema) => {
    const { name, properties, ...shape } = shapeOf(document, schema);
    const tag = [...properties]
      .flatMap(([property, value]) => constantOf(value).map((one) => `${property} ${one}`))
      .join(', ');
    const types = [...shape.types].join(' or ');
    return { schema, tag, types, key: tag || name || types || 'anything' };
  });

const constantOf = ({ const: constant, enum: values }: Schema) => {
  if (constant !== undefined) return [constant];
  return listOf(values).length === 1 ? listOf(values) : [];
};

/** By method and path. */
const operationsIn = ({ paths }: Json) =>
  new Map(
    entriesOf(paths).flatMap(([path, item]) =>
      entriesOf(item)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );

/** By place and name. */
const parametersOf = ({ parameters }: Json) =>
  new Map(listOf(parameters).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));

/** Of an error response. */
function codesOf({ content }: Json): string[] {
  const [, narrowed] = listOf(content?.[PROBLEM]?.schema?.allOf);
  return listOf(narrowed?.properties?.code?.enum).map(String);
}

function compareAccess(one: Json, other: Json, report: Report) {
  const isPublic = ({ security }: Json) => listOf(security).length === 0;
  if (isPublic(one) && !isPublic(other)) report('breaking', 'requires a login');
  if (!isPublic(one) && isPublic(other)) report('changed', 'requires no login');
  const [from, to] = [one['x-permission'], other['x-permission']];
  if (from === to) return;
  if (to) report('breaking', `requires the permission ${to}`);
  else report('changed', `no longer requires the permission ${from}`);
}

const isObject = (part: unknown): part is Json => typeof part === 'object' && part !== null && !Array.isArray(part);
const entriesOf = (part: unknown) => (isObject(part) ? (Object.entries(part) as [string, Json][]) : []);
const listOf = (part: unknown) => (Array.isArray(part) ? (part as Json[]) : []);
