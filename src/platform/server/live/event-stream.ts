import { PassThrough } from 'node:stream'

/** Proxies close idle connections, most often after a minute. */
const HEARTBEAT_MS = 25_000

/** A reader with more unread data than this, beyond the system's buffers, is too slow or gone. */
const MAX_BUFFERED_BYTES = 16_384

export type EventStream = ReturnType<typeof openEventStream>

/** Sends events to one reader. A slow reader is disconnected; it reconnects and receives the current data. */
export function openEventStream() {
  const text = new PassThrough({ highWaterMark: MAX_BUFFERED_BYTES })
  let heartbeat: NodeJS.Timeout | undefined
  let endTimer: NodeJS.Timeout | undefined
  let lastData: string | undefined
  text.once('close', clearTimers)

  return {
    /** The stream's text: https://html.spec.whatwg.org/multipage/server-sent-events.html */
    text,
    /** Skips a value equal to the last one. */
    send(event: string, value: unknown) {
      if (hasEnded()) return
      heartbeat ??= setInterval(() => write(':\n\n'), HEARTBEAT_MS)
      const data = JSON.stringify(value)
      if (data !== lastData) write(`event: ${event}\ndata: ${data}\n\n`)
      lastData = data
    },
    /** Ends in this many milliseconds, replacing an earlier time. */
    endIn(milliseconds: number) {
      clearTimeout(endTimer)
      if (!hasEnded()) endTimer = setTimeout(end, milliseconds)
    },
    end,
  }

  // A refresh may finish after the stream has ended.
  function hasEnded() {
    return text.writableEnded || text.destroyed
  }

  function write(chunk: string) {
    if (text.writableNeedDrain) text.destroy(new Error('The reader of the event stream was too slow'))
    else text.write(chunk)
  }

  function end() {
    clearTimers()
    text.end()
  }

  function clearTimers() {
    clearInterval(heartbeat)
    clearTimeout(endTimer)
  }
}
