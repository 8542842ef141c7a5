/** A form that was submitted but not confirmed. */
export type Confirmation = {
  /** Sent again with the confirmation. */
  fields: [name: string, value: string][];
  /** What the form would do. */
  sentence: string;
  /** The refunded sum, if there is one. */
  amount?: string;
};

/** A field of the form, such as its intent where a page has several. '' if it has none. */
export const fieldIn = (confirmation: Confirmation | undefined, name: string) =>
  confirmation?.fields.find(([field]) => field === name)?.[1] ?? '';

/** Name of the field that confirms a form. */
export const CONFIRMED = 'confirmed';
