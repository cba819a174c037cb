import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { inParallel } from '../tests/support/in-parallel.ts'
import { payAsBrowser } from '../tests/support/pay-as-browser.ts'
import { freePort, startSite } from '../tests/support/start-site.ts'
import { logIn, makeMembers } from './measure-logins.ts'

const CHECKOUTS = 600
const AT_ONCE = 16
const keys = { secretKey: 'sk_test_bench', publishableKey: 'pk_test_bench', webhookSecret: 'whsec_bench' }

/**
 * Checkouts a second through the whole path, the provider's program beside the site: start, payment with a test card,
 * confirmation, and the webhooks that come meanwhile.
 * @returns rate a second, and the time of one in milliseconds that 99 of 100 keep
 */
export async function measureCheckouts(databaseUrl: string): Promise<{ rate: number; p99: number }> {
  const database = await openDatabase({ url: databaseUrl })
  const port = await freePort()
  const sandbox = await startProvider(port)
  const site = await startSite({
    port,
    environment: {
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'loopback',
      SANDBOX_URL: sandbox.url,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    },
  })
  try {
    const emails = await makeMembers(database, CHECKOUTS, 'checkouts.example')
    const tokens = await inParallel(emails, AT_ONCE, (email) => logIn(site.url, email))
    const order = await readOrder(site.url)
    const times: number[] = []
    const start = performance.now()
    await inParallel(tokens, AT_ONCE, async (token) => {
      const startedAt = performance.now()
      await buy(site.url, sandbox.url, token, order)
      times.push(performance.now() - startedAt)
    })
    const seconds = (performance.now() - start) / 1_000
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
    return { rate: CHECKOUTS / seconds, p99 }
  } finally {
    await site.stop()
    sandbox.stop()
    await database.close()
  }
}

async function buy(siteUrl: string, sandboxUrl: string, token: string, order: object) {
  const post = async (path: string, body?: object) => {
    const response = await fetch(siteUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${answer.code}`)
    return answer.data
  }
  const { purchase, clientSecret } = await post('/api/purchases', order)
  await payAsBrowser(sandboxUrl, keys.publishableKey, clientSecret, 'tok_visa')
  const { status } = await post(`/api/purchases/${purchase.id}/confirmation`)
  if (status !== 'completed') throw new Error(`A paid purchase is ${status}`)
}

async function readOrder(siteUrl: string) {
  const { data } = await (await fetch(`${siteUrl}/api/quotes/uk/my-future-basic`)).json()
  return {
    packageId: data.package.id,
    packageVersion: data.package.version,
    market: 'uk',
    expectedTotal: data.price.total,
    consents: { version: data.consents.version, startNow: true, acknowledgeLoss: true },
    isUnder18: false,
  }
}

async function startProvider(sitePort: number) {
  const port = await freePort()
  const provider = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/sandbox/main.ts'], {
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_FILE: ':memory:',
      SANDBOX_SECRET_KEY: keys.secretKey,
      SANDBOX_PUBLISHABLE_KEY: keys.publishableKey,
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/api/webhooks/stripe`,
      SANDBOX_WEBHOOK_SECRET: keys.webhookSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(provider.stdout, 'data')
  return { url: `http://127.0.0.1:${port}`, stop: () => provider.kill() }
}
