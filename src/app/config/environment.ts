import { isIP } from 'node:net'
import { z } from 'zod'
import { MIN_STAFF_PASSWORD_LENGTH } from '#features/accounts/passwords/contract.ts'
import { parseDataKey } from '#platform/server/data-keys.ts'
import { looksLikeEmailAddress } from '#platform/shared/email-address.ts'

const nonEmpty = z
  .string()
  .transform((value) => value.trim() || undefined)
  .optional()

/** @param message shown if the value is set but invalid */
const valid = (isValid: (value: string) => unknown, message: string) =>
  nonEmpty.refine((value) => value === undefined || isValid(value), message)

const secret = (name: string) =>
  valid((value) => /^[\x21-\x7e]{32,200}$/.test(value), `${name} must have 32 to 200 characters, without spaces`)

const allowance = (name: string) => z.enum(['allow'], { error: `${name} can only be "allow"` }).optional()

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
    error: `${name} must be an address like postgresql://user@host/database. In a password, write / # ? @ as %2F %23 %3F %40`,
  })

const SAMPLE_RATE_MESSAGE = 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'

/** Every variable that the site reads, with its format. */
export const Environment = z.object({
  HOST: nonEmpty,
  PORT: port('PORT').default(5001),
  PUBLIC_URL: webAddress('PUBLIC_URL').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress('DATABASE_URL').optional(),
  DATABASE_LISTEN_URL: databaseAddress('DATABASE_LISTEN_URL').optional(),
  DATABASE_REPLICA_URL: databaseAddress('DATABASE_REPLICA_URL').optional(),
  EMBEDDED_DATABASE: allowance('EMBEDDED_DATABASE'),
  FILES_STORE: nonEmpty,
  S3_ENDPOINT: webAddress('S3_ENDPOINT').optional(),
  S3_REGION: nonEmpty,
  S3_ACCESS_KEY_ID: nonEmpty,
  S3_SECRET_ACCESS_KEY: nonEmpty,
  S3_ADDRESSING: z.enum(['path', 'host'], { error: 'S3_ADDRESSING must be path or host' }).optional(),
  STRIPE_SECRET_KEY: nonEmpty,
  STRIPE_PUBLISHABLE_KEY: nonEmpty,
  STRIPE_WEBHOOK_SECRET: nonEmpty,
  PAYMENTS_MODE: z
    .enum(['auto', 'sandbox', 'stripe'], { error: 'PAYMENTS_MODE must be auto, sandbox or stripe' })
    .default('auto'),
  SANDBOX_PORT: port('SANDBOX_PORT').optional(),
  SANDBOX_URL: webAddress('SANDBOX_URL').optional(),
  SANDBOX_PUBLIC_URL: webAddress('SANDBOX_PUBLIC_URL').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'SMTP_URL must be an address like smtp://user:password@host:587' })
    .optional(),
  EMAIL_FROM: nonEmpty,
  INCOMING_EMAIL_ADDRESS: valid(
    isReplyAddress,
    'INCOMING_EMAIL_ADDRESS must be an address like replies@example.org, with no more than 20 characters before the @ and no plus sign',
  ),
  INCOMING_EMAIL_SECRET: secret('INCOMING_EMAIL_SECRET'),
  ADMIN_EMAIL: valid(looksLikeEmailAddress, 'ADMIN_EMAIL must be an email address'),
  // Not trimmed, because a password may begin with a space.
  ADMIN_PASSWORD: z
    .string()
    .min(MIN_STAFF_PASSWORD_LENGTH, `ADMIN_PASSWORD must have at least ${MIN_STAFF_PASSWORD_LENGTH} characters`)
    .max(256)
    .optional(),
  TRUST_PROXY: valid(
    (value) => value.split(',').every((name) => isProxyName(name.trim())),
    'TRUST_PROXY must list your proxies’ addresses, for example 10.0.0.2 or 10.0.0.0/24, or be loopback',
  ),
  BACKUP_RECIPIENTS: valid(
    (value) => splitList(value).every((name) => ageRecipientPattern.test(name)),
    'BACKUP_RECIPIENTS must list age public keys (age1…), separated by commas',
  ),
  BACKUP_UNENCRYPTED: allowance('BACKUP_UNENCRYPTED'),
  DATA_KEYS: valid(
    (value) => splitList(value).every(parseDataKey),
    'DATA_KEYS must list 32-byte keys in base64 (from openssl rand -base64 32), separated by commas',
  ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'LOG_LEVEL must be debug, info, warn, error or silent',
    })
    .default('info'),
  METRICS_TOKEN: secret('METRICS_TOKEN'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: SAMPLE_RATE_MESSAGE })
    .min(0, SAMPLE_RATE_MESSAGE)
    .max(1, SAMPLE_RATE_MESSAGE)
    .default(1),
  NODE_ENV: nonEmpty,
})

