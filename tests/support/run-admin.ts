import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The operator's command as `npm run admin` runs it. */
export async function runAdmin(given: string[], environment: Record<string, string> = {}) {
  const program = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/app/server/admin.ts', ...given],
    { env: { ...process.env, LOG_LEVEL: 'info', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output = { stdout: '', stderr: '' }
  program.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  program.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [status] = await once(program, 'close')
  return { status, ...output, token: /\/reset-password\/([\w-]{43})\n$/.exec(output.stdout)?.[1] ?? '' }
}
