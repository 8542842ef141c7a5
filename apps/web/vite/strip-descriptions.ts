import { type Plugin, parseSync, Visitor } from 'vite';

const CONTRACTS = /\/packages\/contracts\/src\/[^?]*\.ts$/;

/**
 * Only the OpenAPI document shows the descriptions of the contract: the builds for browser and server go without. Zod
 * returns a clone with the same validation from `describe` and `meta`, so that its callers see no difference.
 */
export function stripDescriptions(): Plugin {
  return {
    name: 'strip-descriptions',
    apply: 'build',
    transform: {
      filter: { id: CONTRACTS, code: /\b(describe|meta)\b/ },
      // No source map: what stays keeps its place, so that the previous one is still right.
      handler: (code, id) => ({ code: withoutDescriptions(code, id), map: null }),
    },
  };
}

/** `code` with blanks in place of `.describe('…')` and `.meta({ … })`. */
export function withoutDescriptions(code: string, file: string) {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  let stripped = code;
  new Visitor({
    CallExpression({ callee, arguments: [value, ...others], end }) {
      if (callee.type !== 'MemberExpression' || callee.computed || !value || others.length > 0) return;
      const isDescription =
        (callee.property.name === 'describe' && (value.type === 'Literal' || value.type === 'TemplateLiteral')) ||
        (callee.property.name === 'meta' && value.type === 'ObjectExpression');
      if (isDescription) stripped = blank(stripped, callee.object.end, end);
    },
  }).visit(program);
  return stripped;
}

const blank = (text: string, start: number, end: number) =>
  text.slice(0, start) + text.slice(start, end).replace(/\S/g, ' ') + text.slice(end);
