import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { faultModes } from '../http/faults.ts'
import { readBody } from '../http/receive-call.ts'
import { ApiError } from '../wire/api-error.ts'
import type { SandboxControl } from './control.ts'

const count = z.number().int().positive()

const fault = z.strictObject({
  mode: z.enum(faultModes),
  method: z.string().optional(),
  path: z.string().optional(),
  count: count.optional(),
  milliseconds: z.number().int().nonnegative().optional(),
})

const disturbance = z.strictObject({
  types: z.array(z.string()).optional(),
  hold: z.boolean().optional(),
  drop: z.boolean().optional(),
  delayMilliseconds: z.number().int().nonnegative().optional(),
  duplicates: count.max(100).optional(),
})

const release = z.strictObject({
  order: z.union([z.enum(['oldest-first', 'newest-first']), z.array(z.string())]).default('oldest-first'),
})

const bank = z.strictObject({ slow: z.boolean() })

const portion = z.number().int().nonnegative().optional()

const clockStep = z.strictObject({ days: portion, hours: portion, minutes: portion })

const redelivery = z.strictObject({ event: z.string() })

const failingRefund = z.strictObject({ refund: z.string() })

const decision = z.strictObject({ dispute: z.string(), verdict: z.enum(['won', 'lost']) })

interface ControlRequest {
  query: URLSearchParams
  body: unknown
}

type Route = (control: SandboxControl, asked: ControlRequest) => unknown

/** The routes `METHOD /_sandbox/…`, with JSON in both directions. The README describes them. */
const routes: Record<string, Route> = {
  'GET /_sandbox': (control) => ({
    exchanges: control.exchanges().length,
    faults: control.faults(),
    disturbances: control.disturbances(),
    isBankSlow: control.isBankSlow(),
    controls: Object.keys(routes),
    undelivered: control.deliveries().filter(({ state }) => state !== 'delivered'),
  }),
  'GET /_sandbox/exchanges': (control, { query }) => latest(control.exchanges(), query),
  'GET /_sandbox/objects': (control, { query }) =>
    control.objects(query.get('kind') ?? undefined, Number(query.get('limit') ?? '100') || 100),
  'GET /_sandbox/faults': (control) => control.faults(),
  'POST /_sandbox/faults': (control, { body }) => control.injectFault(parse(fault, body)),
  'DELETE /_sandbox/faults': (control) => control.clearFaults(),
  'POST /_sandbox/bank': (control, { body }) => control.slowBank(parse(bank, body).slow),
  'POST /_sandbox/settle': (control) => ({ settled: control.settlePayments() }),
  'GET /_sandbox/clock': (control) => ({ now: control.clock() }),
  'POST /_sandbox/clock': (control, { body }) => ({ now: control.advanceClock(parse(clockStep, body)) }),
  'POST /_sandbox/settle-refunds': (control) => ({ settled: control.settleRefunds() }),
  'POST /_sandbox/fail-refund': (control, { body }) => control.failRefund(parse(failingRefund, body).refund),
  'POST /_sandbox/disputes': (control, { body }) => {
    const { dispute, verdict } = parse(decision, body)
    return control.decideDispute(dispute, verdict)
  },
  'GET /_sandbox/deliveries': (control, { query }) => latest(control.deliveries(), query),
  'POST /_sandbox/disturbances': (control, { body }) => control.disturbWebhooks(...parse(z.array(disturbance), body)),
  'DELETE /_sandbox/disturbances': (control) => control.calmWebhooks(),
  'POST /_sandbox/release': (control, { body }) => control.releaseWebhooks(parse(release, body ?? {}).order),
  'POST /_sandbox/redeliver': (control, { body }) => control.redeliverEvent(parse(redelivery, body).event),
  'POST /_sandbox/idle': (control) => control.idle(),
}

export async function answerControlCall(
  control: SandboxControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!mayControl(request))
    return send(response, 403, { error: 'Only a program on this machine may ask, or the page of the sandbox.' })
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const route = routes[`${request.method} ${url.pathname.replace(/\/$/, '')}`]
  if (!route) return send(response, 404, { error: 'No such control.', known: Object.keys(routes) })
  try {
    const text = await readBody(request)
    const body = text === '' ? undefined : JSON.parse(text)
    send(response, 200, (await route(control, { query: url.searchParams, body })) ?? { done: true })
  } catch (error) {
    if (error instanceof ApiError) return send(response, error.status, { error: error.message })
    if (error instanceof SyntaxError) return send(response, 400, { error: 'The body is not JSON.' })
    if (error instanceof z.ZodError) return send(response, 400, { error: z.prettifyError(error) })
    throw error
  }
}

/** Returns the last `limit` entries, or all of them without a limit. */
function latest<Item>(list: readonly Item[], query: URLSearchParams): readonly Item[] {
  const limit = Number(query.get('limit'))
  return limit > 0 ? list.slice(-limit) : list
}

function parse<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  return shape.parse(body)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body, null, 2))
}

const loopbackAddress = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** Detects remote callers behind a local proxy by its forwarding header. Checking `Host` prevents DNS rebinding. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined
  const hasLocalName = loopbackName.test(headers.host ?? '')
  return loopbackAddress.test(socket.remoteAddress ?? '') && !isForwarded && hasLocalName
}

/**
 * Any page in a local browser can send requests, but the browser adds the page's origin. Only the sandbox's own pages
 * are allowed; a different port on this machine is a different origin.
 */
function isFromForeignPage({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site = 'none' } = headers
  const isForeignOrigin = origin !== undefined && origin !== `http://${host}`
  return isForeignOrigin || (site !== 'same-origin' && site !== 'none')
}

function mayControl(request: IncomingMessage): boolean {
  return isFromThisMachine(request) && !isFromForeignPage(request)
}
