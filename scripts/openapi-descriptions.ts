/** Finds the properties, parameters and headers of an OpenAPI document that say no more than their name. */

type Json = { [key: string]: Json | undefined } & { description?: string };

/** Add nothing to the words of a name. */
const FILLERS = new Set(['a', 'an', 'the', 'this', 'its', 'their', 'of', 'for', 'is', 'to', 'in']);
/** Their values are no part of the document's own structure. */
const VALUES = new Set(['examples', 'example', 'default', 'enum', 'const']);

/** One line for each. */
export function findUndescribed(document: object): string[] {
  const root = document as Json;
  const found: string[] = [];

  function check(name: string, description: string | undefined, path: string) {
    if (!description) found.push(`${path}: has no description`);
    else if (repeatsName(name, description)) found.push(`${path}: “${description}” only repeats the name`);
  }

  /** `elsewhere`: properties that a schema beside it in `allOf` describes. */
  function visit(part: unknown, path: string, elsewhere: ReadonlySet<string> = new Set()) {
    if (!isObject(part)) return;
    if (typeof part.in === 'string' && typeof part.name === 'string')
      check(part.name, part.description, `${path} (${part.name})`);
    for (const [name, header] of path.includes('/responses/') ? entriesOf(part.headers) : [])
      check(name, header.description, `${path}/headers/${name}`);
    for (const [name, property] of entriesOf(part.properties)) {
      if (!elsewhere.has(name)) check(name, descriptionOf(property), `${path}/${name}`);
      visit(property, `${path}/${name}`);
    }
    for (const [key, inner] of Object.entries(part)) {
      if (key === 'properties' || VALUES.has(key)) continue;
      if (key === 'allOf' && Array.isArray(inner)) {
        const described = new Set(inner.flatMap((one) => Object.keys(resolve(one).properties ?? {})));
        for (const one of inner) visit(one, path, new Set(isObject(one) && !one.$ref ? described : []));
      } else visit(inner, `${path}/${key}`);
    }
  }

  function resolve(schema: Json): Json {
    if (typeof schema.$ref !== 'string') return {};
    const names: string[] = String(schema.$ref).slice(2).split('/');
    return names.reduce<Json>((part, name) => part[name] ?? {}, root);
  }

  /** Its own, or that of the component it refers to; null beside it changes nothing. */
  function descriptionOf(schema: Json): string | undefined {
    if (schema.description) return schema.description;
    if (schema.$ref) return descriptionOf(resolve(schema));
    const options = [schema.anyOf ?? schema.allOf]
      .flat()
      .filter((option) => isObject(option) && `${option.type}` !== 'null');
    return options.length === 1 && isObject(options[0]) ? descriptionOf(options[0]) : undefined;
  }

  visit(root.paths, '');
  visit(root.components, '');
  return found;
}

/** Whether it consists of the words of the name and of words without meaning. */
export function repeatsName(name: string, description: string) {
  const inName = wordsOf(name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'));
  return wordsOf(description).every((word) => inName.includes(word));
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !FILLERS.has(word))
    .map((word) => word.replace(/(?<=..)s$/, ''));

const isObject = (part: unknown): part is Json => typeof part === 'object' && part !== null;
const entriesOf = (part: unknown) =>
  isObject(part) && !Array.isArray(part) ? (Object.entries(part) as [string, Json][]) : [];
