import { z } from 'zod';
import { CONFIRMED_STEPS, SETUP_STEPS } from './constants.ts';

export const SetupStep = z
  .object({
    id: z
      .enum(SETUP_STEPS)
      .describe(
        '`identity`: contact and legal seller; `currency`: the exchange rate; `terms`: tax and shipping; `payment`: a test of the payment keys; `email`: a test email; `category`, `brand`, `product`: the first one; `pages`: reviewed texts; `second-owner`: another owner; `two-factor`: of the user who asks.',
      ),
    done: z.boolean().describe('Computed from the data of the store; `terms` can also be confirmed by an owner.'),
    required: z.boolean().describe('Whether the guide cannot be hidden while the step is open.'),
    evidence: z.string().describe('A text to be shown: what shows that the step is done, or what is missing.'),
    warning: z.string().nullable().describe('A text to be shown: what the open step costs, in money; null if nothing.'),
  })
  .meta({ id: 'SetupStep', description: 'A step from an empty store to the first sale.' });
export type SetupStep = z.infer<typeof SetupStep>;

export const SetupGuide = z
  .object({
    hidden: z.boolean().describe('An owner has hidden it. It appears again while a required step is open.'),
    steps: z.array(SetupStep).describe('All steps, in the order in which to do them.'),
  })
  .meta({ id: 'SetupGuide', description: 'The set-up guide, for owners.' });
export type SetupGuide = z.infer<typeof SetupGuide>;

export const ConfirmedStepParams = z.strictObject({
  step: z.enum(CONFIRMED_STEPS).describe('A step that only an owner can judge.'),
});

export const SetupGuideVisibility = z
  .strictObject({ hidden: z.boolean().describe('True only if all required steps are done.') })
  .meta({ id: 'SetupGuideVisibility', description: 'Hides the set-up guide, or shows it again.' });
export type SetupGuideVisibility = z.infer<typeof SetupGuideVisibility>;
