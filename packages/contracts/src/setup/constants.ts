/** In the order in which the guide lists them. */
export const SETUP_STEPS = [
  'identity',
  'currency',
  'terms',
  'payment',
  'email',
  'category',
  'brand',
  'product',
  'pages',
  'second-owner',
  'two-factor',
] as const;
export type SetupStepId = (typeof SETUP_STEPS)[number];

/** The guide can be hidden while these are open. */
export const OPTIONAL_STEPS: readonly SetupStepId[] = ['second-owner', 'two-factor'];

/** Steps that only an owner can judge: they are done once an owner confirms them. */
export const CONFIRMED_STEPS = ['terms'] as const;
export type ConfirmedStep = (typeof CONFIRMED_STEPS)[number];

/** The guide is one line once this many steps or fewer are open. */
export const FEW_STEPS = 3;
