import { z } from 'zod';
import { CONFIRMED_STEPS, SETUP_STEPS } from './constants.ts';

export const SetupStep = z.object({
  id: z.enum(SETUP_STEPS),
  done: z.boolean(),
  required: z.boolean(),
  /** What shows that the step is done, or what is missing. */
  evidence: z.string(),
  /** What the open step costs, in money. */
  warning: z.string().nullable(),
});
export type SetupStep = z.infer<typeof SetupStep>;

/** Every step is computed from the data of the store, not ticked. */
export const SetupGuide = z.object({ hidden: z.boolean(), steps: z.array(SetupStep) });
export type SetupGuide = z.infer<typeof SetupGuide>;

export const ConfirmedStepParams = z.strictObject({ step: z.enum(CONFIRMED_STEPS) });

export const SetupGuideVisibility = z.strictObject({ hidden: z.boolean() });
export type SetupGuideVisibility = z.infer<typeof SetupGuideVisibility>;
