import { type Fragment, raw, sql } from './sql.ts';

/**
 * Option values as JSON in the order of the `options` of product `p`, a list of `{ name, values }`: jsonb itself sorts keys
 * by length. It stays in order only as `json`, not inside jsonb.
 */
export const orderedOptions = (optionValues: Fragment) => sql`
  case when jsonb_array_length(p.options) < 2 then ${optionValues}::json
       else (select coalesce(json_object_agg(chosen.key, chosen.value order by named.place, chosen.key), '{}')
               from jsonb_each_text(${optionValues}) chosen
               left join jsonb_array_elements(p.options) with ordinality named (option, place)
                 on named.option ->> 'name' = chosen.key) end`;

/** Of variant `v`, and of the line `l` of an order, an invoice or a checkout. */
export const VARIANT_OPTIONS = orderedOptions(raw('v.option_values'));
export const LINE_OPTIONS = orderedOptions(raw('l.option_values'));
