export const SIZE_GUIDES = ['rings', 'bracelets', 'clothing'] as const;
export type SizeGuideName = (typeof SIZE_GUIDES)[number];

export const LENGTH_UNITS = ['in', 'cm'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

export const MM_PER_INCH = 25.4;

/** Lengths in millimeters. */
export const RING_SIZES = [
  { size: 'US 5', diameter: 15.7, circumference: 49.3, uk: 'J½', eu: '49' },
  { size: 'US 6', diameter: 16.5, circumference: 51.9, uk: 'L½', eu: '52' },
  { size: 'US 7', diameter: 17.3, circumference: 54.4, uk: 'N½', eu: '54' },
  { size: 'US 8', diameter: 18.1, circumference: 57.0, uk: 'P½', eu: '57' },
  { size: 'US 9', diameter: 18.9, circumference: 59.5, uk: 'R½', eu: '59' },
] as const;

/** Lengths in inches. The size is the length of the bracelet. */
export const BRACELET_SIZES = [
  { size: '6.5 in', wrist: 5.5, length: 6.5, fit: 'close' },
  { size: '7 in', wrist: 6, length: 7, fit: 'close' },
  { size: '7.25 in', wrist: 6.5, length: 7.25, fit: 'comfortable' },
  { size: '7.75 in', wrist: 7, length: 7.75, fit: 'comfortable' },
  { size: '8.25 in', wrist: 7.5, length: 8.25, fit: 'loose' },
] as const;

/** Measurements of the body in inches. */
export const CLOTHING_SIZES = {
  general: [
    { size: 'XS', bust: 32, waist: 25, hip: 35 },
    { size: 'S', bust: 34, waist: 27, hip: 37 },
    { size: 'M', bust: 36, waist: 29, hip: 39 },
    { size: 'L', bust: 38.5, waist: 31.5, hip: 41.5 },
    { size: 'XL', bust: 41, waist: 34, hip: 44 },
  ],
  us: [
    { size: 'US 2', bust: 33, waist: 25.5, hip: 36 },
    { size: 'US 4', bust: 34, waist: 26.5, hip: 37 },
    { size: 'US 6', bust: 35, waist: 27.5, hip: 38 },
    { size: 'US 8', bust: 36, waist: 28.5, hip: 39 },
    { size: 'US 10', bust: 37.5, waist: 30, hip: 40.5 },
    { size: 'US 12', bust: 39, waist: 31.5, hip: 42 },
  ],
} as const;
