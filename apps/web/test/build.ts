import { run } from './production.ts';

/** Once before all tests: what they ask is what will be deployed. */
export default async function buildForProduction() {
  const { said: output, ended } = run('npx', ['react-router', 'build']);
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(output.text);
}
