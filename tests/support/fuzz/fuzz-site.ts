import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest, InjectOptions } from 'fastify'
import { endpointName, startAppWithRoutes } from '../app/endpoints.ts'
import { inParallel } from '../app/in-parallel.ts'
import { readFirstChunk } from '../app/test-client.ts'
import { createRandom } from '../proof/random.ts'
import { isStressTest } from '../proof/stress-test-size.ts'
import { findLeaks, readConstraintNames } from './find-leaks.ts'
import { collectKnownValues } from './known-values.ts'
import { type FuzzRequest, makeRequest, type Target } from './make-request.ts'
import { openWorld, type World } from './open-world.ts'

type SentRequest = { index: number; caller: string; request: FuzzRequest; target: Target }
type Answer = { status: number; type: string; text: string; milliseconds: number }
type Outcome = {
  problems: string[]
  answers: Record<number, number>
  routes: number
  reached: Set<string>
  slowest: number
}

/** The longest response time allowed (S9 in docs/promises.md), on an otherwise idle machine. */
const HANG_MS = 6_000
/** After each round of requests, accounts are restored, rate limits cleared, jobs run and ids read again. */
const REQUESTS_PER_ROUND = 250
/** After this many requests, new members replace the old ones. */
const REQUESTS_PER_WORLD = 5_000

/**
 * Sends requests to every route, chosen at random from a seed. Each problem in the result contains what is needed to
 * repeat its request.
 */
export async function fuzzSite({ seed, requests, atOnce }: { seed: number; requests: number; atOnce: number }) {
  const known = collectKnownValues()
  const keepExample = ({ params, query, body, routeOptions }: FastifyRequest, status: number) => {
    const { endpoint } = routeOptions.config ?? {}
    if (endpoint && status === 200) known.keep(endpointName(endpoint), { params, query, body })
  }
  const { app, endpoints, routes } = await startAppWithRoutes({ logLevel: 'error' }, keepExample)
  const targets: Target[] = [
    ...endpoints,
    ...routes.flatMap(({ config, method, url }) =>
      config?.endpoint
        ? []
        : [{ method: ([method].flat()[0] ?? 'GET') as 'GET', path: url as '/api/', access: 'public' as const }],
    ),
  ]
  const constraintNames = await readConstraintNames(app)
  const world = await openWorld(app, known)
  const outcome: Outcome = { problems: [], answers: {}, routes: targets.length, reached: new Set(), slowest: 0 }

  const send = async ({ request, target, caller }: SentRequest): Promise<Answer> => {
    const token = world.findToken(caller)
    const startedAt = performance.now()
    const response = await app.app.inject({
      ...request,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
      remoteAddress: world.toAddress(startedAt),
      payloadAsStream: target.events !== undefined,
    } as InjectOptions)
    const text = target.events ? await readFirstChunk(response.stream()) : response.payload
    const milliseconds = performance.now() - startedAt
    return { status: response.statusCode, type: `${response.headers['content-type']}`, text, milliseconds }
  }

  const sendRandom = async (index: number) => {
    const dice = createRandom(seed * 1_000_003 + index)
    const target = dice.oneOf(...targets)
    const caller = dice.isSo(0.85) ? world.pickPermitted(target, dice) : world.pickAnyCaller(dice)
    const sent = { index, caller, target, request: makeRequest({ dice, known }, target) }
    const answer = await send(sent).catch((error: unknown) => toFailedAnswer(error))
    outcome.answers[answer.status] = (outcome.answers[answer.status] ?? 0) + 1
    outcome.slowest = Math.max(outcome.slowest, answer.milliseconds)
    if (answer.status === 200 && answer.type.includes('json')) known.learn(parseJson(answer.text)?.data)
    if (answer.status < 400) outcome.reached.add(endpointName(target))
    if (answer.status === 401) await world.restoreAccount(caller)
    const faults = findFaults(sent, answer, constraintNames)
    if (faults.length > 0) outcome.problems.push(describeProblem(seed, sent, answer, faults, app.logLines))
  }

  for (let from = 0; from < requests; from += REQUESTS_PER_ROUND) {
    if (from > 0 && from % REQUESTS_PER_WORLD === 0) await world.renew()
    await world.refresh()
    const end = Math.min(from + REQUESTS_PER_ROUND, requests)
    const indexes = Array.from({ length: end - from }, (_, offset) => from + offset)
    await inParallel(indexes, atOnce, sendRandom)
    outcome.problems.push(...(await runQueuedJobs(app, seed, from)))
  }
  await app.close()
  return outcome
}

function findFaults(
  { request }: SentRequest,
  { status, text, type, milliseconds }: Answer,
  constraintNames: RegExp,
): string[] {
  const leaks = /json|text|csv|html/.test(type) ? findLeaks(text, constraintNames, JSON.stringify(request)) : []
  return [
    ...(status >= 500 || status === 0 ? [`${status}`] : []),
    ...(isStressTest && milliseconds > HANG_MS ? [`took ${Math.round(milliseconds)} ms`] : []),
    ...leaks.map((leak) => `tells ${leak}`),
  ]
}

function describeProblem(
  seed: number,
  { index, caller, request }: SentRequest,
  { text }: Answer,
  faults: string[],
  logLines: string[],
) {
  const { payload, ...head } = request
  const sent = `${JSON.stringify(head).slice(0, 1_500)} ${JSON.stringify(payload?.toString())?.slice(0, 1_500) ?? ''}`
  const logged = logLines.splice(0).map((line) => summariseLogLine(line))
  return `seed ${seed}, request ${index}, ${caller}: ${faults.join(', ')}\n  ${sent}\n  ${text.slice(0, 300)}\n  ${logged.join('\n  ')}`
}

function summariseLogLine(line: string): string {
  const { err, req, error, msg } = parseJson(line) ?? {}
  return JSON.stringify({ msg, req, error, message: err?.message, at: err?.stack?.split('\n').slice(1, 8) })
}

/** Runs the jobs that the requests have queued. They must not log errors either. */
async function runQueuedJobs(app: World['app'], seed: number, from: number): Promise<string[]> {
  app.logLines.splice(0)
  await app.settle()
  app.mails.splice(0)
  return app.logLines
    .splice(0)
    .map((line) => `seed ${seed}, after request ${from}: a job failed\n  ${summariseLogLine(line)}`)
}

type Parsed = {
  data?: unknown
  msg?: string
  req?: unknown
  error?: unknown
  err?: { message?: string; stack?: string }
}

/** Parses a response or a log line. */
function parseJson(text: string): Parsed | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function toFailedAnswer(error: unknown): Promise<Answer> {
  await setImmediate()
  return { status: 0, type: 'text', text: String(error), milliseconds: 0 }
}
