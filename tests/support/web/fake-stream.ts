import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'

/** An event stream under the test's control, as an answer of `fakeServer`. */
export function fakeStream<E extends Endpoint>({ events, response }: E) {
  let streamController: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOpen = false
  const write = (text: string) => streamController?.enqueue(new TextEncoder().encode(text))
  const stream = (signal: AbortSignal | null | undefined) => {
    isOpen = true
    signal?.addEventListener('abort', () => {
      if (isOpen) streamController?.error(signal.reason)
      isOpen = false
    })
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        streamController = controller
      },
      cancel: () => {
        isOpen = false
      },
    })
  }
  return {
    answer: { stream },
    isOpen: () => isOpen,
    send: (value: ResponseOf<E>) => write(`event: ${events}\ndata: ${JSON.stringify(response.parse(value))}\n\n`),
    beat: () => write(':\n\n'),
    /** The server ends the stream normally. */
    end() {
      isOpen = false
      streamController?.close()
    },
    /** The network connection breaks. */
    tear() {
      isOpen = false
      streamController?.error(new TypeError('network error'))
    },
  }
}
