import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'

/** An event stream that the test controls, for use as a `fakeServer` response. */
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
    /** Ends the stream as the server would. */
    end() {
      isOpen = false
      streamController?.close()
    },
    /** Breaks the network connection. */
    tear() {
      isOpen = false
      streamController?.error(new TypeError('network error'))
    },
  }
}
