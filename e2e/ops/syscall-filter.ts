/** The SystemCallFilter of a systemd unit as a seccomp program, so that the store runs under it without systemd. */
import { readFileSync } from 'node:fs';
import { run } from './tools.ts';

const HEADER = '/usr/include/x86_64-linux-gnu/asm/unistd_64.h';
const ARCHITECTURE = 0xc000003e;
const ALLOW = 0x7fff0000;
const ERRNO_EPERM = 0x00050001;
const KILL = 0x80000000;
const [LOAD, JUMP_IF_EQUAL, RETURN] = [0x20, 0x15, 0x06];

/** A system call, or those of a group such as @system-service and of the groups in it. */
async function expand(group: string): Promise<string[]> {
  if (!group.startsWith('@')) return [group];
  const { stdout } = await run('systemd-analyze', ['syscall-filter', group, '--no-pager']);
  const names = stdout
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  return (await Promise.all(names.map(expand))).flat();
}

/** What the lines `SystemCallFilter=` of the unit leave. systemd always adds @default. */
async function allowedCalls(unit: string) {
  const allowed = new Set(await expand('@default'));
  for (const [, value = ''] of readFileSync(unit, 'utf8').matchAll(/^SystemCallFilter=(.*)$/gm)) {
    const calls = (await Promise.all(value.replace(/^~/, '').split(' ').map(expand))).flat();
    for (const call of calls) value.startsWith('~') ? allowed.delete(call) : allowed.add(call);
  }
  return allowed;
}

function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0) {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

export async function seccompProgram(unit: string) {
  const allowed = await allowedCalls(unit);
  const numbers = [...readFileSync(HEADER, 'utf8').matchAll(/#define __NR_(\w+) (\d+)/g)]
    .filter(([, name = '']) => allowed.has(name))
    .map(([, , number]) => Number(number));
  return Buffer.concat([
    instruction(LOAD, 4),
    instruction(JUMP_IF_EQUAL, ARCHITECTURE, 1, 0),
    instruction(RETURN, KILL),
    instruction(LOAD, 0),
    ...numbers.flatMap((number) => [instruction(JUMP_IF_EQUAL, number, 0, 1), instruction(RETURN, ALLOW)]),
    instruction(RETURN, ERRNO_EPERM),
  ]);
}
