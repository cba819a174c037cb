import type { ParseRequest, ParseResponse } from './start-parser-process.ts'

// Parses untrusted input. start-parser-process.ts starts this process with separate limits.

process.on('message', async ({ module, name, input }: ParseRequest) => {
  const response = await parse(module, name, input).catch(
    (error: unknown): ParseResponse => ({ failure: describeLocation(error) }),
  )
  process.send?.(response)
})
process.once('disconnect', () => process.exit())
// Ctrl-C and systemd signal every process of the site. This one must finish its input, and the site ends it afterwards.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.send?.('ready')

async function parse(module: string, name: string, input: unknown): Promise<ParseResponse> {
  const { [name]: parser } = await import(module)
  return { parsed: await parser(input) }
}

/** Omits the message, which may repeat untrusted input. */
function describeLocation(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const lines = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return [error.name, ...lines.slice(0, 5).map((line) => line.trim())].join(' ')
}
