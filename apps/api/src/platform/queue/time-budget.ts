/**
 * After this time a job leaves the rest to another: jobs of others wait for its slot no longer than this, and one that
 * takes minutes looks like one whose worker crashed.
 */
export const TIME_BUDGET_MS = 10_000;

/** Runs steps until one returns that nothing is left, or the time budget is used up. */
export async function runWithinBudget(runStep: () => Promise<boolean>, enqueueRest: () => Promise<unknown>) {
  const deadline = performance.now() + TIME_BUDGET_MS;
  while (await runStep())
    if (performance.now() > deadline) {
      await enqueueRest();
      return;
    }
}
