import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { IncomingMail } from '#features/conversations/server/public.ts'
import type { FilesSettings } from '#platform/server/files/open-files.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import { looksLikeEmailAddress } from '#platform/shared/email-address.ts'
import { readFilesConfig } from './files-config.ts'
import { type PaymentsConfig, readPaymentsConfig } from './payments-config.ts'
import type { TracingSettings } from './tracing/open-tracing.ts'

/** Everything that the environment decides, read once, checked, and passed on (DESIGN §3). */
export type Config = {
  host: string
  port: number
  publicUrl: string
  dataDirectory: string
  databaseUrl: string | undefined
  /** The server itself, where `databaseUrl` is a pooler in transaction mode. */
  databaseListenUrl: string | undefined
  databaseReplicaUrl: string | undefined
  files: FilesSettings
  payments: PaymentsConfig
  smtpUrl: string | undefined
  mailFrom: string | undefined
  incomingMail: IncomingMail | undefined
  firstAdministrator: { email: string | undefined; password: string | undefined }
  trustProxy: string | undefined
  /** Public keys, each of which opens a backup by its private one. */
  backupRecipients: string[]
  /** What programs of PostgreSQL read that we start: no secret of ours but the database's. */
  environment: Record<string, string | undefined>
  logLevel: string
  metricsToken: string | undefined
  tracing: TracingSettings | undefined
}

const filled = z
  .string()
  .transform((value) => value.trim() || undefined)
  .optional()

const port = (name: string) =>
  z.coerce
    .number({ error: `${name} must be a port number` })
    .int(`${name} must be a port number`)
    .min(1, `${name} must be a port from 1 to 65535`)
    .max(65_535, `${name} must be a port from 1 to 65535`)

const webAddress = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be an address like https://example.org` })

const databaseAddress = (name: string) =>
  z.url({
    protocol: /^postgres(ql)?$/,
    error: `${name} must be an address like postgresql://user@host/database. In a password / # ? @ are written %2F %23 %3F %40`,
  })

const shareOfRequests = 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'

const Environment = z.object({
  HOST: filled,
  PORT: port('PORT').default(5001),
  PUBLIC_URL: webAddress('PUBLIC_URL').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress('DATABASE_URL').optional(),
  DATABASE_LISTEN_URL: databaseAddress('DATABASE_LISTEN_URL').optional(),
  DATABASE_REPLICA_URL: databaseAddress('DATABASE_REPLICA_URL').optional(),
  EMBEDDED_DATABASE: z.enum(['allow'], { error: 'EMBEDDED_DATABASE can only be "allow"' }).optional(),
  FILES_STORE: filled,
  S3_ENDPOINT: webAddress('S3_ENDPOINT').optional(),
  S3_REGION: filled,
  S3_ACCESS_KEY_ID: filled,
  S3_SECRET_ACCESS_KEY: filled,
  S3_ADDRESSING: z.enum(['path', 'host'], { error: 'S3_ADDRESSING must be path or host' }).optional(),
  STRIPE_SECRET_KEY: filled,
  STRIPE_PUBLISHABLE_KEY: filled,
  STRIPE_WEBHOOK_SECRET: filled,
  PAYMENTS_MODE: z
    .enum(['auto', 'sandbox', 'stripe'], { error: 'PAYMENTS_MODE must be auto, sandbox or stripe' })
    .default('auto'),
  SANDBOX_PORT: port('SANDBOX_PORT').optional(),
  SANDBOX_URL: webAddress('SANDBOX_URL').optional(),
  SANDBOX_PUBLIC_URL: webAddress('SANDBOX_PUBLIC_URL').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'SMTP_URL must be an address like smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: filled,
  INCOMING_MAIL_ADDRESS: filled.refine(
    (value) => value === undefined || isBox(value),
    'INCOMING_MAIL_ADDRESS must be an address like replies@example.org, with at most 20 letters before the @ and no plus',
  ),
  INCOMING_MAIL_SECRET: filled.refine(
    (value) => value === undefined || /^[\x21-\x7e]{32,200}$/.test(value),
    'INCOMING_MAIL_SECRET must have 32 to 200 characters, without spaces',
  ),
  ADMIN_EMAIL: filled.refine(
    (value) => value === undefined || looksLikeEmailAddress(value),
    'ADMIN_EMAIL must be an e-mail address',
  ),
  // As typed: a password may begin with a space.
  ADMIN_PASSWORD: z.string().min(15, 'ADMIN_PASSWORD must have at least 15 characters').max(256).optional(),
  TRUST_PROXY: filled.refine(
    (value) => value === undefined || value.split(',').every((name) => isProxyName(name.trim())),
    'TRUST_PROXY must list the addresses of your proxies, such as 10.0.0.2 or 10.0.0.0/24, or say loopback',
  ),
  BACKUP_RECIPIENTS: filled.refine(
    (value) => value === undefined || namesIn(value).every((name) => publicKeyOfAge.test(name)),
    'BACKUP_RECIPIENTS must list public keys of age, such as age1…, with commas between them',
  ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'LOG_LEVEL must be debug, info, warn, error or silent',
    })
    .default('info'),
  METRICS_TOKEN: filled.refine(
    (value) => value === undefined || /^[\x21-\x7e]{32,200}$/.test(value),
    'METRICS_TOKEN must have 32 to 200 characters, without spaces',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: shareOfRequests })
    .min(0, shareOfRequests)
    .max(1, shareOfRequests)
    .default(1),
  NODE_ENV: filled,
})

