import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { requireProgram } from './find-program.ts'
import { freePort } from './start-site.ts'

type Ports = { sites: number[]; databases?: [primary: number, standby: number] }

/**
 * Starts HAProxy in front of several site processes and a pair of databases. It skips processes whose `/readyz` fails,
 * and uses the standby once the primary is down.
 */
export async function startBalancer({ sites, databases }: Ports) {
  const program = requireProgram('haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-balancer-'))
  const [sitePort, databasePort] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    [...commonLines, ...siteLines(sitePort, sites), ...databaseLines(databasePort, databases)].join('\n'),
  )
  const balancer = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(balancer, 'exit')
  const log: string[] = []
  createInterface(balancer.stdout).on('line', (line) => log.push(line))
  return {
    url: `http://localhost:${sitePort}`,
    databaseAddress: `127.0.0.1:${databasePort}`,
    /**
     * Waits until the balancer uses every process. An upgrade must wait for this before it replaces the next process.
     */
    async untilAllServe() {
      const until = performance.now() + LONGEST_START_MS
      while (!(await isOk(`http://localhost:${sitePort}${ALL_SERVE}`))) {
        if (performance.now() > until) throw new Error(`Not every process serves:\n${log.join('\n')}`)
        await pause(20)
      }
    },
    /** The log of servers that went down or came back, and of each call that failed. */
    failures: () => log.join('\n'),
    async stop() {
      balancer.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The balancer itself responds at this address. */
const ALL_SERVE = '/all-serve'
const LONGEST_START_MS = 60_000

/** Also returns false while nothing is listening yet. */
async function isOk(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
}

const commonLines = [
  'global',
  'log stdout format raw local0 info',
  'defaults',
  'log global',
  'option dontlog-normal',
  'timeout connect 1s',
  'timeout client 60s',
  'timeout server 60s',
  'timeout queue 5s',
  // If a process is dead, its port refuses immediately, but a busy process may need a while.
  'timeout check 5s',
  'retries 3',
  'option redispatch 1',
]

function siteLines(port: number, sites: number[]): string[] {
  return [
    'frontend site',
    'mode http',
    'option httplog',
    `bind 127.0.0.1:${port}`,
    'option forwardfor',
    `monitor-uri ${ALL_SERVE}`,
    `monitor fail if { nbsrv(processes) lt ${sites.length} }`,
    'use_backend processes if { nbsrv(processes) gt 0 }',
    // As in operations/haproxy, because a busy process may respond to /readyz too late although it still serves pages.
    'default_backend alive',
    ...backendLines('alive', '/healthz', sites),
    ...backendLines('processes', '/readyz', sites),
    '',
  ]
}

function backendLines(name: string, health: string, sites: number[]): string[] {
  return [
    `backend ${name}`,
    'mode http',
    'balance roundrobin',
    `option httpchk GET ${health}`,
    // As in operations/haproxy: failed connections are retried, but requests that were already sent are retried only if
    // they are GET or HEAD.
    'http-request disable-l7-retry unless { method GET HEAD }',
    'retry-on conn-failure empty-response',
    'default-server check inter 500ms fall 2 rise 1',
    ...sites.map((site, number) => `server process${number} 127.0.0.1:${site}`),
  ]
}

function databaseLines(port: number, databases: Ports['databases']): string[] {
  if (!databases) return []
  const [primary, standby] = databases
  return [
    'listen database',
    'mode tcp',
    `bind 127.0.0.1:${port}`,
    'timeout client 1h',
    'timeout server 1h',
    'default-server check inter 250ms fall 2 rise 1 on-marked-down shutdown-sessions',
    `server primary 127.0.0.1:${primary}`,
    `server standby 127.0.0.1:${standby} backup`,
    '',
  ]
}
