import { MINUTE_MS } from '../../shared/durations.ts'
import { serviceUnavailable } from '../http/http-error.ts'
import type { Log } from '../log.ts'
import { openWorkQueue } from '../work-queue.ts'
import { type ParseResponse, type ParserDeath, type ParserProcess, startParserProcess } from './start-parser-process.ts'

/** A parser's result. The reason for a refusal is safe to log, because it never contains any part of the input. */
export type Parsed<Value, Reason extends string = string> = { ok: true; value: Value } | { ok: false; reason: Reason }

type Parse = (input: never) => Parsed<unknown> | Promise<Parsed<unknown>>

type ParserSettings = {
  /** The name of the input's kind, for the log. */
  inputKind: string
  /** The module that exports the function. Only the parser process loads it. */
  module: URL
  functionName: string
  /** The computing time allowed for one input. */
  timeLimitMs: number
  /** How many inputs may wait. */
  maxWaiting: number
  /** Creates the error for a caller that finds the queue full. */
  onFull: () => Error
}

type Failure = { ok: false; reason: ParserDeath['death'] | 'parser-failed' }

/** The process ends after this time without input. */
const IDLE_TIMEOUT_MS = MINUTE_MS
/** The process is replaced after this many inputs, because each may leave memory or changes behind. */
const MAX_INPUTS_PER_PROCESS = 100

/**
 * Shared by all parsers: one input at a time limits the memory and CPU that untrusted input can use. Each parser also
 * has its own queue, which passes one input at a time to this one, so a flood of emails delays a calendar by one email.
 */
const parserQueue = openWorkQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY, onFull: serviceUnavailable })

/**
 * Parses untrusted input in a separate process, which starts on demand and ends a minute after the last input. Input
 * that takes too much time or memory is refused like invalid input, and every refusal is logged.
 * @returns a function whose argument loads the input once its turn has come
 */
export function openParser<P extends Parse>({
  inputKind,
  module,
  functionName,
  timeLimitMs,
  ...queueSettings
}: ParserSettings) {
  type Input = Parameters<P>[0]
  type Result = Awaited<ReturnType<P>> | Failure
  const inOwnQueue = openWorkQueue({ concurrency: 1, ...queueSettings })

  async function parse(log: Log, getInput: () => Input | Promise<Input>): Promise<Result> {
    const input = await getInput()
    const startedAt = performance.now()
    const response = await withProcess(log, (parser) =>
      parser.parse({ module: module.href, name: functionName, input }, timeLimitMs),
    )
    const parsed = toParsed(response)
    if (!parsed.ok) {
      const milliseconds = Math.round(performance.now() - startedAt)
      const details = 'failure' in response && { failure: response.failure }
      log.warn({ parser: inputKind, reason: parsed.reason, ...details, milliseconds }, 'untrusted input was refused')
    }
    return parsed as Result
  }

  return (log: Log, getInput: () => Input | Promise<Input>) => inOwnQueue(() => parserQueue(() => parse(log, getInput)))
}

let currentParser: { parser: ParserProcess; inputs: number; endTimer?: NodeJS.Timeout } | undefined

async function withProcess(log: Log, work: (parser: ParserProcess) => Promise<ParseResponse | ParserDeath>) {
  clearTimeout(currentParser?.endTimer)
  if (!currentParser?.parser.isAlive()) currentParser = { parser: await start(log), inputs: 0 }
  const { parser } = currentParser
  currentParser.inputs += 1
  const response = await work(parser)
  if (currentParser.inputs >= MAX_INPUTS_PER_PROCESS || (await parser.isFull())) parser.end()
  else currentParser.endTimer = setTimeout(parser.end, IDLE_TIMEOUT_MS).unref()
  return response
}

/** A failed start is not the sender's fault. @throws HttpError 503 */
async function start(log: Log): Promise<ParserProcess> {
  return startParserProcess().catch((error: unknown) => {
    log.error({ err: error }, 'the parser process did not start')
    throw serviceUnavailable()
  })
}

function toParsed(response: ParseResponse | ParserDeath): Parsed<unknown> {
  if ('death' in response) return { ok: false, reason: response.death }
  if ('failure' in response) return { ok: false, reason: 'parser-failed' }
  return response.parsed as Parsed<unknown>
}
