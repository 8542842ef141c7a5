export const aboutText = `# About {{storeName}}

{{storeName}} is an online store for people who notice light. We sell jewelry, evening wear, clothing, accessories and home decor, all made with, set with or cut from crystal.

## How we choose

Our collection is small on purpose. Before we sell anything, we wear it, wash it, drop it on a carpet, hang it in a window and live with it for two weeks. We ask three questions:

- Does it look right in ordinary daylight, as well as under a spotlight?
- Is it made so that a stone, a link or a hem can be repaired?
- Would we be happy to receive it ourselves?

If any answer is no, we don’t sell it.

## The brands we work with

- **Aurora Facet**, Porto. Clean settings and soft color, from rings to gowns.
- **Lumière Atelier**, France. A small workshop in the couture tradition, where every stone is set or sewn by hand.
- **Nocturne**, Milan. Evening wear and jewelry designed around black, silver and low light.
- **Stella Vitrine**, Barcelona. First jewelry, good gifts and weekday sparkle.
- **Geode House**. Natural quartz and amethyst, cut as little as possible.
- **Prisma & Co.**, Bohemia. Lead-free crystal glass, cut on traditional wheels.

## What we mean by crystal

The word covers several materials, so each product page says exactly which one you are buying:

- **Crystal** on jewelry and clothing means precision-cut crystal glass.
- **Crystal glass** on vases, decanters and coupes is always lead-free.
- **Quartz, amethyst and rose quartz** are natural stones, so no two are exactly alike.

We sell crystals because they’re beautiful. We don’t claim that they do anything more than that.

## Packaging

Every order ships in a recycled cardboard box with paper padding. Jewelry arrives in its own case, gowns in a garment bag you can keep, and glass in molded pulp. Gift-ready presentation is standard, and prices are never printed on the packing slip.

## Say hello

We welcome questions, ideas and photos. Visit our [contact page](/contact) or email [support@example.com](mailto:support@example.com).`;
