import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openParser, type Parsed } from './open-parser.ts'

type Word = { word: string; bytes: Buffer; at: Date }

/** Parsers for these tests, as a data URL, because the process cannot read test files. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
  export const repeat = (input) => ({ ok: true, value: input })
  export const refuse = () => ({ ok: false, reason: 'too-long', word: 'of the input' })
  export const fail = (input) => { throw new TypeError('Cannot read ' + input.word) }
  export const spin = () => { for (;;); }
  export const hang = () => new Promise(() => setInterval(() => {}, 60_000))
  export const exit = () => process.exit(0)
  export const fillHeap = () => { for (const all = []; ; ) all.push(new Array(1_000_000).fill(0.5)) }
  export const fillMemory = async () => {
    for (const all = []; ; await new Promise(setImmediate)) all.push(Buffer.alloc(8_000_000, 1))
  }
  export const pid = () => ({ ok: true, value: process.pid })
  export const look = async () => {
    const { readFileSync, writeFileSync } = await import('node:fs')
    const { spawnSync } = await import('node:child_process')
    const tries = { read: () => readFileSync('/etc/hostname'), write: () => writeFileSync('src/a', ''), run: () => spawnSync('ls'), evaluate: () => eval('1') }
    const isAllowed = (run) => { try { run(); return true } catch { return false } }
    const allowed = Object.keys(tries).filter((name) => isAllowed(tries[name]))
    return { ok: true, value: { allowed, environment: Object.keys(process.env) } }
  }
`)}`,
)

const warnings: unknown[][] = []
const log = { info() {}, warn: (...line: unknown[]) => void warnings.push(line), error: () => {} }

function createParser<Value>(functionName: string, timeLimitMs = 60_000) {
  const parse = openParser<(input: Word) => Parsed<Value>>({
    inputKind: 'word',
    module,
    functionName,
    timeLimitMs,
    maxWaiting: 1,
    onFull: () => new Error('full'),
  })
  return () => parse(log, () => ({ word: 'secret', bytes: Buffer.from('abc'), at: new Date(0) }))
}

const pid = createParser<number>('pid')
async function currentPid(): Promise<number> {
  const response = await pid()
  return response.ok ? response.value : Number.NaN
}

test('input is parsed in another process, which is reused', async () => {
  const value = { word: 'secret', bytes: Buffer.from('abc'), at: new Date(0) }
  expect(await createParser('repeat')()).toEqual({ ok: true, value })
  const first = await currentPid()
  expect(first).not.toBe(process.pid)
  expect(await currentPid()).toBe(first)
})

test.each([
  ['takes too long', 'spin', 'too-slow', 200],
  ['waits forever', 'hang', 'too-slow', 50],
  ['fills the heap', 'fillHeap', 'parser-died'],
  ['fills the memory outside the heap', 'fillMemory', 'too-much-memory'],
  ['ends its process', 'exit', 'parser-died'],
])(
  'an input that %s is refused and logged, and a new process parses the next input',
  async (_, functionName, reason, timeLimitMs?: number) => {
    const before = await currentPid()
    warnings.length = 0
    expect(await createParser(functionName, timeLimitMs)()).toEqual({ ok: false, reason })
    expect(warnings).toEqual([
      [{ parser: 'word', reason, milliseconds: expect.any(Number) }, 'untrusted input was refused'],
    ])
    expect(await currentPid()).not.toBe(before)
  },
)

test('a refusal by the parser is logged with its reason only', async () => {
  warnings.length = 0
  expect(await createParser('refuse')()).toMatchObject({ ok: false, reason: 'too-long' })
  expect(JSON.stringify(warnings)).toContain('too-long')
  expect(JSON.stringify(warnings)).not.toContain('of the input')
})

test('a parser bug is logged by its location, without the message that may contain input', async () => {
  warnings.length = 0
  expect(await createParser('fail')()).toEqual({ ok: false, reason: 'parser-failed' })
  expect(warnings[0]?.[0]).toMatchObject({ failure: expect.stringMatching(/^TypeError at fail/) })
  expect(JSON.stringify(warnings)).not.toContain('secret')
})

test('the process has no environment and cannot read, write, spawn or evaluate', async () => {
  const { value } = (await createParser('look')()) as { value: unknown }
  expect(value).toEqual({ allowed: [], environment: expect.not.arrayContaining(['PATH']) })
})

test.runIf(process.platform === 'linux')(
  'the operating system limits the parser process, and kills it first when memory runs out',
  async () => {
    const folder = `/proc/${await currentPid()}`
    expect(readFileSync(`${folder}/oom_score_adj`, 'utf8')).toBe('1000\n')
    const limits = readFileSync(`${folder}/limits`, 'utf8')
    expect(limits).toMatch(/^Max cpu time +1800 /m)
    expect(limits).toMatch(/^Max data size +1280000000 /m)
    expect(limits).toMatch(/^Max core file size +0 /m)
  },
)

test('one input is parsed at a time, and each kind has its own queue', async () => {
  const [repeat, refuse] = [createParser('repeat'), createParser('refuse')]
  const results = [repeat(), repeat(), refuse(), refuse()]
  await expect(repeat()).rejects.toThrow('full')
  expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([true, true, false, false])
})
