import type { Product } from '@shop/contracts/catalog/schema';
import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest } = await createTestStore();

/** Queries of shoppers in the sample catalog, with the expected first result. */
const EXPECTED_FIRST_RESULTS: Record<string, Record<string, string>> = {
  'a name': {
    'aurora solitaire ring': 'Aurora Solitaire Ring',
    'Halo Pendant Necklace': 'Halo Pendant Necklace',
    'moonlit tiara': 'Moonlit Tiara',
    'lucky charm keyring': 'Lucky Charm Keyring',
    'set of 2': 'Étoile Champagne Coupes (Set of 2)',
    'a-line gown': 'Aurora A-Line Gown',
  },
  'one word of a name': {
    solitaire: 'Aurora Solitaire Ring',
    tiara: 'Moonlit Tiara',
    brooch: 'Starburst Brooch',
    bolero: 'Gala Crystal Bolero',
    decanter: 'Diamond-Cut Decanter',
    obelisk: 'Clear Quartz Obelisk',
    cufflinks: 'Onyx Crystal Cufflinks',
    jeans: 'Sparkline Jeans',
    kimono: 'Moonbeam Kimono Robe',
    mermaid: 'Siren Mermaid Gown',
    watch: 'Facet Dial Watch',
    bookends: 'Amethyst Geode Bookends',
    chandelier: 'Cascade Crystal Chandelier',
    belt: 'Crystal Mesh Belt',
  },
  'several words, in any order': {
    'necklace pendant': 'Halo Pendant Necklace',
    'amethyst ring': 'Amethyst Cocktail Ring',
    'crystal chandelier': 'Cascade Crystal Chandelier',
    'silk scarf': 'Stardust Silk Scarf',
    'velvet cape': 'Midnight Velvet Cape',
    'hair comb': 'Orchid Crystal Hair Comb',
    'rose quartz': 'Rose Quartz Cluster',
    'champagne glasses': 'Étoile Champagne Coupes (Set of 2)',
    'cashmere sweater with crystals': 'Icefall Cashmere Sweater',
    'tennis bracelet silver': 'Constellation Tennis Bracelet',
    'mirror for the hand': 'Boudoir Hand Mirror',
  },
  'without accents, or with them': {
    Riviere: 'Rivière Crystal Necklace',
    rivière: 'Rivière Crystal Necklace',
    'pave band': 'Eternity Pavé Band',
    minaudiere: 'Pavé Minaudière Clutch',
    etoile: 'Étoile Champagne Coupes (Set of 2)',
    'ÉTOILE COUPES': 'Étoile Champagne Coupes (Set of 2)',
  },
  'singular or plural': {
    brooches: 'Starburst Brooch',
    tiaras: 'Moonlit Tiara',
    bracelets: 'Constellation Tennis Bracelet',
    'stud earring': 'Cluster Stud Earrings',
    chandeliers: 'Cascade Crystal Chandelier',
    scarves: 'Stardust Silk Scarf',
    vases: 'Faceted Bud Vase',
    keyrings: 'Lucky Charm Keyring',
  },
  'a typo': {
    'neclace pendant': 'Halo Pendant Necklace',
    chandeleer: 'Cascade Crystal Chandelier',
    braclet: 'Constellation Tennis Bracelet',
    amythest: 'Amethyst Cocktail Ring',
    'solitare ring': 'Aurora Solitaire Ring',
    cashmire: 'Icefall Cashmere Sweater',
    decantor: 'Diamond-Cut Decanter',
    sweatre: 'Icefall Cashmere Sweater',
    'cristal sphere': 'Seer Crystal Sphere',
    obelix: 'Clear Quartz Obelisk',
  },
  'the start of a word': {
    constel: 'Constellation Tennis Bracelet',
    teardr: 'Teardrop Chandelier Earrings',
    'prism tea': 'Prism Tealight Trio',
    boudo: 'Boudoir Hand Mirror',
  },
  'a tag, a brand, a category': {
    'rose-gold': 'Eternity Pavé Band',
    knitwear: 'Icefall Cashmere Sweater',
    denim: 'Sparkline Jeans',
    'nocturne gown': 'Nocturne Column Gown',
    'stella vitrine scarf': 'Stardust Silk Scarf',
    'home decor vase': 'Faceted Bud Vase',
    'evening wear cape': 'Midnight Velvet Cape',
    'gala bolero': 'Gala Crystal Bolero',
  },
  'a SKU': {
    'CRY-017': 'Cascade Crystal Chandelier',
    'cry-001-us5': 'Aurora Solitaire Ring',
    'cry-030': 'Constellation Tee',
  },
  nonsense: { xqzvwk: 'nothing', '%%%': 'nothing', 'qqq zzz': 'nothing', '!?': 'nothing' },
};
const ALLOWED_MISSES = 0.05;

test('judged search queries have the expected product first', async () => {
  const queries = Object.values(EXPECTED_FIRST_RESULTS).flatMap(Object.entries<string>);
  const misses: string[] = [];
  for (const [q, expected] of queries) {
    const found: Product[] = (await guest.get(`/api/products?${new URLSearchParams({ q })}`)).json();
    const first = found[0]?.name ?? 'nothing';
    if (first !== expected) misses.push(`${q}: expected ${expected}, found ${first}`);
  }

  console.log(`${queries.length - misses.length} of ${queries.length} judged queries have the expected product first.`);
  expect(queries.length).toBeGreaterThanOrEqual(60);
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(queries.length * ALLOWED_MISSES);
});
