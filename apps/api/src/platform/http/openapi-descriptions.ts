/** The descriptions of the contracts' schemas in the API reference: a property's own, joined with that of its type. */
import { Amount, Minor } from '@shop/contracts/common/schema';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  type jsonSchemaTransform as transform,
  type jsonSchemaTransformObject as transformObject,
} from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Of these a property says what it is, and the type its unit. Any other type is described only where a property is not. */
const UNITS: ReadonlySet<z.core.$ZodType> = new Set([Amount, Minor]);

type ZodToJsonConfig = NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']>;

const zodToJsonConfig: ZodToJsonConfig = {
  override: ({ zodSchema, jsonSchema }) => {
    // As the type provider does without an override. It also removes the options of a union that are empty at this
    // moment, among them those that are described or limited further, whose content is added later.
    if (zodSchema._zod.def.type === 'undefined') jsonSchema.type = 'null';

    const description = descriptionOf(zodSchema);
    if (description) jsonSchema.description = description;
  },
};

export const jsonSchemaTransform: typeof transform = createJsonSchemaTransform({ zodToJsonConfig });
export const jsonSchemaTransformObject: typeof transformObject = createJsonSchemaTransformObject({ zodToJsonConfig });

/** Undefined for a reference to a component, which has its own. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = ownDescriptionOf(schema);
  const unit = unitOf(schema);
  const always = unit && z.globalRegistry.get(unit)?.description;
  return own && always && own !== always ? `${own} ${always}` : own;
}

function ownDescriptionOf(schema: z.core.$ZodType): string | undefined {
  const { id, description } = z.globalRegistry.get(schema) ?? {};
  if (description || id) return description;
  const inner = innerOf(schema);
  return inner && !z.globalRegistry.get(inner)?.id ? ownDescriptionOf(inner) : undefined;
}

function unitOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (UNITS.has(schema)) return schema;
  // A schema with a description or a further check is a copy of its parent.
  const base = schema._zod.parent ?? innerOf(schema);
  return base && unitOf(base);
}

/** What a nullable, optional, default or transformed schema is made of. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'nonoptional':
    case 'readonly':
      return def.innerType;
    case 'pipe':
      return def.in._zod.def.type === 'transform' ? def.out : def.in;
    default:
      return undefined;
  }
}

/** Removes the description of a value beside that of the same value or null. In place. */
export function removeInnerDescriptions(part: unknown) {
  if (typeof part !== 'object' || part === null) return;
  const { description, anyOf } = part as { description?: unknown; anyOf?: unknown };
  if (typeof description === 'string' && Array.isArray(anyOf) && anyOf.some(({ type }) => type === 'null'))
    for (const option of anyOf) if (isPrimitive(option)) delete option.description;
  for (const inner of Object.values(part)) removeInnerDescriptions(inner);
}

const isPrimitive = ({ type }: { type?: unknown }) => ['string', 'number', 'integer', 'boolean'].includes(String(type));
