import { serviceUnavailable } from '../http/http-error.ts'
import type { Log } from '../log.ts'
import { openWorkQueue } from '../work-queue.ts'
import type { Parsed } from './parsed.ts'
import { type ParseResponse, type ParserDeath, type ParserProcess, startParserProcess } from './start-parser-process.ts'

type Parse = (input: never) => Parsed<unknown> | Promise<Parsed<unknown>>

type ParserSettings = {
  /** The name of the input's kind, for the log. */
  inputKind: string
  /** The module that exports the function. Only the parser process loads it. */
  module: URL
  name: string
  /** The computing time allowed for one input. */
  milliseconds: number
  /** How many inputs may wait. */
  waiting: number
  /** Creates the error for a caller beyond that. */
  onFull: () => Error
}

type Failure = { ok: false; reason: ParserDeath['death'] | 'parser-failed' }

/** Replaces the process regularly, because an input may have left memory or changes behind. */
const KEEP_ALIVE_MS = 60_000
const MAX_INPUTS = 100

/** One input at a time in the whole process limits the memory and CPU that untrusted input can use. */
const parserQueue = openWorkQueue({ concurrency: 1, waiting: Number.POSITIVE_INFINITY, onFull: serviceUnavailable })

/**
 * Parses untrusted input in a separate process, which starts on demand and ends a minute after the last input. Input
 * that takes too much time or memory is refused like invalid input, and every refusal is logged. Each parser has a
 * separate queue, so that a flood of emails delays a calendar by one email only.
 * @returns a function whose argument loads the input once its turn has come
 */
export function openParser<P extends Parse>({
  inputKind,
  module,
  name,
  milliseconds,
  ...queueSettings
}: ParserSettings) {
  type Input = Parameters<P>[0]
  type Result = Awaited<ReturnType<P>> | Failure
  const inOwnQueue = openWorkQueue({ concurrency: 1, ...queueSettings })

  async function parse(log: Log, getInput: () => Input | Promise<Input>): Promise<Result> {
    const input = await getInput()
    const startedAt = performance.now()
    const response = await withProcess(log, (parser) =>
      parser.parse({ module: module.href, name, input }, milliseconds),
    )
    const { reason, ...details } = findRefusal(response)
    if (reason !== undefined) {
      const duration = Math.round(performance.now() - startedAt)
      log.warn({ parser: inputKind, reason, ...details, milliseconds: duration }, 'untrusted input was refused')
    }
    return ('parsed' in response ? response.parsed : { ok: false, reason }) as Result
  }

  return (log: Log, getInput: () => Input | Promise<Input>) => inOwnQueue(() => parserQueue(() => parse(log, getInput)))
}

let currentParser: { parser: ParserProcess; inputs: number; endTimer?: NodeJS.Timeout } | undefined

async function withProcess(log: Log, work: (parser: ParserProcess) => Promise<ParseResponse | ParserDeath>) {
  clearTimeout(currentParser?.endTimer)
  if (!currentParser?.parser.isAlive()) currentParser = { parser: await start(log), inputs: 0 }
  const { parser } = currentParser
  currentParser.inputs += 1
  const result = await work(parser)
  if (currentParser.inputs >= MAX_INPUTS || (await parser.isFull())) parser.end()
  else currentParser.endTimer = setTimeout(parser.end, KEEP_ALIVE_MS).unref()
  return result
}

/** A failed start is not the sender's fault. @throws HttpError 503 */
async function start(log: Log): Promise<ParserProcess> {
  return startParserProcess().catch((error: unknown) => {
    log.error({ err: error }, 'the parser process does not start')
    throw serviceUnavailable()
  })
}

function findRefusal(answer: ParseResponse | ParserDeath): { reason?: string; failure?: string } {
  if ('death' in answer) return { reason: answer.death }
  if ('failure' in answer) return { reason: 'parser-failed', failure: answer.failure }
  const parsed = answer.parsed as Parsed<unknown>
  return parsed.ok ? {} : { reason: parsed.reason }
}
