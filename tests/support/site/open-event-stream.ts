import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'

/** An event as an open page receives it. */
// biome-ignore lint/suspicious/noExplicitAny: an event of any contract, which its test checks
export type StreamEvent = any

/** Opens an event stream on a separate connection, as a page does. By default, this is the bell's. */
export async function openEventStream(url: string, token: string, path = '/api/notifications/stream') {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const request: ClientRequest = get(`${url.replace('localhost', '127.0.0.1')}${path}`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const received: { at: number; value: StreamEvent }[] = []
  let nextChunk = Promise.withResolvers<void>()
  let readCount = 0
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^event: \w+\ndata: (.*)$/.exec(block)?.[1]
      if (data) received.push({ at: performance.now(), value: JSON.parse(data) })
    }
    nextChunk.resolve()
    nextChunk = Promise.withResolvers()
  })
  const ended = new Promise<'ended' | 'broken'>((resolve) => {
    response.once('end', () => resolve('ended')).once('error', () => resolve('broken'))
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    ended,
    received,
    /**
     * Waits for the next event in the stream.
     * @throws if the stream ends first
     */
    async next(): Promise<StreamEvent> {
      while (received.length <= readCount) {
        const end = await Promise.race([nextChunk.promise, ended])
        if (end && received.length <= readCount) throw new Error(`The stream ${end} after ${received.length} events`)
      }
      readCount += 1
      return received[readCount - 1]?.value
    },
    hangUp: () => void request.destroy(),
    pause: () => void response.pause(),
  }
}
