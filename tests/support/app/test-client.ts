import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Endpoint } from '#platform/shared/endpoint.ts'

// biome-ignore lint/suspicious/noExplicitAny: the response of any endpoint, which its test checks
export type TestAnswer = { status: number; body: any; headers: LightMyRequestResponse['headers']; cookies: Cookie[] }
type Cookie = { name: string; value: string; [attribute: string]: unknown }

/** An API client that acts as the token's owner, or as a visitor if there is no token. */
export function makeClient(app: FastifyInstance, token?: string, remoteAddress = '127.0.0.1') {
  const send = async (
    method: Endpoint['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    // An event stream does not end, so read only its first part.
    const payloadAsStream = url.endsWith('/stream')
    const response = await app.inject({
      payloadAsStream,
      method,
      url,
      remoteAddress,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    return {
      status: response.statusCode,
      body: parseBody(payloadAsStream ? await readFirstChunk(response.stream()) : response.body),
      headers: response.headers,
      cookies: response.cookies as Cookie[],
    }
  }
  return {
    send,
    get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
    delete: (url: string, headers?: Record<string, string>) => send('DELETE', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Record<string, string>) => send('POST', url, body, headers),
  }
}

/** The value of a cookie that the response sets, or an empty string. */
export function cookieIn({ cookies }: Pick<TestAnswer, 'cookies'>, name: string): string {
  return cookies.find((cookie) => cookie.name === name)?.value ?? ''
}

export async function readFirstChunk(stream: AsyncIterable<Buffer>): Promise<string> {
  for await (const chunk of stream) return chunk.toString()
  return ''
}

/** `done` for a success, otherwise the status and the error code. */
export function describeAnswer({ status, body }: { status: number; body: { code?: string } }): string {
  return status === 200 ? 'done' : `${status} ${body.code}`
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
