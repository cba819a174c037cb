import { PassThrough, type Readable } from 'node:stream'

/** What stands between us and the browser closes a line on which nothing moves, most often after a minute. */
const HEARTBEAT_MS = 25_000

/** More that waits to be taken, beyond what the system holds itself: its reader is too slow, or gone. */
const MOST_WAITING_BYTES = 16_384

export type EventStream = {
  /** The text as it goes out: https://html.spec.whatwg.org/multipage/server-sent-events.html */
  text: Readable
  /** What was said last is not said again. */
  send: (event: string, value: unknown) => void
  /** In so many milliseconds, in place of the time that was named before. */
  endIn: (milliseconds: number) => void
  end: () => void
}

/** Events for one reader. One that does not take them is dropped: it comes back, and is told what counts then. */
export function openEventStream(): EventStream {
  const text = new PassThrough({ highWaterMark: MOST_WAITING_BYTES })
  let heartbeat: NodeJS.Timeout | undefined
  let ending: NodeJS.Timeout | undefined
  let said: string | undefined
  text.once('close', stopClocks)

  return {
    text,
    send(event, value) {
      if (isOver()) return
      heartbeat ??= setInterval(() => write(':\n\n'), HEARTBEAT_MS)
      const data = JSON.stringify(value)
      if (data !== said) write(`event: ${event}\ndata: ${data}\n\n`)
      said = data
    },
    endIn(milliseconds) {
      clearTimeout(ending)
      if (!isOver()) ending = setTimeout(end, milliseconds)
    },
    end,
  }

  // A look that was under way may come to its end later.
  function isOver() {
    return text.writableEnded || text.destroyed
  }

  function write(words: string) {
    if (text.writableNeedDrain) text.destroy(new Error('The reader of a stream of events was too slow'))
    else text.write(words)
  }

  function end() {
    stopClocks()
    text.end()
  }

  function stopClocks() {
    clearInterval(heartbeat)
    clearTimeout(ending)
  }
}
