import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest, InjectOptions } from 'fastify'
import { nameOf, startAppWithRoutes } from '../app/endpoints.ts'
import { createRandom } from '../proof/random.ts'
import { isStressTest } from '../proof/stress-test-size.ts'
import { findLeaks, readInnerNames } from './find-leaks.ts'
import { collectKnownValues } from './known-values.ts'
import { type FuzzRequest, makeRequest, type Target } from './make-request.ts'
import { openWorld, type World } from './open-world.ts'

type Asked = { index: number; who: string; request: FuzzRequest; target: Target }
type Answer = { status: number; type: string; text: string; milliseconds: number }
type Outcome = {
  problems: string[]
  answers: Record<number, number>
  routes: number
  reached: Set<string>
  slowest: number
}

/** The longest answer allowed (SECURITY S9), on an otherwise idle machine. */
const HANG_MS = 6_000
/** After this many requests, accounts are restored, rate limits cleared, jobs run and ids read again. */
const ROUND = 250
/** After this many requests, new members replace the old ones. */
const WORLD = 5_000

/**
 * Sends random requests from a seed to every route. Each problem in the result contains what is needed to repeat its
 * request.
 */
export async function fuzzSite({ seed, requests, atOnce }: { seed: number; requests: number; atOnce: number }) {
  const known = collectKnownValues()
  const keep = ({ params, query, body, routeOptions }: FastifyRequest, status: number) => {
    const { endpoint } = routeOptions.config ?? {}
    if (endpoint && status === 200) known.keep(nameOf(endpoint), { params, query, body })
  }
  const { app, endpoints, routes } = await startAppWithRoutes({ logLevel: 'error' }, keep)
  const targets: Target[] = [
    ...endpoints,
    ...routes.flatMap(({ config, method, url }) =>
      config?.endpoint
        ? []
        : [{ method: ([method].flat()[0] ?? 'GET') as 'GET', path: url as '/api/', access: 'public' as const }],
    ),
  ]
  const inner = await readInnerNames(app)
  const world = await openWorld(app, known)
  const outcome: Outcome = { problems: [], answers: {}, routes: targets.length, reached: new Set(), slowest: 0 }

  const send = async ({ request, target, who }: Asked): Promise<Answer> => {
    const token = world.tokenOf(who)
    const startedAt = performance.now()
    const response = await app.app.inject({
      ...request,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
      remoteAddress: world.addressOf(startedAt),
      payloadAsStream: target.events !== undefined,
    } as InjectOptions)
    const text = target.events ? await firstOf(response.stream()) : response.payload
    const milliseconds = performance.now() - startedAt
    return { status: response.statusCode, type: `${response.headers['content-type']}`, text, milliseconds }
  }

  const ask = async (index: number) => {
    const dice = createRandom(seed * 1_000_003 + index)
    const target = dice.oneOf(...targets)
    const who = dice.isSo(0.85) ? world.whoMay(target, dice) : world.anybody(dice)
    const asked = { index, who, target, request: makeRequest({ dice, known }, target) }
    const answer = await send(asked).catch((error: unknown) => lost(error))
    outcome.answers[answer.status] = (outcome.answers[answer.status] ?? 0) + 1
    outcome.slowest = Math.max(outcome.slowest, answer.milliseconds)
    if (answer.status === 200 && answer.type.includes('json')) known.learn(parsed(answer.text)?.data)
    if (answer.status < 400) outcome.reached.add(nameOf(target))
    if (answer.status === 401) await world.mend(who)
    const wrong = whatIsWrong(asked, answer, inner)
    if (wrong.length > 0) outcome.problems.push(tell(seed, asked, answer, wrong, app.logLines))
  }

  for (let from = 0; from < requests; from += ROUND) {
    if (from > 0 && from % WORLD === 0) await world.renew()
    await world.refresh()
    const last = Math.min(from + ROUND, requests)
    let next = from
    const worker = async () => {
      for (let index = next++; index < last; index = next++) await ask(index)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    outcome.problems.push(...(await workOff(app, seed, from)))
  }
  await app.close()
  return outcome
}

function whatIsWrong({ request }: Asked, { status, text, type, milliseconds }: Answer, inner: RegExp): string[] {
  const leaks = /json|text|csv|html/.test(type) ? findLeaks(text, inner, JSON.stringify(request)) : []
  return [
    ...(status >= 500 || status === 0 ? [`${status}`] : []),
    ...(isStressTest && milliseconds > HANG_MS ? [`took ${Math.round(milliseconds)} ms`] : []),
    ...leaks.map((leak) => `tells ${leak}`),
  ]
}

function tell(seed: number, { index, who, request }: Asked, { text }: Answer, wrong: string[], logLines: string[]) {
  const { payload, ...head } = request
  const sent = `${JSON.stringify(head).slice(0, 1_500)} ${JSON.stringify(payload?.toString())?.slice(0, 1_500) ?? ''}`
  const logged = logLines.splice(0).map((line) => causeIn(line))
  return `seed ${seed}, request ${index}, ${who}: ${wrong.join(', ')}\n  ${sent}\n  ${text.slice(0, 300)}\n  ${logged.join('\n  ')}`
}

function causeIn(line: string): string {
  const { err, req, error, msg } = parsed(line) ?? {}
  return JSON.stringify({ msg, req, error, message: err?.message, at: err?.stack?.split('\n').slice(1, 8) })
}

/** Jobs that the requests queued must run without errors too. */
async function workOff(app: World['app'], seed: number, from: number): Promise<string[]> {
  app.logLines.splice(0)
  await app.settle()
  app.mails.splice(0)
  return app.logLines.splice(0).map((line) => `seed ${seed}, after request ${from}: a job failed\n  ${causeIn(line)}`)
}

async function firstOf(stream: AsyncIterable<Buffer>): Promise<string> {
  for await (const chunk of stream) return chunk.toString()
  return ''
}

type Said = { data?: unknown; msg?: string; req?: unknown; error?: unknown; err?: { message?: string; stack?: string } }

/** Parses an answer or a line of the log. */
function parsed(text: string): Said | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function lost(error: unknown): Promise<Answer> {
  await setImmediate()
  return { status: 0, type: 'text', text: String(error), milliseconds: 0 }
}
