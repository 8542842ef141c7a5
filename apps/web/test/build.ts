import { run } from './production.ts';

/** Runs once before all tests, which use the production build. */
export default async function buildForProduction() {
  const { output, ended } = run('npx', ['react-router', 'build']);
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(output.text);
}
