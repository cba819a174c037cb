import { expect, test } from 'vitest'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { readConfig } from './config.ts'

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
}
/** Settings that production also requires. */
const production = { DATA_KEYS: Buffer.alloc(32, 1).toString('base64'), BACKUP_UNENCRYPTED: 'allow' }
const liveKeys = { ...testKeys, ...production, STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }
const database = { DATABASE_URL: 'postgresql://user@db.example/futureworld' }
const SANDBOX_URL = 'http://sandbox:4242'
/** Has the minimum length of INCOMING_EMAIL_SECRET and METRICS_TOKEN. */
const operatorSecret = 'x'.repeat(32)
const publicSite = { PUBLIC_URL: 'https://futureworld.example', ...database }

test('without settings, the site runs locally in test mode with its own data', () => {
  expect(readConfig({})).toMatchObject({
    host: 'localhost',
    port: 5001,
    publicUrl: 'http://localhost:5001',
    dataDirectory: expect.stringMatching(/\/data$/),
    databaseUrl: undefined,
    payments: { mode: 'sandbox', port: 5002 },
    smtpUrl: undefined,
    trustProxy: undefined,
    logLevel: 'info',
    metricsToken: undefined,
    tracing: undefined,
  })
})

test('an empty or blank setting counts as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', STRIPE_SECRET_KEY: ' ', PAYMENTS_MODE: '' })).toEqual(readConfig({}))
})

test("the sandbox uses the port after the site's own unless set otherwise", () => {
  expect(readConfig({ PORT: '6300' })).toMatchObject({ port: 6300, payments: { mode: 'sandbox', port: 6301 } })
  expect(readConfig({ PORT: '6300', SANDBOX_PORT: '7000' }).payments).toEqual({ mode: 'sandbox', port: 7000 })
})

test.each(['https://futureworld.example//', 'https://FutureWorld.example', 'https://futureworld.example:443/'])(
  'the public address %s is normalised',
  (PUBLIC_URL) => {
    expect(readConfig({ ...publicSite, ...testKeys, PUBLIC_URL }).publicUrl).toBe('https://futureworld.example')
  },
)

test('setting all three Stripe keys turns test mode off', () => {
  expect(readConfig(testKeys).payments).toEqual({
    mode: 'stripe',
    keys: { secretKey: 'sk_test_abc', publishableKey: 'pk_test_abc', webhookSecret: 'whsec_abc' },
  })
  expect(readConfig({ ...publicSite, ...liveKeys }).payments.mode).toBe('stripe')
  expect(readConfig({ ...testKeys, STRIPE_SECRET_KEY: 'rk_test_abc' }).payments.mode).toBe('stripe')
})

test('a sandbox that already runs elsewhere is used, with its own keys', () => {
  const keys = { secretKey: 'sk_test_abc', publishableKey: 'pk_test_abc', webhookSecret: 'whsec_abc' }
  expect(readConfig({ ...testKeys, SANDBOX_URL: 'http://sandbox:4242' }).payments).toEqual({
    mode: 'sandbox',
    url: 'http://sandbox:4242',
    publicUrl: 'http://sandbox:4242',
    keys,
  })
})

test('a public site may run in test mode if set explicitly', () => {
  expect(readConfig({ ...publicSite, PAYMENTS_MODE: 'sandbox' }).payments.mode).toBe('sandbox')
})

const noDatabase = 'Set DATABASE_URL: the embedded database doesn’t sync to disk and isn’t for production.'
const noKeys = 'The site has a public address but no payment provider keys.'

