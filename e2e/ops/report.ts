/** One line for each check, as it ends, and all failures again at the end. */
type Result = { name: string; passed: boolean; detail: string };

const results: Result[] = [];

export function record(name: string, passed: boolean, detail = '') {
  results.push({ name, passed, detail });
  console.log(`${passed ? 'PASS' : 'FAIL'} ${name}${detail ? `: ${detail}` : ''}`);
}

/** Runs a check. It fails by an error; what it returns is printed with the result. */
export async function check(name: string, work: () => Promise<string | undefined>) {
  try {
    record(name, true, await work());
  } catch (error) {
    record(name, false, error instanceof Error ? error.message : String(error));
  }
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Prints the sums and returns the exit code. */
export function summarize() {
  const failed = results.filter(({ passed }) => !passed);
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
  for (const { name } of failed) console.log(`FAIL ${name}`);
  return failed.length === 0 && results.length > 0 ? 0 : 1;
}
