import type { SubmissionResult } from '@conform-to/react';

/** The version that the entered values are based on. Stays after a conflict: a second try must not overwrite either. */
export const submittedVersion = (lastResult: SubmissionResult | undefined, loaded: number) =>
  String(lastResult?.initialValue?.version ?? loaded);
