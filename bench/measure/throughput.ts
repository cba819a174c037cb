import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

export type Target = { url: string; headers?: Record<string, string> }

const SECONDS = 6
const CONNECTIONS = 32

/** Successful requests per second. Uses wrk if it is installed, because it needs less processor time itself. */
export async function measureThroughput({ url, headers = {} }: Target): Promise<number> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return hasWrk ? throughputByWrk(url, headers) : throughputByAutocannon(url, headers)
}

const hasWrk = (() => {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // wrk prints its version and exits with 1.
    return error instanceof Error && 'status' in error && error.status === 1
  }
})()

async function throughputByWrk(url: string, headers: Record<string, string>) {
  const values = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...values, url])
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} did not answer everything with success:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

async function throughputByAutocannon(url: string, headers: Record<string, string>) {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} did not answer everything with success`)
  return result.requests.average
}
