import type { CollectionRule, RuleSet } from '@shop/contracts/catalog/collections/admin-schema';
import { toCents } from '@shop/contracts/common/money';
import { IN_STOCK } from '#catalog/stock-queries.ts';
import { escapeLike } from '#platform/database/like.ts';
import { type Fragment, join, sql } from '#platform/database/sql.ts';

/** Whether product `p` is published and matches the rules. Every value is a parameter. */
export const matchesRules = ({ match, rules }: RuleSet) =>
  sql`(p.status = 'published' and (${join(rules.map(matchesRule), match === 'all' ? sql` and ` : sql` or `)}))`;

function matchesRule(rule: CollectionRule): Fragment {
  switch (rule.field) {
    case 'category':
      return equality(rule, sql`p.category_id = ${rule.value}::uuid`);
    case 'brand':
      return equality(rule, sql`p.brand_id = ${rule.value}::uuid`);
    case 'tag':
      return equality(rule, sql`p.tags && array[${rule.value}]::text[]`);
    case 'sale':
      return equality(rule, sql`p.sale_price_cents is not null`);
    case 'stock':
      return equality(rule, sql`${IN_STOCK}`);
    case 'name':
      // The index of names contains `searchable(name)`.
      return equality(rule, sql`searchable(p.name) like searchable(${`%${escapeLike(rule.value)}%`})`);
    case 'price':
      return rule.operator === 'at-least'
        ? sql`p.current_price_cents >= ${toCents(rule.value)}::bigint`
        : sql`p.current_price_cents <= ${toCents(rule.value)}::bigint`;
    case 'created':
      // The rule compares the age of a product: at most 30 days is created on or after that day.
      return rule.operator === 'at-least'
        ? sql`p.created_at <= ${ago(rule.value)}`
        : sql`p.created_at >= ${ago(rule.value)}`;
  }
}

const equality = ({ operator }: { operator: 'is' | 'is-not' }, condition: Fragment) =>
  operator === 'is' ? sql`(${condition})` : sql`not (${condition})`;
const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/** The key of product `p` in sort order `sort`, a column or a parameter, ascending; `position` is its place by hand. */
export const sortKeyOf = (sort: Fragment, position: Fragment) => sql`case ${sort}
  when 'manual' then ${position}::bigint
  when 'featured' then -p.featured_score
  when 'newest' then -(extract(epoch from p.created_at) * 1000000)::bigint
  when 'price-asc' then p.current_price_cents
  else -p.current_price_cents end`;
