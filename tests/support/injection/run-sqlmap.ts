import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { requireProgram } from '../find-program.ts'
import { isLongProof } from '../proof-size.ts'

export type Verdict = {
  /** Fields that it tried to the end and found nothing in. */
  sound: string[]
  injectable: string[]
  /** Whatever kept it from trying. */
  problems: string[]
  output: string
}

type Form = { url: string; texts: string[]; fields: string[]; secondsOfSleep?: number | undefined }

/** By how long an answer takes, and by what it says: on a busy machine only the second means something. */
const techniques = isLongProof ? 'BEUSTQ' : 'BEUQ'

/** Has sqlmap try fields of a form, whose names are p0, p1, …, as deep as SECURITY S9 asks. */
export async function runSqlmap({ url, texts, fields, secondsOfSleep = 5 }: Form): Promise<Verdict> {
  const program = requireProgram('sqlmap')
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-sqlmap-'))
  const data = texts.map((text, index) => `p${index}=${encodeURIComponent(text)}`).join('&')
  const given = [
    ...['-u', url, '--data', data, '-p', fields.join()],
    `--technique=${techniques}`,
    ...['--level=3', '--risk=1', '--dbms=PostgreSQL', `--time-sec=${secondsOfSleep}`, '--ignore-code=401,404'],
    ...['--batch', '--flush-session', '--ignore-stdin', '--ignore-proxy', '--disable-coloring', '--skip-waf'],
    `--output-dir=${folder}`,
  ]
  try {
    // What it keeps of its runs goes with the folder.
    const sqlmap = spawn(program, given, {
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void sqlmap.kill())
    let output = ''
    for (const stream of [sqlmap.stdout, sqlmap.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    await once(sqlmap, 'close')
    return readVerdict(output)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * What it tells as an error, and goes on after: that it found nothing, that something is refused unless it is a number,
 * that pages are empty, that answers are slow, and that it asks again; a request that it gives up has an error of its own.
 */
const goesOn = new RegExp(
  [
    'all tested parameters do not appear',
    'possible (type|integer) casting',
    'target URL content appears to be heavily dynamic',
    'there was an error checking the stability of page because of lack of content',
    'considerable lagging has been detected',
    '.+ sqlmap is going to retry the request',
  ]
    .map((beginning) => `^${beginning}`)
    .join('|'),
)

function readVerdict(output: string): Verdict {
  const found = (pattern: RegExp) => [...new Set([...output.matchAll(pattern)].map(([, field = '']) => field))]
  return {
    sound: found(/parameter '(p\d+)' does not seem to be injectable/g),
    injectable: found(/^Parameter: (p\d+) /gm),
    problems: found(/\[(?:CRITICAL|ERROR)\] (.+)/g).filter((line) => !goesOn.test(line)),
    output,
  }
}
