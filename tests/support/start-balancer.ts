import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from './find-program.ts'
import { freePort } from './start-site.ts'

type Ports = { sites: number[]; databases?: [primary: number, standby: number] }

/**
 * HAProxy before several processes of the site, and before a pair of databases: a process that does not say `/readyz`
 * is left alone, and the standby is asked once the primary is gone.
 */
export async function startBalancer({ sites, databases }: Ports) {
  const program = requireProgram('haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-balancer-'))
  const [sitePort, databasePort] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, [...general, ...siteLines(sitePort, sites), ...databaseLines(databasePort, databases)].join('\n'))
  const balancer = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  const ended = once(balancer, 'exit')
  return {
    url: `http://localhost:${sitePort}`,
    databaseAddress: `127.0.0.1:${databasePort}`,
    async stop() {
      balancer.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const general = [
  'defaults',
  'timeout connect 1s',
  'timeout client 60s',
  'timeout server 60s',
  'timeout queue 5s',
  'timeout check 1s',
  'retries 3',
  'option redispatch 1',
]

function siteLines(port: number, sites: number[]): string[] {
  return [
    'frontend site',
    'mode http',
    `bind 127.0.0.1:${port}`,
    'option forwardfor',
    'default_backend processes',
    'backend processes',
    'mode http',
    'balance roundrobin',
    'option httpchk GET /readyz',
    // Only what no process has seen: a request that one began to answer may have been carried out.
    'retry-on conn-failure',
    'default-server check inter 500ms fall 2 rise 1',
    ...sites.map((site, number) => `server process${number} 127.0.0.1:${site}`),
    '',
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
