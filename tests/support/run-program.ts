import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program of the operator as npm runs it, by its name in `src/app/server`. */
export async function runProgram(name: string, given: string[], environment: Record<string, string> = {}) {
  const program = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `src/app/server/${name}.ts`, ...given],
    { env: { ...process.env, LOG_LEVEL: 'warn', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
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