/** 32 bytes in the letters of Bech32 at least: one that was not copied whole would be found at night, by the first backup. */
const publicKeyOfAge = /^age1[02-9ac-hj-np-z]{58,}$/

/** Every variable that the site reads. */
export const settingNames = Object.keys(Environment.shape)

function namesIn(list: string): string[] {
  return list.split(',').flatMap((name) => name.trim() || [])
}

/** RFC 5321 §4.5.3.1.1: before the @ stand 64 characters at most, and the token of a conversation needs its part. */
function isBox(value: string): boolean {
  return looksLikeEmailAddress(value) && /^[\w.-]{1,20}@/.test(value)
}

/** Never "everybody": whoever may name the caller's address may also choose it (SECURITY §6). */
function isProxyName(name: string): boolean {
  const [address = '', length, ...rest] = name.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  const isLength = length === undefined || (/^[1-9][0-9]{0,2}$/.test(length) && Number(length) <= longest)
  const isNet = isIP(address) > 0 && isLength && rest.length === 0
  return isNet || ['loopback', 'linklocal', 'uniquelocal'].includes(name)
}

type Environment = z.infer<typeof Environment>

/** @throws StartRefused with one clear sentence for a wrong or half-set value */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new StartRefused(`${parsed.error.issues[0]?.message ?? 'The configuration is wrong'}.`)
  const values = parsed.data
  const publicUrl = originOf(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`)
  const payments = readPaymentsConfig(values)
  refuseUnsafe(values, publicUrl, payments)
  refuseLooseAddresses(values)
  return {
    host: values.HOST ?? 'localhost',
    port: values.PORT,
    publicUrl,
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    files: readFilesConfig(values),
    payments,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    incomingMail: incomingMailOf(values),
    firstAdministrator: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    trustProxy: values.TRUST_PROXY,
    backupRecipients: namesIn(values.BACKUP_RECIPIENTS ?? ''),
    environment: Object.fromEntries(Object.entries(environment).filter(([name]) => /^(PATH$|HOME$|PG)/.test(name))),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    tracing: tracingOf(values),
  }
}

function tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: Environment) {
  return endpoint ? { endpoint, share } : undefined
}

function incomingMailOf({
  INCOMING_MAIL_ADDRESS: address,
  INCOMING_MAIL_SECRET: secret,
  MAIL_FROM: sender,
}: Environment) {
  if (address && secret) return { address, secret, sender }
  if (!address && !secret) return undefined
  throw new StartRefused('Set INCOMING_MAIL_ADDRESS and INCOMING_MAIL_SECRET, or neither of them.')
}

function originOf(address: string): string {
  const { origin, pathname, search, hash, username } = new URL(address)
  const hasMore = [...pathname].some((character) => character !== '/') || search || hash || username
  if (hasMore) throw new StartRefused(`PUBLIC_URL is ${address}: the site needs a host of its own, without a path.`)
  return origin
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isLoopback(url: string): boolean {
  return loopbackHosts.has(new URL(url).hostname)
}

/** The embedded database is one process, so that neither means anything beside it. */
function refuseLooseAddresses(values: Environment) {
  if (values.DATABASE_URL) return
  const loose = (['DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'] as const).find((name) => values[name])
  if (loose) throw new StartRefused(`${loose} is set without DATABASE_URL. Set both, or neither.`)
}

function refuseUnsafe(values: Environment, publicUrl: string, payments: PaymentsConfig) {
  const isPublic = !isLoopback(publicUrl)
  if (isPublic && !publicUrl.startsWith('https:')) {
    throw new StartRefused(
      `PUBLIC_URL is ${publicUrl}: a public address must begin with https, or passwords would travel in the open.`,
    )
  }
  // A deploy with a forgotten secret would otherwise give packages away.
  if (isPublic && payments.mode === 'sandbox' && values.PAYMENTS_MODE !== 'sandbox') {
    throw new StartRefused(
      'No keys of the payment provider are set on a public address. Set them, or say PAYMENTS_MODE=sandbox to show the site in test mode.',
    )
  }
  const isEmbedded = !values.DATABASE_URL && values.EMBEDDED_DATABASE !== 'allow'
  const isLive = payments.mode === 'stripe' && payments.keys.secretKey.includes('_live_')
  if (isEmbedded && (isLive || values.NODE_ENV === 'production')) {
    throw new StartRefused(
      'Set DATABASE_URL: the embedded database does not sync to disk and is not for production. EMBEDDED_DATABASE=allow overrides this.',
    )
  }
}
