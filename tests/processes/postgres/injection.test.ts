import { expect, onTestFinished, test } from 'vitest'
import { startAppWithRoutes } from '../../support/app/endpoints.ts'
import { makeDatabase } from '../../support/app/server-database.ts'
import { collectKnownValues } from '../../support/fuzz/known-values.ts'
import { findBaseRequest } from '../../support/injection/find-base-request.ts'
import { inputNames, type OpenApi, type Route } from '../../support/injection/list-routes.ts'
import { injectableRoutes, openInjectableServer } from '../../support/injection/open-injectable-server.ts'
import { type BaseRequest, openSqlmapProxy } from '../../support/injection/open-sqlmap-proxy.ts'
import { listAllRoutes } from '../../support/injection/other-inputs.ts'
import { tryRoutes } from '../../support/injection/try-routes.ts'
import { trySite } from '../../support/injection/try-site.ts'
import { createRandom } from '../../support/proof/random.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest } from '../../support/proof/stress-test-size.ts'

// S9 in docs/promises.md: sqlmap at level 3 on every parameter.

test('sqlmap finds each injectable parameter of a vulnerable server', async () => {
  const { url, drop } = await makeDatabase({ isEmpty: true })
  onTestFinished(drop)
  const vulnerableServer = await openInjectableServer(url)
  onTestFinished(vulnerableServer.close)
  const doNothing = async () => {}
  const proxy = await openSqlmapProxy({
    siteUrl: vulnerableServer.url,
    findToken: () => undefined,
    restoreAccount: doNothing,
    clearRateLimits: doNothing,
  })
  onTestFinished(proxy.close)
  // The injection in /silent can be found only by timing, which is slow.
  const testedRoutes = injectableRoutes.filter(({ path }) => isStressTest || path !== '/silent')
  const search = { dice: createRandom(1), known: collectKnownValues(), sendRequest: proxy.ask }
  const routes: { route: Route; base: BaseRequest }[] = []
  for (const route of testedRoutes) routes.push({ route, base: await findBaseRequest(search, route) })

  const { sound, injectable, problems } = await tryRoutes(proxy, routes, { atOnce: 4, secondsOfSleep: 1 })

  const safe = ['GET /values: query search']
  expect([sound, problems]).toEqual([safe, []])
  expect(injectable.toSorted()).toEqual(
    inputNames(testedRoutes)
      .filter((input) => !safe.includes(input))
      .toSorted(),
  )
  expect(proxy.seen.failures.length).toBeGreaterThan(0)
})

/** The parameters of search, paging and login. */
const frequentInputs = new Set([
  'GET /api/admin/members: query search',
  'GET /api/admin/members: within query cursor',
  'GET /api/admin/purchases: query search',
  'GET /api/admin/purchases: query status',
  'GET /api/admin/emails: query recipient',
  'POST /api/auth/login: body email',
  'POST /api/auth/login: cookie device',
])

type InputGroup = [name: string, isIncluded: (name: string, route: Route) => boolean]

const isReading = ({ method }: Route) => method === 'GET'
const shortRun: InputGroup[] = [['search and login', (name) => frequentInputs.has(name)]]
const longRun: InputGroup[] = [
  ['routes that administrators read', (_, route) => route.access === 'administrator' && isReading(route)],
  ['routes of members', (_, { access }) => access === 'member'],
  ['public routes', (_, { access }) => access === 'public'],
  ['routes of consultants', (_, { access }) => access === 'consultant'],
  ['routes that administrators write', (_, route) => route.access === 'administrator' && !isReading(route)],
]

test('each input belongs to exactly one part of the long run', async () => {
  const { app, endpoints } = await startAppWithRoutes()
  onTestFinished(app.close)
  const description = app.app.swagger() as OpenApi
  const routes = listAllRoutes(description, endpoints)
  const countGroups = (route: Route) => longRun.filter(([, isIncluded]) => isIncluded('', route)).length
  const listed = new Set(routes.flatMap((route) => inputNames([route]).map((name) => toShortName(name))))

  expect(routes.filter((route) => countGroups(route) !== 1)).toEqual([])
  expect(listInputNames(description).filter((name) => !listed.has(name))).toEqual([])
})

/** Parses the API description differently from the list of inputs, so that a field missing there appears here. */
function listInputNames({ paths }: OpenApi): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}:`
      return [
        ...parameters.map(({ in: place, name }) => `${route} ${place} ${name}`),
        ...fieldNames(requestBody).map((name) => `${route} body ${name}`),
      ]
    }),
  )
}

/** The names of the fields that contain no other fields. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) =>
    key === 'properties'
      ? Object.entries(inner as object).flatMap(([name, field]) => {
          const leafFields = fieldNames(field)
          return leafFields.length > 0 ? leafFields : [name]
        })
      : fieldNames(inner),
  )
}

function toShortName(name: string): string {
  const [route, field] = name.split(' body ')
  return field ? `${route} body ${field.split('.').findLast((group) => group !== '0')}` : name
}

test.each(isStressTest ? longRun : shortRun)('sqlmap finds no SQL injection in %s', async (group, isIncluded) => {
  const startedAt = performance.now()
  const { sound, injectable, problems, failures, answers, wanted, routes, succeeded, requests } = await trySite({
    isIncluded,
    readsFirst: isStressTest,
    secondsOfSleep: isStressTest ? 5 : 2,
  })
  const minutes = Math.round((performance.now() - startedAt) / 60_000)
  recordMeasurement(
    'S9',
    `${group}: sqlmap at level 3 on ${sound.length + injectable.length} of ${wanted.length} parameters of ${routes} routes (${succeeded} of them answered with success), ${requests} requests, answers by status ${JSON.stringify(answers)}, ${minutes} minutes: ${injectable.length} injectable, ${failures.length} × 5xx`,
    '0 injectable, 0 × 5xx',
  )
  expect(injectable).toEqual([])
  expect(failures.slice(0, 20)).toEqual([])
  expect(problems).toEqual([])
  expect(sound.toSorted()).toEqual(wanted.toSorted())
  // If a rate limit had refused a request, its parameter would not have been tested.
  expect(answers[429] ?? 0).toBe(0)
})
