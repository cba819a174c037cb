import { onTestFinished } from 'vitest'
import { databaseAddress } from '../app/database-image.ts'
import { startAppWithRoutes } from '../app/endpoints.ts'
import { server } from '../app/server-database.ts'
import type { TestApp } from '../app/start-app.ts'
import { collectKnownValues } from '../fuzz/known-values.ts'
import { openWorld } from '../fuzz/open-world.ts'
import { incomingEmailSettings } from '../given/incoming-emails.ts'
import { createRandom } from '../proof/random.ts'
import { startSite } from '../site/start-site.ts'
import { findBaseRequest } from './find-base-request.ts'
import { inputNames, type Route, readDescription } from './list-routes.ts'
import { type BaseRequest, openSqlmapProxy } from './open-sqlmap-proxy.ts'
import { listAllRoutes } from './other-inputs.ts'
import { type Findings, tryRoutes } from './try-routes.ts'

/** Base requests are found for this many routes at a time. More would use up data that later routes need. */
const TOGETHER = 12

/** Only two, because a machine with two cores also runs the site, its database and the test. */
const AT_ONCE = 2

type TestOptions = {
  isIncluded: (name: string, route: Route) => boolean
  /** Whether to send a request to every GET route first, to learn values for later requests. */
  readsFirst: boolean
  secondsOfSleep: number
}

/** Runs sqlmap against a site in a separate process, with people who have used every feature. */
export async function trySite({ isIncluded, readsFirst, secondsOfSleep }: TestOptions) {
  const { app, endpoints } = await startAppWithRoutes()
  onTestFinished(app.close)
  const known = collectKnownValues()
  const world = await openWorld(app, known)
  known.learn(await app.rows('select id as "packageId" from package'))
  known.learn(await app.rows("select email from account where role = 'member'"))
  const site = await startSite({ environment: await environmentFor(app) })
  onTestFinished(site[Symbol.asyncDispose])
  const proxy = await openSqlmapProxy({
    siteUrl: site.url,
    findToken: (access) => (access === 'public' ? undefined : world.findToken(access)),
    restoreAccount: serialise(world.restoreAccount),
    clearRateLimits: () => app.rows('delete from rate_limit'),
  })
  onTestFinished(proxy.close)
  await world.refresh()
  const description = await readDescription(site.url, [
    undefined,
    world.findToken('consultant'),
    world.findToken('administrator'),
  ])
  const listInputNames = (route: Route) => inputNames([route]).filter((name) => isIncluded(name, route))
  const routes = listAllRoutes(description, endpoints)
  const chosenRoutes = routes.filter((route) => listInputNames(route).length > 0).toSorted(byDestructiveness)
  const search = { dice: createRandom(1), known, sendRequest: proxy.ask }
  if (readsFirst)
    for (const route of routes.filter(({ method }) => method === 'GET')) await findBaseRequest(search, route)
  const findings: Findings = { sound: [], injectable: [], problems: [] }

  for (let from = 0; from < chosenRoutes.length; from += TOGETHER) {
    const batch = chosenRoutes.slice(from, from + TOGETHER)
    // Write requests use up test data, so the next routes need fresh users.
    if (from > 0 && batch.some(({ method }) => method !== 'GET')) await world.renew()
    await world.refresh()
    const targets: { route: Route; base: BaseRequest }[] = []
    for (const route of batch) targets.push({ route, base: await findBaseRequest(search, route) })
    const batchFindings = await tryRoutes(proxy, targets, { atOnce: AT_ONCE, isIncluded, secondsOfSleep })
    for (const kind of ['sound', 'injectable', 'problems'] as const) findings[kind].push(...batchFindings[kind])
  }
  return {
    ...findings,
    ...proxy.seen,
    wanted: chosenRoutes.flatMap(listInputNames),
    routes: chosenRoutes.length,
    succeeded: chosenRoutes.filter((route) => proxy.succeeded.has(route)).length,
  }
}

async function environmentFor(app: TestApp): Promise<Record<string, string>> {
  const [{ name }] = await app.rows('select current_database() as name')
  return {
    DATABASE_URL: databaseAddress(server, name),
    // Allows each request to come from a different address.
    TRUST_PROXY: 'loopback',
    SANDBOX_URL: app.sandbox.url,
    STRIPE_SECRET_KEY: app.keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: app.keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: app.keys.webhookSecret,
    ...incomingEmailSettings,
  }
}

/**
 * Runs calls one after another, because if a person logged in twice at once, each login would end the other's session.
 */
function serialise(work: (caller: string) => Promise<void>): (caller: string) => Promise<void> {
  let last = Promise.resolve()
  return (caller) => {
    last = last.then(() => work(caller))
    return last
  }
}

/** Sorts routes that read to the front, and routes that delete to the end. */
function byDestructiveness(first: Route, second: Route): number {
  const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
  return order.indexOf(first.method) - order.indexOf(second.method)
}
