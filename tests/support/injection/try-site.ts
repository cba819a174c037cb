import { onTestFinished } from 'vitest'
import { databaseAddress } from '../database-image.ts'
import { makeDice } from '../dice.ts'
import { startAppWithRoutes } from '../endpoints.ts'
import { makeKnown } from '../fuzz/known.ts'
import { openWorld } from '../fuzz/open-world.ts'
import type { TestApp } from '../start-app.ts'
import { startSite } from '../start-site.ts'
import { findBase } from './find-base.ts'
import { inputNames, type OpenApi, type Route } from './list-routes.ts'
import { type Base, openFront } from './open-front.ts'
import { incomingMail, listAllRoutes } from './other-inputs.ts'
import { type Tried, tryRoutes } from './try-routes.ts'

/** So many routes have their requests sought together: what one of them uses up, the next ones miss. */
const TOGETHER = 12

/** Two at once: a machine of two cores has the site, its database and us to carry as well. */
const AT_ONCE = 2

type Trying = {
  server: string
  isTried: (name: string, route: Route) => boolean
  /** Reads all there is beforehand: what answers tell is what requests are made of. */
  isWellRead: boolean
  secondsOfSleep: number
}

/** The site in a process of its own, with people who have used everything there is, and sqlmap before it. */
export async function trySite({ server, isTried, isWellRead, secondsOfSleep }: Trying) {
  const { app, endpoints } = await startAppWithRoutes()
  onTestFinished(app.close)
  const known = makeKnown()
  const world = await openWorld(app, known)
  known.learn(await app.rows('select id as "packageId" from package'))
  known.learn(await app.rows("select email from account where role = 'member'"))
  const site = await startSite({ environment: await environmentFor(app, server) })
  onTestFinished(site[Symbol.asyncDispose])
  const front = await openFront({
    siteUrl: site.url,
    tokenOf: (access) => (access === 'public' ? undefined : world.tokenOf(access)),
    mend: oneAfterTheOther(world.mend),
    forgetLimits: () => app.rows('delete from attempt_limit'),
  })
  onTestFinished(front.close)
  const description = (await (await fetch(`${site.url}/api/openapi.json`)).json()) as OpenApi
  const wantedOf = (route: Route) => inputNames([route]).filter((name) => isTried(name, route))
  const routes = listAllRoutes(description, endpoints)
  const chosen = routes.filter((route) => wantedOf(route).length > 0).toSorted(byHarm)
  const finding = { dice: makeDice(1), known, ask: front.ask }
  await world.refresh()
  if (isWellRead) for (const route of routes.filter(({ method }) => method === 'GET')) await findBase(finding, route)
  const all: Tried = { sound: [], injectable: [], problems: [] }

  for (let from = 0; from < chosen.length; from += TOGETHER) {
    const some = chosen.slice(from, from + TOGETHER)
    // Others, for whom nothing is used up yet: writing takes away what the next ones need.
    if (from > 0 && some.some(({ method }) => method !== 'GET')) await world.renew()
    await world.refresh()
    const based: { route: Route; base: Base }[] = []
    for (const route of some) based.push({ route, base: await findBase(finding, route) })
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

async function environmentFor(app: TestApp, server: string): Promise<Record<string, string>> {
  const [{ name }] = await app.rows('select current_database() as name')
  return {
    DATABASE_URL: databaseAddress(server, name),
    // So that each request may come from an address of its own.
    TRUST_PROXY: 'loopback',
    SANDBOX_URL: app.sandbox.url,
    STRIPE_SECRET_KEY: app.keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: app.keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: app.keys.webhookSecret,
    INCOMING_MAIL_ADDRESS: incomingMail.address,
    INCOMING_MAIL_SECRET: incomingMail.secret,
  }
}

/** Two who come back at the same time would each end the session of the other. */
function oneAfterTheOther(work: (who: string) => Promise<void>): (who: string) => Promise<void> {
  let last = Promise.resolve()
  return (who) => {
    last = last.then(() => work(who))
    return last
  }
}

/** First who reads, last who takes away. */
function byHarm(one: Route, other: Route): number {
  const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
  return order.indexOf(one.method) - order.indexOf(other.method)
}
