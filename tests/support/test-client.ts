import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Endpoint } from '#platform/shared/endpoint.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer of any endpoint, looked at by its test
export type TestAnswer = { status: number; body: any; headers: LightMyRequestResponse['headers']; cookies: Cookie[] }
type Cookie = { name: string; value: string; [attribute: string]: unknown }

/** Somebody who calls the API: a visitor, or whoever the token belongs to. */
export function makeClient(app: FastifyInstance, token?: string, remoteAddress = '127.0.0.1') {
  const send = async (
    method: Endpoint['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const response = await app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    return {
      status: response.statusCode,
      body: parsed(response.body),
      headers: response.headers,
      cookies: response.cookies as Cookie[],
    }
  }
  return {
    send,
    get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Record<string, string>) => send('POST', url, body, headers),
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
