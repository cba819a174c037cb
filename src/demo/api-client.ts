import * as loginContract from '#features/accounts/login/contract.ts'
import * as sessionsContract from '#features/accounts/sessions/contract.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Endpoint, InputOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { endpointUrl } from '#platform/shared/endpoint-url.ts'
import type { DemoSite } from './demo-site.ts'

export type Credentials = { email: string; password: string }

/** A person in the demo, who acts through the API as a page does. */
export type Actor = Credentials & {
  call: <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => Promise<ResponseOf<E>>
  upload: <E extends Endpoint>(endpoint: E, input: Omit<InputOf<E>, 'body'>, content: Buffer) => Promise<ResponseOf<E>>
}

/** Access tokens are valid for 15 minutes, so a token of this age still lasts for a whole step. */
const TOKEN_REFRESH_MS = 5 * MINUTE_MS

type RequestInput = { params?: unknown; query?: unknown; body?: unknown }
type ActorBrowser = { address: string; userAgent: string }

/** @param browser the caller's address, which rate limits are counted by, and user agent */
export function actAs(
  { app, context }: Pick<DemoSite, 'app' | 'context'>,
  login: Credentials,
  browser: ActorBrowser,
): Actor {
  const cookies: Record<string, string> = {}
  let token = ''
  let tokenSince = Number.NEGATIVE_INFINITY

  const send = async (endpoint: Endpoint, { params, query, body }: RequestInput, bearer: string) => {
    const isFile = Buffer.isBuffer(body)
    const response = await app.inject({
      method: endpoint.method,
      url: endpointUrl(endpoint, { params, query }),
      remoteAddress: browser.address,
      cookies,
      headers: {
        'user-agent': browser.userAgent,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(isFile && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const { name, value } of response.cookies) cookies[name] = value
    const answer = response.json()
    if (answer.success) return answer.data
    const details = `${response.statusCode} ${answer.code}: ${answer.message} ${JSON.stringify(answer.errors ?? {})}`
    throw new Error(`${endpoint.method} ${endpoint.path} as ${login.email} failed: ${details}`)
  }

  const openSession = async () => {
    const now = context.now().getTime()
    if (now - tokenSince < TOKEN_REFRESH_MS) return token
    const refreshed = token && (await send(sessionsContract.refreshSession, {}, ''))
    const session = refreshed || (await send(loginContract.login, { body: { ...login, keepSignedIn: true } }, ''))
    token = session.token
    tokenSince = now
    return token
  }
  const callEndpoint = async (endpoint: Endpoint, input: RequestInput) =>
    send(endpoint, input, endpoint.access === 'public' ? '' : await openSession())

  return {
    ...login,
    call: (endpoint, input) => callEndpoint(endpoint, input ?? {}),
    upload: (endpoint, input, content) => callEndpoint(endpoint, { ...input, body: content }),
  }
}
