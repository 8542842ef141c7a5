import { DEFAULT_BLOCKS, MENUS, REPEATABLE_KIND } from '@shop/contracts/content/home-constants';
import type { SiteContent } from '@shop/contracts/content/home-schema';
import type { AnnouncementFields, BlockFields } from '@shop/contracts/content/online-store-schema';
import { z } from 'zod';
import { toIso } from '#platform/timestamps.ts';

export const MenuLinkRow = z.object({
  menu: z.enum(MENUS),
  column: z.string(),
  label: z.string(),
  href: z.string(),
});
type MenuLinkRow = z.infer<typeof MenuLinkRow>;

/** Links of the footer by column, in the order in which the columns first appear. */
export function menusOf(links: MenuLinkRow[]): Pick<SiteContent, 'header' | 'footer'> {
  const footer = links.filter(({ menu }) => menu === 'footer');
  const linkOf = ({ label, href }: MenuLinkRow) => ({ label, href });
  return {
    header: links.filter(({ menu }) => menu === 'header').map(linkOf),
    footer: [...new Set(footer.map(({ column }) => column))].map((title) => ({
      title,
      links: footer.filter(({ column }) => column === title).map(linkOf),
    })),
  };
}

/** Only the footer has columns. */
export const linkValues = <T extends MenuLinkRow>(link: T): T =>
  link.menu === 'header' ? { ...link, column: '' } : link;

type AnnouncementRow = { enabled: boolean; text: string; href: string; startsAt: Date | null; endsAt: Date | null };

export const announcementOf = ({ enabled, text, href, startsAt, endsAt }: AnnouncementRow): AnnouncementFields => ({
  enabled,
  text,
  href,
  startsAt: startsAt && toIso(startsAt),
  endsAt: endsAt && toIso(endsAt),
});

export const announcementValues = ({ startsAt, endsAt, ...fields }: AnnouncementFields): AnnouncementRow => ({
  ...fields,
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: endsAt === null ? null : new Date(endsAt),
});

type BlockRow = BlockFields & { id: string };

/**
 * A store whose blocks were never edited (version 1) has the default ones in their order, also those that no row stores.
 * From the first save on, the stored ones are all.
 */
export function blocksOf(version: number, stored: BlockRow[]): BlockRow[] {
  if (version > 1) return stored;
  return DEFAULT_BLOCKS.flatMap((kind, place) => {
    const own = stored.filter((block) => block.kind === kind);
    return own.length > 0 || kind === REPEATABLE_KIND ? own : [defaultBlock(kind, place)];
  });
}

const defaultBlock = (kind: BlockFields['kind'], place: number): BlockRow => ({
  // The same at every read, because the admin panel edits a block by its id.
  id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
  kind,
  enabled: true,
  eyebrow: '',
  heading: '',
  text: '',
  image: '',
  imageAlt: '',
  linkLabel: '',
  href: '',
});

/** For comparing lists: the ids of new items are not known to the one who sends them. */
export const withoutIds = <T extends { id?: string }>(items: T[]): Omit<T, 'id'>[] =>
  items.map(({ id: _, ...item }) => item);
