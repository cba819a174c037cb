import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'

/** An event as an open page receives it. */
// biome-ignore lint/suspicious/noExplicitAny: an event of any contract, which its test checks
export type StreamEvent = any

/** Opens an event stream on a separate connection, as a page does. Default: the bell's. */
export async function openEventStream(url: string, token: string, path = '/api/notifications/stream') {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const request: ClientRequest = get(`${url.replace('localhost', '127.0.0.1')}${path}`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const told: { at: number; value: StreamEvent }[] = []
  let waiting = Promise.withResolvers<void>()
  let read = 0
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^event: \w+\ndata: (.*)$/.exec(part)?.[1]
      if (data) told.push({ at: performance.now(), value: JSON.parse(data) })
    }
    waiting.resolve()
    waiting = Promise.withResolvers()
  })
  const ended = new Promise<'ended' | 'broken'>((resolve) => {
    response.once('end', () => resolve('ended')).once('error', () => resolve('broken'))
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    ended,
    told,
    /** Waits for the next event, in order. @throws if the stream ends first */
    async next(): Promise<StreamEvent> {
      while (told.length <= read) {
        const end = await Promise.race([waiting.promise, ended])
        if (end && told.length <= read) throw new Error(`The stream ${end} after ${told.length} events`)
      }
      read += 1
      return told[read - 1]?.value
    },
    hangUp: () => void request.destroy(),
    pause: () => void response.pause(),
  }
}