test.each<[environment: Record<string, string>, message: string]>([
  [
    { STRIPE_SECRET_KEY: 'sk_test_abc' },
    'only partly set up. Missing: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
  ],
  [
    { ...testKeys, STRIPE_WEBHOOK_SECRET: '' },
    'only partly set up. Missing: STRIPE_WEBHOOK_SECRET. Set all three keys or none.',
  ],
  [{ ...testKeys, STRIPE_PUBLISHABLE_KEY: ' ' }, 'only partly set up. Missing: STRIPE_PUBLISHABLE_KEY.'],
  [{ ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }, 'is a test key and STRIPE_PUBLISHABLE_KEY a live key.'],
  [{ ...liveKeys, STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' }, 'is a live key and STRIPE_PUBLISHABLE_KEY a test key.'],
  [{ ...testKeys, STRIPE_SECRET_KEY: 'pk_test_abc' }, 'STRIPE_SECRET_KEY must begin with sk_live_, sk_test_, rk_live_'],
  [{ ...testKeys, STRIPE_PUBLISHABLE_KEY: 'sk_test_abc' }, 'STRIPE_PUBLISHABLE_KEY must begin with pk_live_ or pk_'],
  [{ ...testKeys, STRIPE_WEBHOOK_SECRET: 'abc' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'],
  [{ PAYMENTS_MODE: 'stripe' }, 'PAYMENTS_MODE is stripe, but STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_'],
  [{ ...testKeys, PAYMENTS_MODE: 'sandbox' }, 'PAYMENTS_MODE is sandbox but payment provider keys are set.'],
  [{ ...testKeys, PAYMENTS_MODE: 'stripe', SANDBOX_URL }, 'SANDBOX_URL is set but PAYMENTS_MODE is stripe.'],
  [{ SANDBOX_URL }, 'SANDBOX_URL needs the keys of that sandbox in STRIPE_SECRET_KEY'],
  [{ ...liveKeys, ...database, SANDBOX_URL }, 'SANDBOX_URL is set but the payment provider’s keys are live.'],
  [{ ...publicSite }, noKeys],
  [{ ...publicSite, ...testKeys, SANDBOX_URL }, noKeys],
  [{ ...publicSite, ...testKeys, PUBLIC_URL: 'http://futureworld.example' }, 'a public address must begin with https'],
  [{ ...liveKeys }, noDatabase],
  [{ NODE_ENV: 'production' }, noDatabase],
  [{ PORT: 'http' }, 'PORT must be a port number.'],
  [{ PORT: '0' }, 'PORT must be a port from 1 to 65535.'],
  [{ PORT: '65536' }, 'PORT must be a port from 1 to 65535.'],
  [{ PORT: '65535' }, 'SANDBOX_PORT must be a port from 1 to 65535.'],
  [{ PORT: '80.5' }, 'PORT must be a port number.'],
  [{ PORT: '5001', SANDBOX_PORT: '5001' }, 'SANDBOX_PORT and PORT are both 5001. The sandbox needs its own port.'],
  [{ SANDBOX_PORT: 'x' }, 'SANDBOX_PORT must be a port number.'],
  [{ PUBLIC_URL: 'futureworld.example' }, 'PUBLIC_URL must be an address like https://example.org.'],
  [{ PUBLIC_URL: 'ftp://futureworld.example' }, 'PUBLIC_URL must be an address like https://example.org.'],
  [{ ...testKeys, PUBLIC_URL: 'https://futureworld.example/shop' }, 'the site needs its own host, without a path.'],
  [{ ...testKeys, PUBLIC_URL: 'https://user@futureworld.example' }, 'the site needs its own host, without a path.'],
  [
    { DATABASE_URL: 'mysql://user@host/database' },
    'DATABASE_URL must be an address like postgresql://user@host/database.',
  ],
  [{ DATABASE_URL: 'postgresql://user:pass/word@host/database' }, 'In a password, write / # ? @ as %2F %23 %3F %40.'],
  [{ BACKUP_RECIPIENTS: 'age1m0r7m3pcyrjzft92zafc' }, 'BACKUP_RECIPIENTS must list age public keys (age1…)'],
  [{ NODE_ENV: 'production', ...database }, 'Set DATA_KEYS to seal secrets in the database'],
  [
    { NODE_ENV: 'production', ...database, DATA_KEYS: production.DATA_KEYS },
    'so that backups are encrypted: futureworld',
  ],
  [{ BACKUP_UNENCRYPTED: 'yes' }, 'BACKUP_UNENCRYPTED can only be "allow".'],
  [{ DATA_KEYS: 'c2hvcnQ=' }, 'DATA_KEYS must list 32-byte keys in base64 (from openssl rand -base64 32)'],
  [{ EMBEDDED_DATABASE: 'yes' }, 'EMBEDDED_DATABASE can only be "allow".'],
  [{ PAYMENTS_MODE: 'test' }, 'PAYMENTS_MODE must be auto, sandbox or stripe.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address like smtp://user:password@host:587.'],
  [{ ADMIN_EMAIL: 'boss' }, 'ADMIN_EMAIL must be an email address.'],
  [{ ADMIN_PASSWORD: 'short password' }, 'ADMIN_PASSWORD must have at least 15 characters.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn, error or silent.'],
  [{ INCOMING_EMAIL_ADDRESS: 'replies@example.org' }, 'or neither'],
  [{ INCOMING_EMAIL_SECRET: operatorSecret }, 'or neither'],
  [{ INCOMING_EMAIL_SECRET: 'short' }, 'INCOMING_EMAIL_SECRET must have 32 to 200 characters'],
  [{ INCOMING_EMAIL_ADDRESS: 'a+b@example.org' }, 'no plus'],
  [{ INCOMING_EMAIL_ADDRESS: `${'x'.repeat(21)}@example.org` }, 'no more than 20 characters'],
  [{ METRICS_TOKEN: 'x'.repeat(31) }, 'METRICS_TOKEN must have 32 to 200 characters'],
  [{ METRICS_TOKEN: 'x'.repeat(201) }, 'METRICS_TOKEN must have 32 to 200 characters'],
  [{ METRICS_TOKEN: `${'x'.repeat(31)} x` }, 'METRICS_TOKEN must have 32 to 200 characters'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'must be an address'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'from 0 to 1'],
  [{ OTEL_TRACES_SAMPLER_ARG: '-1' }, 'from 0 to 1'],
  [{ OTEL_TRACES_SAMPLER_ARG: 'all' }, 'from 0 to 1'],
])('the settings %j are refused with an explanation', (environment, message) => {
  const start = () => readConfig(environment)
  expect(start).toThrow(StartRefused)
  expect(start).toThrow(message)
})

test("incoming email needs an address and the mail server's secret", () => {
  expect(readConfig({}).incomingEmail).toBeUndefined()
  const settings = { INCOMING_EMAIL_ADDRESS: 'replies@example.org', INCOMING_EMAIL_SECRET: operatorSecret }
  const incomingEmail = { address: 'replies@example.org', secret: operatorSecret, sender: undefined }
  expect(readConfig(settings).incomingEmail).toEqual(incomingEmail)
})

const secretSettings = [
  ...['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'DATABASE_URL'],
  ...['ADMIN_PASSWORD', 'PORT'],
]

test.each(['sk_live_canary', 'whsec_canary', 'smtp://user:canary@host', 'postgresql://user:canary@host/db'])(
  'error messages never contain the secret %s',
  (secret) => {
    for (const name of secretSettings) {
      const start = () => readConfig({ ...testKeys, [name]: secret })
      expect(start).not.toThrow('canary')
    }
  },
)

test.each(['true', '1', '*', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example', '10.0.0.1,all'])(
  '%s is not a valid trusted proxy',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY must list your proxies’ addresses')
  },
)

test.each(['10.0.0.2', '10.0.0.0/8, 172.16.0.1', 'loopback', '::1', 'fd00::/8'])(
  '%s is a valid trusted proxy',
  (value) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value)
  },
)

test('live keys may be used with the embedded database if this is explicitly allowed', () => {
  expect(readConfig({ ...liveKeys, EMBEDDED_DATABASE: 'allow' }).payments.mode).toBe('stripe')
})

test('a metrics token of 32 characters is accepted', () => {
  expect(readConfig({ METRICS_TOKEN: operatorSecret }).metricsToken).toBe(operatorSecret)
})

test('traces are sent only if a collector is configured, and include every request by default', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'
  expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).tracing).toBeUndefined()
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({ endpoint: 'http://collector:4318', share: 1 })
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.1' }).tracing?.share).toBe(0.1)
})
