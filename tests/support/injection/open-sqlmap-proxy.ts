import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inputName, type Route } from './list-routes.ts'
import { type Values, type WrittenRequest, writeRequest } from './write-request.ts'

/** sqlmap gets one string for each input. If it leaves the string unchanged, the original value is sent. */
export type BaseRequest = { texts: string[]; values: Values }

export type Answer = { status: number; type: string; text: string }

type Options = {
  siteUrl: string
  findToken: (access: Route['access']) => string | undefined
  /** Logs an account in again after its session has ended. */
  restoreAccount: (access: Route['access']) => Promise<void>
  clearRateLimits: () => Promise<unknown>
}

export type SqlmapProxy = Awaited<ReturnType<typeof openSqlmapProxy>>

/**
 * Starts a proxy between sqlmap and the site. sqlmap sees a form with fields p0, p1, …, and the proxy turns them into a
 * request to the route. It sends the request as a caller who has access, each time from a different address. If a rate
 * limit refuses a request, the proxy clears the limits and sends the request again.
 */
export async function openSqlmapProxy({ siteUrl, findToken, restoreAccount, clearRateLimits }: Options) {
  const agent = new Agent({ keepAlive: true })
  const targets: { route: Route; base: BaseRequest }[] = []
  const stats = { requests: 0, answers: {} as Record<number, number>, failures: [] as string[] }
  const succeeded = new Set<Route>()
  const { hostname, port } = new URL(siteUrl)

  const send = (route: Route, written: WrittenRequest) => {
    const token = findToken(route.access)
    const number = ++stats.requests
    const headers = {
      host: `localhost:${port}`,
      'x-forwarded-for': `198.18.${(number >> 8) % 256}.${number % 256}`,
      'user-agent': 'sqlmap',
      ...(token && { authorization: `Bearer ${token}` }),
      ...written.headers,
    }
    return exchange({ agent, hostname, port, method: written.method, path: written.path, headers }, written, route)
  }

  const ask = async (route: Route, values: Values): Promise<Answer> => {
    const written = writeRequest(route, values)
    let answer = await send(route, written)
    if (answer.status === 429) {
      await clearRateLimits()
      answer = await send(route, written)
    }
    if (answer.status === 401 && route.access !== 'public' && !written.headers.authorization) {
      await restoreAccount(route.access)
      answer = await send(route, written)
    }
    stats.answers[answer.status] = (stats.answers[answer.status] ?? 0) + 1
    if (answer.status < 400) succeeded.add(route)
    if (answer.status >= 500) stats.failures.push(describeFailure(route, values, answer))
    return answer
  }

  const server = createServer(async (incoming, response) => {
    const target = targets[Number(incoming.url?.slice(1))]
    if (!target) return void response.writeHead(404).end()
    const form = new URLSearchParams(await readBody(incoming))
    const values = target.route.inputs.map((input, index) => {
      const fieldText = form.get(`p${index}`) ?? ''
      return fieldText === target.base.texts[index]
        ? target.base.values[index]
        : toFieldValue(fieldText, input.schema.type)
    })
    const answer = await ask(target.route, values).catch((error: unknown) => recordFailure(error, target.route, values))
    reply(response, answer)
  })
  const recordFailure = (error: unknown, route: Route, values: Values): Answer => {
    const answer = { status: 599, type: 'text/plain', text: String(error) }
    stats.failures.push(describeFailure(route, values, answer))
    return answer
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    seen: stats,
    succeeded,
    ask,
    /** @returns the address of the route's form */
    add: (route: Route, base: BaseRequest) => `${url}/${targets.push({ route, base }) - 1}`,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

function toFieldValue(fieldText: string, type: unknown): unknown {
  const isNumeric = [type].flat().some((kind) => kind === 'integer' || kind === 'number')
  return isNumeric && /^-?\d+(\.\d+)?$/.test(fieldText) ? Number(fieldText) : fieldText
}

async function exchange(requestOptions: object, { body }: WrittenRequest, { isStream }: Route): Promise<Answer> {
  const outgoing = request(requestOptions).end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const type = incoming.headers['content-type'] ?? 'text/plain'
  // An event stream does not end, so read only its first part.
  const isEndless = isStream && incoming.statusCode === 200
  const text = isEndless ? await readFirstChunk(incoming) : await readBody(incoming)
  if (isEndless) outgoing.destroy()
  return { status: incoming.statusCode ?? 0, type, text }
}

async function readFirstChunk(incoming: IncomingMessage): Promise<string> {
  const [chunk] = await once(incoming, 'data')
  return String(chunk)
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function reply(response: ServerResponse, { status, type, text }: Answer) {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

function describeFailure(route: Route, values: Values, { status, text }: Answer): string {
  const fieldText = route.inputs.map((input, index) => `${inputName(route, input)} = ${JSON.stringify(values[index])}`)
  return `${status} ${text.slice(0, 200)}\n  ${fieldText.join('\n  ').slice(0, 2_000)}`
}