export type Environment = z.infer<typeof Environment>

/** At least 32 bytes in Bech32, because an incomplete key would fail only at the first nightly backup. */
const ageRecipientPattern = /^age1[02-9ac-hj-np-z]{58,}$/

export const settingNames = Object.keys(Environment.shape)

export function splitList(list: string): string[] {
  return list.split(',').flatMap((name) => name.trim() || [])
}

/** RFC 5321 §4.5.3.1.1 allows 64 characters before the @, and the conversation's token needs most of them. */
function isReplyAddress(value: string): boolean {
  return looksLikeEmailAddress(value) && /^[\w.-]{1,20}@/.test(value)
}

/** Refuses to trust every address, because a caller that sets its own address would evade the rate limits. */
function isProxyName(name: string): boolean {
  const [address = '', prefixLength, ...rest] = name.split('/')
  const maxPrefixLength = isIP(address) === 6 ? 128 : 32
  const isPrefixValid =
    prefixLength === undefined || (/^[1-9][0-9]{0,2}$/.test(prefixLength) && Number(prefixLength) <= maxPrefixLength)
  const isNetwork = isIP(address) > 0 && isPrefixValid && rest.length === 0
  return isNetwork || ['loopback', 'linklocal', 'uniquelocal'].includes(name)
}

/** An unknown environment variable, and the setting whose name it resembles. */
type MisspelledSetting = { given: string; meant: string }

/** Shorter names are not compared, because even unrelated ones are similar, such as HOST and PORT. */
const MIN_NAME_LENGTH = 6
const MAX_EDITS = 2

/** Finds settings that were probably misspelled. The site only warns, because other programs set variables too. */
export function findMisspelledSettings(names: string[], knownNames: string[]): MisspelledSetting[] {
  const unknown = names.filter((name) => name.length >= MIN_NAME_LENGTH && !knownNames.includes(name))
  return unknown.flatMap((name) => {
    const suggestion = knownNames.find(
      (knownName) => knownName.length >= MIN_NAME_LENGTH && editDistance(name, knownName) <= MAX_EDITS,
    )
    return suggestion ? [{ given: name, meant: suggestion }] : []
  })
}

/** Counts missing, extra, wrong and swapped characters as one edit each. */
function editDistance(typed: string, intended: string): number {
  const rows: number[][] = [Array.from({ length: intended.length + 1 }, (_, column) => column)]
  const cost = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= typed.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= intended.length; column += 1) {
      const isSameCharacter = typed[row - 1] === intended[column - 1]
      const isSwapped = typed[row - 1] === intended[column - 2] && typed[row - 2] === intended[column - 1]
      const edits = Math.min(
        cost(row - 1, column) + 1,
        cost(row, column - 1) + 1,
        cost(row - 1, column - 1) + (isSameCharacter ? 0 : 1),
        isSwapped ? cost(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      rows[row]?.push(edits)
    }
  }
  return cost(typed.length, intended.length)
}
