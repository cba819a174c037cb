import { onTestFinished } from 'vitest'
import { databaseAddress } from '../app/database-image.ts'
import { startAppWithRoutes } from '../app/endpoints.ts'
import { server } from '../app/server-database.ts'
import type { TestApp } from '../app/start-app.ts'
import { collectKnownValues } from '../fuzz/known-values.ts'
import { openWorld } from '../fuzz/open-world.ts'
import { createRandom } from '../proof/random.ts'
import { startSite } from '../site/start-site.ts'
import { findBaseRequest } from './find-base-request.ts'
import { inputNames, type Route, readDescription } from './list-routes.ts'
import { type BaseRequest, openSqlmapProxy } from './open-sqlmap-proxy.ts'
import { incomingEmail, listAllRoutes } from './other-inputs.ts'
import { type Tried, tryRoutes } from './try-routes.ts'

/** Base requests are found for this many routes together. More would use up data that later routes need. */
const TOGETHER = 12

/** Two at a time, because a machine with two cores also runs the site, its database and the test. */
const AT_ONCE = 2

type Trying = {
  isTried: (name: string, route: Route) => boolean
  /** First sends a request to every GET route, to learn values for later requests. */
  isWellRead: boolean
  secondsOfSleep: number
}

/** Runs sqlmap against the site in a separate process, with people who have used every feature. */
export async function trySite({ isTried, isWellRead, secondsOfSleep }: Trying) {
  const { app, endpoints } = await startAppWithRoutes()
  onTestFinished(app.close)
  const known = collectKnownValues()
  const world = await openWorld(app, known)
  known.learn(await app.rows('select id as "packageId" from package'))
  known.learn(await app.rows("select email from account where role = 'member'"))
  const site = await startSite({ environment: await environmentFor(app) })
  onTestFinished(site[Symbol.asyncDispose])
  const front = await openSqlmapProxy({
    siteUrl: site.url,
    tokenOf: (access) => (access === 'public' ? undefined : world.tokenOf(access)),
    mend: oneAfterTheOther(world.mend),
    forgetLimits: () => app.rows('delete from rate_limit'),
  })
  onTestFinished(front.close)
  await world.refresh()
  const description = await readDescription(site.url, [
    undefined,
    world.tokenOf('consultant'),
    world.tokenOf('administrator'),
  ])
  const wantedOf = (route: Route) => inputNames([route]).filter((name) => isTried(name, route))
  const routes = listAllRoutes(description, endpoints)
  const chosen = routes.filter((route) => wantedOf(route).length > 0).toSorted(byHarm)
  const finding = { dice: createRandom(1), known, ask: front.ask }
  if (isWellRead)
    for (const route of routes.filter(({ method }) => method === 'GET')) await findBaseRequest(finding, route)
  const all: Tried = { sound: [], injectable: [], problems: [] }

  for (let from = 0; from < chosen.length; from += TOGETHER) {
    const some = chosen.slice(from, from + TOGETHER)
    // Writing requests use up data, so the next routes need new people.
    if (from > 0 && some.some(({ method }) => method !== 'GET')) await world.renew()
    await world.refresh()
    const based: { route: Route; base: BaseRequest }[] = []
    for (const route of some) based.push({ route, base: await findBaseRequest(finding, route) })
    const tried = await tryRoutes(front, based, { atOnce: AT_ONCE, isTried, secondsOfSleep })
    for (const kind of ['sound', 'injectable', 'problems'] as const) all[kind].push(...tried[kind])
  }
  return {
    ...all,
    ...front.seen,
    wanted: chosen.flatMap(wantedOf),
    routes: chosen.length,
    succeeded: chosen.filter((route) => front.succeeded.has(route)).length,
  }
}

async function environmentFor(app: TestApp): Promise<Record<string, string>> {
  const [{ name }] = await app.rows('select current_database() as name')
  return {
    DATABASE_URL: databaseAddress(server, name),
    // Lets each request come from a different address.
    TRUST_PROXY: 'loopback',
    SANDBOX_URL: app.sandbox.url,
    STRIPE_SECRET_KEY: app.keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: app.keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: app.keys.webhookSecret,
    INCOMING_EMAIL_ADDRESS: incomingEmail.address,
    INCOMING_EMAIL_SECRET: incomingEmail.secret,
  }
}

/** Runs calls one by one, because two concurrent logins of one person would end each other's session. */
function oneAfterTheOther(work: (who: string) => Promise<void>): (who: string) => Promise<void> {
  let last = Promise.resolve()
  return (who) => {
    last = last.then(() => work(who))
    return last
  }
}

/** Reading routes first, deleting ones last. */
function byHarm(one: Route, other: Route): number {
  const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
  return order.indexOf(one.method) - order.indexOf(other.method)
}
