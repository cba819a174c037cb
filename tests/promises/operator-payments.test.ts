import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { startSite } from '../support/start-site.ts'

/** A command of the operator as npm runs it. */
async function run(program: string, environment: Record<string, string>) {
  const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `src/app/server/${program}.ts`], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  running.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  running.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [status] = await once(running, 'close')
  return { status, ...output }
}

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_smoke',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_smoke',
  STRIPE_WEBHOOK_SECRET: 'whsec_smoke',
}

test('the operator reconciles through the running site, and without it', { timeout: 180_000 }, async () => {
  const site = await startSite()
  onTestFinished(() => site[Symbol.asyncDispose]())
  const environment = { DATA_DIR: site.data, PORT: new URL(site.url).port, SANDBOX_PORT: new URL(site.sandboxUrl).port }

  const running = await run('reconcile', environment)
  expect(await site.stop()).toBe(0)
  const alone = await run('reconcile', environment)

  for (const { status, stdout, stderr } of [running, alone]) {
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Open purchases looked at: 0. Completed: 0. Cancelled: 0. Failed: 0.')
    expect(stdout).toContain('Nothing needs a look: the books agree.')
  }
})

test('the check of the provider goes through every step with test keys and cleans up', async () => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = keys
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', secretKey, publishableKey })
  onTestFinished(() => sandbox.close())

  const { status, stdout, stderr } = await run('stripe-smoke', { ...keys, SANDBOX_URL: sandbox.url })

  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/A payment of £118\.80 by the test card succeeded: pi_/)
  expect(stdout).toMatch(/It was given back whole: re_/)
  expect(stdout).toContain('The subscription of the check was ended.')
  expect(stdout).toMatch(/Everything that the site asks of the provider works\.\n$/)
  expect(stdout).not.toContain(secretKey)
})

test('the check refuses live keys and none, and says which step failed', async () => {
  const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_any', STRIPE_PUBLISHABLE_KEY: 'pk_live_any' }
  const refused = await run('stripe-smoke', { ...live, EMBEDDED_DATABASE: 'allow' })
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'These are live keys: the check would charge a card. Set test keys for it.\n',
  ])
  const none = await run('stripe-smoke', {})
  expect([none.status, none.stderr]).toMatchObject([1, expect.stringContaining('Set the three test keys')])
})
