import * as accounts from '#features/accounts/contract.ts'
import type { Endpoint, InputOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { Stage } from './open-stage.ts'

export type Login = { email: string; password: string }

/** Somebody of the demo at their browser: what they do goes through the API, as from a page. */
export type Actor = Login & {
  ask: <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => Promise<ResponseOf<E>>
  upload: <E extends Endpoint>(endpoint: E, input: Omit<InputOf<E>, 'body'>, content: Buffer) => Promise<ResponseOf<E>>
}

/** An access token lives for fifteen minutes, and a scene is short. */
const RENEWED_AFTER_MS = 5 * 60_000

type Parts = { params?: unknown; query?: unknown; body?: unknown }
type Known = { address: string; userAgent: string }

/** @param address from which they call: limits count people by it */
export function actAs({ app, context }: Pick<Stage, 'app' | 'context'>, login: Login, known: Known): Actor {
  const cookies: Record<string, string> = {}
  let token = ''
  let tokenSince = Number.NEGATIVE_INFINITY

  const send = async (endpoint: Endpoint, { params, query, body }: Parts, bearer: string) => {
    const isFile = Buffer.isBuffer(body)
    const response = await app.inject({
      method: endpoint.method,
      url: addressOf(endpoint.path, params, query),
      remoteAddress: known.address,
      cookies,
      headers: {
        'user-agent': known.userAgent,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(isFile && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const { name, value } of response.cookies) cookies[name] = value
    const answer = response.json()
    if (answer.success) return answer.data
    const words = `${response.statusCode} ${answer.code}: ${answer.message} ${JSON.stringify(answer.errors ?? {})}`
    throw new Error(`${endpoint.method} ${endpoint.path} as ${login.email} was answered with ${words}`)
  }

  const openSession = async () => {
    const now = context.now().getTime()
    if (now - tokenSince < RENEWED_AFTER_MS) return token
    const renewed = token && (await send(accounts.renewSession, {}, ''))
    const opened = renewed || (await send(accounts.login, { body: { ...login, keepSignedIn: true } }, ''))
    token = opened.token
    tokenSince = now
    return token
  }
  const ask = async (endpoint: Endpoint, input: Parts) =>
    send(endpoint, input, endpoint.access === 'public' ? '' : await openSession())

  return {
    ...login,
    ask: (endpoint, input) => ask(endpoint, input ?? {}),
    upload: (endpoint, input, content) => ask(endpoint, { ...input, body: content }),
  }
}

function addressOf(path: string, params: unknown = {}, query: unknown = {}): string {
  const values = new Map(Object.entries(params as object))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const asked = Object.entries(query as object).filter(([, value]) => value !== undefined)
  return asked.length > 0 ? `${filled}?${new URLSearchParams(asked)}` : filled
}
