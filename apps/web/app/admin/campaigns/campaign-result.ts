import type { SubmissionResult } from '@conform-to/react';
import type { Confirmation } from '#admin/kit/confirmation.ts';

/** Result of a form of the campaign page that did not redirect. */
export type CampaignResult = {
  /** Of the form with the text. */
  reply?: SubmissionResult;
  failed?: string;
  confirmation?: Confirmation;
  /** The form to confirm. */
  intent?: 'send' | 'schedule';
  /** The submitted time, and its error. */
  at?: string;
  atError?: string;
};
