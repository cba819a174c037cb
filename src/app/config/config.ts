import { resolve } from 'node:path'
import { parseDataKey } from '#platform/server/data-keys.ts'
import { errorCode } from '#platform/server/error-code.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { Environment, splitList } from './environment.ts'
import { readFilesConfig } from './files-config.ts'
import { type PaymentsConfig, readPaymentsConfig } from './payments-config.ts'

/** All settings from the environment, read and checked once, then passed on as a value. */
export type Config = ReturnType<typeof readConfig>

/** @throws StartRefused with an explanation if a value is invalid or a group of settings is incomplete */
export function readConfig(environment: Record<string, string | undefined>) {
  const nonEmptyVariables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(nonEmptyVariables)
  if (!parsed.success) throw new StartRefused(`${parsed.error.issues[0]?.message ?? 'The configuration isn’t valid'}.`)
  const values = parsed.data
  const publicUrl = parseOrigin(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`)
  const payments = readPaymentsConfig(values)
  refuseUnsafeSettings(values, publicUrl, payments)
  refuseUnusedDatabaseUrls(values)
  return {
    host: values.HOST ?? 'localhost',
    port: values.PORT,
    publicUrl,
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    /** The server's direct address, needed if `databaseUrl` is a pooler in transaction mode. */
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    files: readFilesConfig(values),
    payments,
    smtpUrl: values.SMTP_URL,
    emailFrom: values.EMAIL_FROM,
    incomingEmail: readIncomingEmail(values),
    firstAdministrator: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    trustProxy: values.TRUST_PROXY,
    /** Public keys; each matching private key can decrypt a backup. */
    backupRecipients: splitList(values.BACKUP_RECIPIENTS ?? ''),
    /** The first key encrypts secrets in the database, and all of them decrypt. If empty, data-keys.ts creates one. */
    dataKeys: splitList(values.DATA_KEYS ?? '').flatMap((text) => parseDataKey(text) ?? []),
    /** Passed to the PostgreSQL programs that we start. The only secret in it is the database's. */
    environment: Object.fromEntries(Object.entries(environment).filter(([name]) => /^(PATH$|HOME$|PG)/.test(name))),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    tracing: readTracing(values),
  }
}

function readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: Environment) {
  return endpoint ? { endpoint, share } : undefined
}

function readIncomingEmail({
  INCOMING_EMAIL_ADDRESS: address,
  INCOMING_EMAIL_SECRET: secret,
  EMAIL_FROM: sender,
}: Environment) {
  if (address && secret) return { address, secret, sender }
  if (!address && !secret) return undefined
  throw new StartRefused('Set INCOMING_EMAIL_ADDRESS and INCOMING_EMAIL_SECRET, or neither.')
}

function parseOrigin(address: string): string {
  const { origin, pathname, search, hash, username } = new URL(address)
  const hasExtraParts = [...pathname].some((character) => character !== '/') || search || hash || username
  if (hasExtraParts) throw new StartRefused(`PUBLIC_URL is ${address}: the site needs its own host, without a path.`)
  return origin
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isLoopback(url: string): boolean {
  return loopbackHosts.has(new URL(url).hostname)
}

/** The embedded database is limited to one process, so these settings have no meaning with it. */
function refuseUnusedDatabaseUrls(values: Environment) {
  if (values.DATABASE_URL) return
  const unusedName = (['DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'] as const).find((name) => values[name])
  if (unusedName) throw new StartRefused(`${unusedName} is set without DATABASE_URL. Set both, or neither.`)
}

function refuseUnsafeSettings(values: Environment, publicUrl: string, payments: PaymentsConfig) {
  const isPublic = !isLoopback(publicUrl)
  if (isPublic && !publicUrl.startsWith('https:')) {
    throw new StartRefused(
      `PUBLIC_URL is ${publicUrl}: a public address must begin with https, or passwords would be sent unencrypted.`,
    )
  }
  // Without this check, a deployment that lacks its keys would give packages away.
  if (isPublic && payments.mode === 'sandbox' && values.PAYMENTS_MODE !== 'sandbox') {
    throw new StartRefused(
      'The site has a public address but no payment provider keys. Set them, or set PAYMENTS_MODE=sandbox to run in test mode.',
    )
  }
  const isLive = payments.mode === 'stripe' && payments.keys.secretKey.includes('_live_')
  if (isLive || values.NODE_ENV === 'production') refuseForProduction(values)
}

function refuseForProduction(values: Environment) {
  if (!values.DATABASE_URL && values.EMBEDDED_DATABASE !== 'allow') {
    throw new StartRefused(
      'Set DATABASE_URL: the embedded database doesn’t sync to disk and isn’t for production. EMBEDDED_DATABASE=allow overrides this.',
    )
  }
  if (!values.DATA_KEYS) {
    throw new StartRefused(
      'Set DATA_KEYS to seal secrets in the database: openssl rand -base64 32. Keep it with your backup keys.',
    )
  }
  if (!values.BACKUP_RECIPIENTS && values.BACKUP_UNENCRYPTED !== 'allow') {
    throw new StartRefused(
      'Set BACKUP_RECIPIENTS so that backups are encrypted: futureworld backup --new-key creates a key. BACKUP_UNENCRYPTED=allow overrides this.',
    )
  }
}

/** Explains to the operator why the site cannot listen. */
export function listenError({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown) {
  if (errorCode(error) === 'EADDRINUSE')
    return new StartRefused(`Port ${port} is in use by another program. Stop that program, or set PORT to a free port.`)
  const reason = error instanceof Error ? error.message : String(error)
  return new StartRefused(
    `The site can’t listen on ${host}, port ${port} (${reason}). Set HOST and PORT to an address and port that this machine can use.`,
  )
}
