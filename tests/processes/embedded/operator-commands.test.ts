import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../support/app/run-program.ts'
import { newFolder } from '../../support/app/temporary.ts'
import { freePort, startSite } from '../../support/site/start-site.ts'

/**
 * Runs the operator commands as processes. What each one does and prints is tested in
 * tests/promises/operator-commands.test.ts.
 */

test("operator commands work before the site's first start, while it runs, after kill -9 and after a stop", async () => {
  const directory = await newFolder()
  const socket = join(directory, 'control.sock')
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const environment = { DATA_DIR: directory, PORT: String(port), SANDBOX_PORT: String(sandboxPort) }

  const publicUrl = { PUBLIC_URL: 'https://futureworld.example', PAYMENTS_MODE: 'sandbox' }
  const created = await runAccount(['create', 'carl@example.org', '--role', 'consultant'], {
    ...environment,
    ...publicUrl,
  })
  expect([created.status, created.stdout]).toEqual([
    0,
    expect.stringContaining(`https://futureworld.example/reset-password/${created.token}\n`),
  ])
  // The command writes the log line itself, because no site is running to write it.
  expect(created.stderr).toContain('staff account created by the operator')
  expect(created.stderr).not.toContain(created.token)

  const first = await startSite({ directory, environment: { LOG_LEVEL: 'info' } })
  expect((await stat(socket)).mode & 0o777).toBe(0o600)
  const grace = await runAccount(['create', 'grace@example.org'], environment)
  expect([grace.status, grace.stderr]).toEqual([0, ''])
  expect(grace.stdout).toContain(`${first.url}/reset-password/${grace.token}\n`)

  await first.kill()
  expect((await stat(socket)).isSocket()).toBe(true)
  expect((await runAccount(['reset', 'grace@example.org'], environment)).status).toBe(0)

  await using second = await startSite({ directory })
  expect((await stat(socket)).mode & 0o777).toBe(0o600)
  expect((await runAccount(['reset', 'grace@example.org'], environment)).stderr).toBe('')
  // An idle connection to the socket does not delay shutdown.
  const silent = createConnection(socket)
  silent.on('error', () => {})
  await once(silent, 'connect')
  expect(await second.stop()).toBe(0)
  await expect(stat(socket)).rejects.toThrow('ENOENT')

  const reconciled = await runProgram(['reconcile'], environment)
  expect([reconciled.status, reconciled.stderr]).toEqual([0, ''])
  expect(reconciled.stdout).toContain('Everything matches. There’s nothing to check.')
})

/** Runs a command that prints a link, and reads the token from it. */
async function runAccount(args: string[], environment: Record<string, string> = {}) {
  const result = await runProgram(['account', ...args], { LOG_LEVEL: 'info', ...environment })
  return { ...result, token: /\/reset-password\/([\w-]{43})\n$/.exec(result.stdout)?.[1] ?? '' }
}
