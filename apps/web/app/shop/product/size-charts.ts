import {
  BRACELET_SIZES,
  CLOTHING_SIZES,
  type LengthUnit,
  MM_PER_INCH,
  RING_SIZES,
  type SizeGuideName,
} from '@shop/contracts/catalog/size-guide-constants';
import { sizeGuideMessages as messages } from '@shop/contracts/catalog/size-guide-messages';

/** The first column is the header of a row. `size` is the option value of a product. */
export type Chart = { caption: string; head: string[]; rows: { size: string; cells: string[] }[] };

export const chartsOf = (guide: SizeGuideName, unit: LengthUnit): Chart[] => CHARTS[guide](unit);

const CHARTS: Record<SizeGuideName, (unit: LengthUnit) => Chart[]> = {
  rings: (unit) => [
    {
      caption: messages.captions.rings,
      head: [messages.us, messages.diameter, messages.circumference, messages.uk, messages.eu],
      rows: RING_SIZES.map(({ size, diameter, circumference, uk, eu }) => ({
        size,
        cells: [size, ringLength(diameter, unit), ringLength(circumference, unit), uk, eu],
      })),
    },
  ],
  bracelets: (unit) => [
    {
      caption: messages.captions.bracelets,
      head: [messages.wrist, messages.length, messages.fit],
      rows: BRACELET_SIZES.map(({ size, wrist, length, fit }) => ({
        size,
        cells: [braceletLength(wrist, unit), braceletLength(length, unit), messages.fits[fit]],
      })),
    },
  ],
  clothing: (unit) =>
    (['general', 'us'] as const).map((kind) => ({
      caption: messages.captions[kind],
      head: [messages.size, messages.bust(unit), messages.waist(unit), messages.hip(unit)],
      rows: CLOTHING_SIZES[kind].map(({ size, ...body }) => ({
        size,
        cells: [size, ...[body.bust, body.waist, body.hip].map((length) => bodyLength(length, unit))],
      })),
    })),
};

/** Rings are measured in millimeters where others are in centimeters. */
export const ringLength = (millimeters: number, unit: LengthUnit) =>
  unit === 'in' ? `${(millimeters / MM_PER_INCH).toFixed(2)} in` : `${millimeters.toFixed(1)} mm`;

const braceletLength = (inches: number, unit: LengthUnit) =>
  unit === 'in' ? `${inches} in` : `${(Math.round(inches * MM_PER_INCH) / 10).toFixed(1)} cm`;

const bodyLength = (inches: number, unit: LengthUnit) =>
  String(unit === 'in' ? inches : Math.round((inches * MM_PER_INCH) / 10));

type Option = { name: string; values: string[] };

const isSizeOf = (guide: SizeGuideName, value: string) =>
  chartsOf(guide, 'in').some(({ rows }) => rows.some(({ size }) => size === value));

/** The guide for an option of a product. Rings and clothing share names of sizes: the category decides. */
export function guideFor({ name, values }: Option, category: string): SizeGuideName | undefined {
  const hasSizesOf = (guide: SizeGuideName) => values.some((value) => isSizeOf(guide, value));
  if (/\bring\b/i.test(name) || (/jewel/i.test(category) && hasSizesOf('rings'))) return 'rings';
  if (/\b(bracelet|wrist)\b/i.test(name)) return 'bracelets';
  return /\bwaist\b/i.test(name) || hasSizesOf('clothing') ? 'clothing' : undefined;
}

export const SIZE_GUIDE_PATH = '/size-guide';

/** What is shown of the guide. */
export type GuideView = { guide: SizeGuideName; unit: LengthUnit };

export const guidePath = (view: Partial<GuideView>) => `${SIZE_GUIDE_PATH}?${new URLSearchParams(view)}`;
