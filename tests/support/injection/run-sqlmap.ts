import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isStressTest } from '../proof/stress-test-size.ts'
import { requireProgram } from '../site/find-program.ts'

export type Verdict = {
  /** Fields that sqlmap has tested completely without finding anything. */
  sound: string[]
  injectable: string[]
  /** Errors that prevented sqlmap from testing a field. */
  problems: string[]
  output: string
}

type Form = { url: string; texts: string[]; fields: string[]; secondsOfSleep?: number | undefined }

/** Time-based techniques (S and T) run only in the stress test, because they are unreliable on a busy machine. */
const techniques = isStressTest ? 'BEUSTQ' : 'BEUQ'

/** Runs sqlmap at level 3 on a form's fields p0, p1, … (S9 in docs/promises.md). */
export async function runSqlmap({ url, texts, fields, secondsOfSleep = 5 }: Form): Promise<Verdict> {
  const program = requireProgram('sqlmap')
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-sqlmap-'))
  const data = texts.map((text, index) => `p${index}=${encodeURIComponent(text)}`).join('&')
  const args = [
    ...['-u', url, '--data', data, '-p', fields.join()],
    `--technique=${techniques}`,
    ...['--level=3', '--risk=1', '--dbms=PostgreSQL', `--time-sec=${secondsOfSleep}`, '--ignore-code=401,404'],
    ...['--batch', '--flush-session', '--ignore-stdin', '--ignore-proxy', '--disable-coloring', '--skip-waf'],
    `--output-dir=${folder}`,
  ]
  try {
    // HOME is the temporary folder, so sqlmap's session files are deleted along with it.
    const sqlmap = spawn(program, args, {
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
 * Errors that sqlmap logs but survives: no finding, casting, changing or empty pages, slow responses and retries. If it
 * gives up on a request, it logs a different error.
 */
const harmlessErrors = new RegExp(
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
  const findAll = (pattern: RegExp) => [...new Set([...output.matchAll(pattern)].map(([, field = '']) => field))]
  return {
    sound: findAll(/parameter '(p\d+)' does not seem to be injectable/g),
    injectable: findAll(/^Parameter: (p\d+) /gm),
    problems: findAll(/\[(?:CRITICAL|ERROR)\] (.+)/g).filter((line) => !harmlessErrors.test(line)),
    output,
  }
}
