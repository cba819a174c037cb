import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runProgram as runWithin } from '../../../src/cli/program.ts'
import { sameDataKeys } from './test-data-keys.ts'

/** Runs the program with these arguments in a separate process. */
export async function runProgram(args: string[], environment: Record<string, string> = {}) {
  const program = spawn(process.execPath, ['bin/futureworld.mjs', ...args], {
    env: { ...process.env, ...sameDataKeys, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  program.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  program.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [status] = await once(program, 'close')
  return { status, ...output }
}

/** Runs the same program within this process and discards its log. */
export async function callProgram(args: string[], environment: Record<string, string> = {}) {
  const result = { status: 0, stdout: '' }
  const stderr = await runWithin({
    args,
    environment: { PATH: process.env.PATH, ...sameDataKeys, LOG_LEVEL: 'silent', ...environment },
    print: (text) => {
      result.stdout += text
    },
    exitWith: (code) => {
      result.status = code
    },
  })
  return { ...result, stderr }
}
