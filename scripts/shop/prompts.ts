import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Not an argument, as those are visible in the shell history and the process list. */
export async function askForPassword() {
  const { stdin, stdout } = process;
  if (stdin.isTTY) stdout.write('Password: ');
  const lines = createInterface({
    input: stdin,
    output: new Writable({ write: (_c, _e, done) => done() }),
    terminal: stdin.isTTY,
  });
  for await (const line of lines) {
    lines.close();
    if (stdin.isTTY) stdout.write('\n');
    return line;
  }
  return '';
}

/** Throws unless the operator confirms: with `--yes`, or on a terminal by typing it. */
export async function confirm(question: string, isConfirmed: boolean) {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new Error(`${question} Add --yes to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes to confirm: `).finally(() => terminal.close());
  if (answer.trim().toLowerCase() !== 'yes') throw new Error('Nothing was changed.');
}
