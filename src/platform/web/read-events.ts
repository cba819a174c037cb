/** The server says something every 25 s at the latest: a line that is silent for longer is dead. */
const SILENCE_MS = 60_000

/** The data of each event of a stream, as our server writes them: a line each. Throws where it falls silent. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read())
      if (done) return
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined) yield data
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** What the promise brings. Throws where it takes longer than a line may be silent. */
export async function beforeSilence<Result>(promise: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream fell silent')), SILENCE_MS)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}
