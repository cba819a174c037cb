import { openDatabase } from '#platform/server/db/open-database.ts'
import { inParallel } from '#tests/support/app/in-parallel.ts'
import { insertMembers } from '#tests/support/given/members.ts'
import { payAsBrowser } from '#tests/support/site/pay-as-browser.ts'
import { providerKeys, startProvider } from '#tests/support/site/start-provider.ts'
import { freePort, startSite } from '#tests/support/site/start-site.ts'
import { logIn } from './logins.ts'
import { measureRate, summariseDurations } from './measurement.ts'

const CHECKOUTS = 600
const CONCURRENCY = 16

/**
 * Complete checkouts with the sandbox: start, payment with a test card, confirmation and the webhooks between them.
 * @returns checkouts per second, and a checkout's 99th percentile in milliseconds
 */
export async function measureCheckouts(databaseUrl: string): Promise<{ rate: number; p99: number }> {
  const database = await openDatabase({ url: databaseUrl })
  const port = await freePort()
  const sandbox = await startProvider(`http://127.0.0.1:${port}`)
  const site = await startSite({
    port,
    environment: {
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'loopback',
      ...sandbox.environment,
    },
  })
  try {
    const emails = await insertMembers(database, CHECKOUTS, 'checkouts.example')
    const tokens = await inParallel(emails, CONCURRENCY, (email) => logIn(site.url, email))
    const order = await readOrder(site.url)
    const times: number[] = []
    const rate = await measureRate(tokens, CONCURRENCY, async (token) => {
      const startedAt = performance.now()
      await buy(site.url, sandbox.url, token, order)
      times.push(performance.now() - startedAt)
    })
    return { rate, p99: summariseDurations(times).p99 }
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
  await payAsBrowser(sandboxUrl, providerKeys.publishableKey, clientSecret, 'tok_visa')
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
