/** A form that was submitted but not confirmed. */
export type Confirmation = {
  /** Sent again with the confirmation. */
  fields: [name: string, value: string][];
  /** What the form would do. */
  sentence: string;
};

/** Name of the field that confirms a form. */
export const CONFIRMED = 'confirmed';
