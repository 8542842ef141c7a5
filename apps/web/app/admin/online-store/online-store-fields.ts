import { localTime, momentAt } from '@shop/contracts/common/days';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import {
  AnnouncementFields,
  BlockFields,
  findAnnouncementIssues,
  findBlockIssues,
  findLinkIssues,
  LinkFields,
  type OnlineStore,
  SlideFields,
  TestimonialFields,
} from '@shop/contracts/content/online-store-schema';
import { z } from 'zod';
import { isTypedTime } from '#lib/forms/typed-time.ts';

type Issue = { path: (string | number)[]; message: string };
type Context = { addIssue: (issue: { code: 'custom'; path: (string | number)[]; message: string }) => void };
const addIssues = (context: Context, issues: Issue[]) => {
  for (const { path, message } of issues) context.addIssue({ code: 'custom', path, message });
};

const block = BlockFields.shape;
/** As a form sends it: empty fields and unchecked boxes are missing. The same holds for the others. */
export const BlockForm = BlockFields.extend({
  enabled: z.boolean().default(false),
  eyebrow: block.eyebrow.default(''),
  heading: block.heading.default(''),
  text: block.text.default(''),
  image: block.image.default(''),
  imageAlt: block.imageAlt.default(''),
  linkLabel: block.linkLabel.default(''),
  href: block.href.default(''),
}).superRefine((fields, context) => addIssues(context, findBlockIssues(fields)));

const slide = SlideFields.shape;
export const SlideForm = SlideFields.extend({
  eyebrow: slide.eyebrow.default(''),
  text: slide.text.default(''),
  alt: slide.alt.default(''),
});

export const TestimonialForm = TestimonialFields.extend({ location: TestimonialFields.shape.location.default('') });

export const LinkForm = LinkFields.extend({ column: LinkFields.shape.column.default('') }).superRefine(
  (fields, context) => addIssues(context, findLinkIssues(fields)),
);

const time = z.string().refine(isTypedTime, texts.badTime).optional();
const announcement = AnnouncementFields.shape;
export const AnnouncementForm = AnnouncementFields.extend({
  enabled: z.boolean().default(false),
  text: announcement.text.default(''),
  href: announcement.href.default(''),
  startsAt: time,
  endsAt: time,
}).superRefine((fields, context) =>
  // The order of two times is the same in every zone.
  addIssues(context, findAnnouncementIssues(announcementOf(fields, 'UTC'))),
);

type TypedAnnouncement = Omit<AnnouncementFields, 'startsAt' | 'endsAt'> & { startsAt?: string; endsAt?: string };

const momentOf = (typed: string | undefined, timeZone: string) =>
  typed && isTypedTime(typed) ? momentAt(typed, timeZone).toISOString() : null;

/** Times are typed in the store's time zone. */
export const announcementOf = (
  { startsAt, endsAt, ...fields }: TypedAnnouncement,
  timeZone: string,
): AnnouncementFields => ({
  ...fields,
  startsAt: momentOf(startsAt, timeZone),
  endsAt: momentOf(endsAt, timeZone),
});

/** '2026-03-05T10:00:00.000Z' → '2026-03-05T10:00' in UTC, the format of the field. */
const typed = (moment: string | null, timeZone: string) =>
  moment ? localTime(new Date(moment), timeZone).slice(0, 16) : undefined;

export const typedAnnouncement = (
  { enabled, text, href, startsAt, endsAt }: OnlineStore['announcement'],
  timeZone: string,
) => ({
  enabled,
  text,
  href,
  startsAt: typed(startsAt, timeZone),
  endsAt: typed(endsAt, timeZone),
});
