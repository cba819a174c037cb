import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { makeDice } from '../support/dice.ts'
import { startAppWithRoutes } from '../support/endpoints.ts'
import { makeKnown } from '../support/fuzz/known.ts'
import { findBase } from '../support/injection/find-base.ts'
import { inputNames, type OpenApi, type Route } from '../support/injection/list-routes.ts'
import { controlRoutes, openControl } from '../support/injection/open-control.ts'
import { type Base, openFront } from '../support/injection/open-front.ts'
import { listAllRoutes } from '../support/injection/other-inputs.ts'
import { tryRoutes } from '../support/injection/try-routes.ts'
import { trySite } from '../support/injection/try-site.ts'
import { noteFigure } from '../support/note-figure.ts'
import { isLongProof } from '../support/proof-size.ts'

// SECURITY S9: sqlmap of level 3 on every parameter.

const image = inject('databaseImage')
if (!('server' in image))
  throw new Error('A site in a process of its own needs a database server: npm run test:postgres')
const { server, template } = image

test('where SQL is put together of what is sent, sqlmap finds it in each place', {
  timeout: 180_000,
}, async () => {
  const name = `${template}_${randomUUID().slice(0, 8)}`
  await runOnServer(server, `create database ${name} template ${template}`)
  onTestFinished(() => runOnServer(server, `drop database ${name} with (force)`))
  const control = await openControl(databaseAddress(server, name))
  onTestFinished(control.close)
  const nobody = async () => {}
  const front = await openFront({ siteUrl: control.url, tokenOf: () => undefined, mend: nobody, forgetLimits: nobody })
  onTestFinished(front.close)
  // What tells nothing is found by how long it takes.
  const told = controlRoutes.filter(({ path }) => isLongProof || path !== '/silent')
  const finding = { dice: makeDice(1), known: makeKnown(), ask: front.ask }
  const routes: { route: Route; base: Base }[] = []
  for (const route of told) routes.push({ route, base: await findBase(finding, route) })

  const { sound, injectable, problems } = await tryRoutes(front, routes, { atOnce: 4, secondsOfSleep: 1 })

  const safe = ['GET /values: query search']
  expect([sound, problems]).toEqual([safe, []])
  expect(injectable.toSorted()).toEqual(
    inputNames(told)
      .filter((input) => !safe.includes(input))
      .toSorted(),
  )
  expect(front.seen.failures.length).toBeGreaterThan(0)
})

/** What people search, page through and log in with. */
const usual = new Set([
  'GET /api/admin/members: query search',
  'GET /api/admin/members: within query cursor',
  'GET /api/admin/purchases: query search',
  'GET /api/admin/purchases: query status',
  'GET /api/admin/mails: query recipient',
  'POST /api/auth/login: body email',
  'POST /api/auth/login: cookie device',
])

type Part = [name: string, isTried: (name: string, route: Route) => boolean]

const isReading = ({ method }: Route) => method === 'GET'
const short: Part[] = [['what people search and log in with', (name) => usual.has(name)]]
const long: Part[] = [
  ['what administrators ask', (_, route) => route.access === 'administrator' && isReading(route)],
  ['what members send', (_, { access }) => access === 'member'],
  ['what anybody may send', (_, { access }) => access === 'public'],
  ['what consultants send', (_, { access }) => access === 'consultant'],
  ['what administrators change', (_, route) => route.access === 'administrator' && !isReading(route)],
]

test('the parts of the long form are whatever can be sent, each in one of them', async () => {
  const { app, endpoints } = await startAppWithRoutes()
  onTestFinished(app.close)
  const description = app.app.swagger() as OpenApi
  const routes = listAllRoutes(description, endpoints)
  const takenBy = (route: Route) => long.filter(([, isTried]) => isTried('', route)).length
  const listed = new Set(routes.flatMap((route) => inputNames([route]).map((name) => lastPartOf(name))))

  expect(routes.filter((route) => takenBy(route) !== 1)).toEqual([])
  expect(namesIn(description).filter((name) => !listed.has(name))).toEqual([])
})

/** Read in another way than the list of inputs is made: a field that the list passes over stands here. */
function namesIn({ paths }: OpenApi): string[] {
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

/** Of fields that have no fields themselves. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) =>
    key === 'properties'
      ? Object.entries(inner as object).flatMap(([name, field]) => {
          const within = fieldNames(field)
          return within.length > 0 ? within : [name]
        })
      : fieldNames(inner),
  )
}

function lastPartOf(name: string): string {
  const [route, field] = name.split(' body ')
  return field ? `${route} body ${field.split('.').findLast((part) => part !== '0')}` : name
}

test.each(isLongProof ? long : short)(
  'sqlmap finds no way into the SQL of the site by %s',
  {
    timeout: isLongProof ? 7_200_000 : 240_000,
  },
  async (part, isTried) => {
    const startedAt = performance.now()
    const { sound, injectable, problems, failures, answers, wanted, routes, succeeded, requests } = await trySite({
      server,
      isTried,
      isWellRead: isLongProof,
      secondsOfSleep: isLongProof ? 5 : 2,
    })
    const minutes = Math.round((performance.now() - startedAt) / 60_000)
    noteFigure(
      'S9',
      `${part}: sqlmap of level 3 on ${sound.length + injectable.length} of ${wanted.length} parameters of ${routes} routes (${succeeded} of them answered with success), ${requests} requests, answers by status ${JSON.stringify(answers)}, ${minutes} minutes: ${injectable.length} injectable, ${failures.length} × 5xx`,
      '0 injectable, 0 × 5xx',
    )
    expect(injectable).toEqual([])
    expect(failures.slice(0, 20)).toEqual([])
    expect(problems).toEqual([])
    expect(sound.toSorted()).toEqual(wanted.toSorted())
    // Whoever is told to wait was not tried.
    expect(answers[429] ?? 0).toBe(0)
  },
)
