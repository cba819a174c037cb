import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { runOperatorCommand } from '#app/operator/commands.ts'
import { openControlSocket } from '#app/operator/control-socket.ts'
import type { Log } from '#platform/server/log.ts'
import type { TestApp } from '../app/start-app.ts'

/** Opens a control socket for a test's app, so that operator commands reach it as they reach a running site. */
export async function openOperatorSocket(app: TestApp) {
  const directory = await mkdtemp(join(tmpdir(), 'futureworld-operated-'))
  const lines: unknown[][] = []
  const logLine = (...line: unknown[]) => void lines.push(line)
  const log: Log = { info: logLine, warn: logLine, error: logLine }
  const context = {
    ...app.context,
    log,
    paymentMode: app.provider.mode,
    openPayments: async () => ({ provider: app.provider, now: app.clock.now }),
    makeBackup: () => Promise.reject(new Error('A test app makes no backup')),
  }
  const run = runOperatorCommand.bind(undefined, context)
  // A thread cannot set the umask. Tests with a separate process check that only the owner may use the socket.
  const umask = vi.spyOn(process, 'umask').mockReturnValue(0)
  const close = await openControlSocket({ directory, run, log }).finally(() => umask.mockRestore())
  return {
    environment: { DATA_DIR: directory },
    socket: join(directory, 'control.sock'),
    directory,
    log: () => JSON.stringify(lines),
    async close() {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
