import { type Fragment, sql } from './sql.ts';

/**
 * Option values as JSON in the order of the product's `options`, a list of `{ name, values }`: jsonb itself sorts keys
 * by length. It stays in order only as `json`, not inside jsonb.
 */
export const orderedOptions = (optionValues: Fragment, options: Fragment) => sql`
  case when jsonb_array_length(${options}) < 2 then ${optionValues}::json
       else (select coalesce(json_object_agg(chosen.key, chosen.value order by named.place, chosen.key), '{}')
               from jsonb_each_text(${optionValues}) chosen
               left join jsonb_array_elements(${options}) with ordinality named (option, place)
                 on named.option ->> 'name' = chosen.key) end`;
