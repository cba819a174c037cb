import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Sandbox } from 'stripe-sandbox'
import { openStripeGateway } from '#features/payments/server/public.ts'
import { directoryNotWritable } from '#platform/server/db/data-directory.ts'
import { errorCode } from '#platform/server/error-code.ts'
import type { Log } from '#platform/server/log.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'
import type { ProviderKeys } from '../config/payments-config.ts'
import { type ClockSource, openBusinessClock, remoteClock } from './business-clock.ts'

/** Opens the configured payment provider and its clock. */
export async function openPaymentProvider(config: Config, log: Log) {
  const sandbox = await openSandbox(config)
  const keys = sandbox?.keys ?? (config.payments.mode === 'stripe' ? config.payments.keys : undefined)
  if (!keys) throw new Error('No sandbox and no payment provider keys are configured')
  const clock = await openBusinessClock(sandbox?.clock, log)
  const close = async () => {
    await clock.close()
    await sandbox?.close()
  }
  return { provider: openStripeGateway({ ...keys, sandbox, log }), sandbox, clock, close }
}

type RunningSandbox = {
  url: string
  publicUrl: string
  keys: ProviderKeys
  clock: ClockSource
  /** Set if the sandbox runs in this process. */
  control?: Sandbox
  close: () => Promise<void>
}

/** Starts the embedded payment provider on a separate port with separate data, or connects to one that already runs. */
export async function openSandbox(
  { payments, host, port, dataDirectory, publicUrl }: Config,
  // Loaded only if needed; with real keys the sandbox is never part of the process.
  { beginsMinutesAgo = 0, load = () => import('stripe-sandbox') } = {},
): Promise<RunningSandbox | undefined> {
  if (payments.mode === 'stripe') return undefined
  if ('url' in payments) {
    const { url, publicUrl: sandboxUrl, keys } = payments
    return { url, publicUrl: sandboxUrl, keys, clock: remoteClock(url), close: async () => {} }
  }
  const directory = join(dataDirectory, 'sandbox')
  const keys = await sandboxKeys(directory).catch((error: unknown) => {
    throw hasErrorCode(error, 'EACCES', 'EROFS', 'ENOTDIR', 'EEXIST')
      ? directoryNotWritable(dataDirectory, error)
      : error
  })
  const { startSandbox } = await load()
  const sandbox = await startSandbox({
    port: payments.port,
    dataFile: join(directory, 'provider.sqlite'),
    beginsMinutesAgo,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhook: { url: `http://${localHostFor(host)}:${port}/api/webhooks/stripe`, secret: keys.webhookSecret },
  }).catch((error: unknown) => {
    if (hasErrorCode(error, 'SANDBOX_USED')) throw sandboxInUse(directory)
    throw hasErrorCode(error, 'EADDRINUSE') ? sandboxPortInUse(payments.port) : error
  })
  const url = `http://127.0.0.1:${payments.port}`
  // Browsers reach the sandbox under the page's host name. The different port already makes it another origin.
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

/** Returns the host name this machine can reach the site at, which is loopback if the site listens on all addresses. */
export function localHostFor(host: string): string {
  if (['localhost', '0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Created once per data directory and secret, because anyone who knows the keys could sign events. */
async function sandboxKeys(directory: string): Promise<ProviderKeys> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'keys.json')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored) return JSON.parse(stored)
  const random = () => randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')
  const keys = {
    secretKey: `sk_test_sandbox${random()}`,
    publishableKey: `pk_test_sandbox${random()}`,
    webhookSecret: `whsec_${random()}`,
  }
  // Written atomically, because a half-written file after a power cut would stop the site from starting.
  const draft = `${file}.new`
  await writeFile(draft, JSON.stringify(keys), { mode: 0o600, flush: true })
  await rename(draft, file)
  return keys
}

function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(errorCode(error) ?? '')
}

function sandboxInUse(directory: string) {
  return new StartRefused(
    `The payment sandbox in ${directory} has already been used, and the demo needs a new one. Set DATA_DIR to an empty directory.`,
  )
}

function sandboxPortInUse(port: number) {
  return new StartRefused(
    `Port ${port}, where the payment sandbox listens, is in use by another program. Stop that program, or set SANDBOX_PORT to a free port.`,
  )
}
