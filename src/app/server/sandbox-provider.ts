import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { notWritable } from '#platform/server/db/directory-lock.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Sandbox } from '../../sandbox/start-sandbox.ts'
import { type ClockSource, clockAt } from './business-clock.ts'
import type { Config } from './config.ts'
import type { ProviderKeys } from './payments-config.ts'

export type RunningSandbox = {
  url: string
  publicUrl: string
  keys: ProviderKeys
  clock: ClockSource
  /** Where it runs in this process. */
  control?: Sandbox
  close: () => Promise<void>
}

/** Starts the embedded payment provider on its own port, with its own data, or joins one that runs already. */
export async function openSandbox(
  { payments, host, port, dataDirectory, publicUrl }: Config,
  { beginsMinutesAgo = 0 } = {},
): Promise<RunningSandbox | undefined> {
  if (payments.mode === 'stripe') return undefined
  if ('url' in payments) {
    const { url, publicUrl: sandboxUrl, keys } = payments
    return { url, publicUrl: sandboxUrl, keys, clock: clockAt(url), close: async () => {} }
  }
  const directory = join(dataDirectory, 'sandbox')
  const keys = await sandboxKeys(directory).catch((error: unknown) => {
    throw isCoded(error, 'EACCES', 'EROFS', 'ENOTDIR', 'EEXIST') ? notWritable(dataDirectory, error) : error
  })
  // Loaded only where it runs: with real keys it is no part of the process.
  const { startSandbox } = await import('../../sandbox/start-sandbox.ts')
  const sandbox = await startSandbox({
    port: payments.port,
    dataFile: join(directory, 'provider.sqlite'),
    beginsMinutesAgo,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhook: { url: `http://${addressWithin(host)}:${port}/api/webhooks/stripe`, secret: keys.webhookSecret },
  }).catch((error: unknown) => {
    if (isCoded(error, 'SANDBOX_USED')) throw sandboxUsed(directory)
    throw isCoded(error, 'EADDRINUSE') ? sandboxPortInUse(payments.port) : error
  })
  const url = `http://127.0.0.1:${payments.port}`
  // The browser reaches it under the name that the page itself has: another port is another origin already.
  const sandboxUrl = new URL(publicUrl)
  sandboxUrl.port = String(payments.port)
  return {
    url,
    publicUrl: sandboxUrl.origin,
    keys,
    clock: { read: async () => sandbox.clock(), onMove: sandbox.onClock },
    control: sandbox,
    close: () => sandbox.close(),
  }
}

/** Under which address this machine reaches the site: one that listens everywhere does so on loopback too. */
export function addressWithin(host: string): string {
  if (['localhost', '0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Made once a data directory: whoever knows them could sign events. */
async function sandboxKeys(directory: string): Promise<ProviderKeys> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'keys.json')
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known) return JSON.parse(known)
  const random = () => randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')
  const keys = {
    secretKey: `sk_test_sandbox${random()}`,
    publishableKey: `pk_test_sandbox${random()}`,
    webhookSecret: `whsec_${random()}`,
  }
  // Whole or not at all: half of it after a power cut would keep the site from starting.
  const draft = `${file}.new`
  await writeFile(draft, JSON.stringify(keys), { mode: 0o600, flush: true })
  await rename(draft, file)
  return keys
}

function isCoded(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function sandboxUsed(directory: string) {
  return new StartRefused(
    `The payment sandbox in ${directory} was used already, and the demo tells of the last three months from their beginning. Set DATA_DIR to an empty directory.`,
  )
}

function sandboxPortInUse(port: number) {
  return new StartRefused(
    `Port ${port}, where the payment sandbox listens, is in use by another program. Stop that one, or set SANDBOX_PORT to a free port.`,
  )
}
