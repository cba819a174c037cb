import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { IncomingMail } from '#features/conversations/server/public.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import { looksLikeEmailAddress } from '#platform/shared/email-address.ts'
import { type PaymentsConfig, readPaymentsConfig } from './payments-config.ts'

/** Everything that the environment decides, read once, checked, and passed on (DESIGN §3). */
export type Config = {
  host: string
  port: number
  publicUrl: string
  dataDirectory: string
  databaseUrl: string | undefined
  payments: PaymentsConfig
  smtpUrl: string | undefined
  mailFrom: string | undefined
  incomingMail: IncomingMail | undefined
  firstAdministrator: { email: string | undefined; password: string | undefined }
  trustProxy: string | undefined
  logLevel: string
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

const Environment = z.object({
  HOST: filled,
  PORT: port('PORT').default(5001),
  PUBLIC_URL: webAddress('PUBLIC_URL').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must be an address like postgresql://user@host/database' })
    .optional(),
  EMBEDDED_DATABASE: z.enum(['allow'], { error: 'EMBEDDED_DATABASE can only be "allow"' }).optional(),
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
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'LOG_LEVEL must be debug, info, warn, error or silent',
    })
    .default('info'),
  NODE_ENV: filled,
})

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
  return {
    host: values.HOST ?? 'localhost',
    port: values.PORT,
    publicUrl,
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    payments,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    incomingMail: incomingMailOf(values),
    firstAdministrator: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  }
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
