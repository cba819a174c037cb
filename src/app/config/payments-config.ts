import { StartRefused } from '#platform/server/operator-errors.ts'
import type { Environment } from './environment.ts'

export type ProviderKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

export type PaymentsConfig =
  | { mode: 'stripe'; keys: ProviderKeys }
  /** The embedded sandbox, which the site starts on a separate port. */
  | { mode: 'sandbox'; port: number }
  /** A sandbox that already runs at this address. */
  | { mode: 'sandbox'; url: string; publicUrl: string; keys: ProviderKeys }

/** @throws StartRefused if keys are missing, mix test and live, or contradict the mode */
export function readPaymentsConfig(values: Environment): PaymentsConfig {
  const keys = providerKeys(values)
  return decideMode(values, keys) === 'stripe' ? stripeConfig(values, keys) : sandboxConfig(values, keys)
}

function decideMode({ PAYMENTS_MODE, SANDBOX_URL }: Environment, keys: ProviderKeys | undefined) {
  if (PAYMENTS_MODE !== 'auto') return PAYMENTS_MODE
  return keys && !SANDBOX_URL ? 'stripe' : 'sandbox'
}

function stripeConfig({ SANDBOX_URL }: Environment, keys: ProviderKeys | undefined): PaymentsConfig {
  if (!keys) {
    throw new StartRefused(
      'PAYMENTS_MODE is stripe, but STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET aren’t set.',
    )
  }
  if (SANDBOX_URL) {
    throw new StartRefused('SANDBOX_URL is set but PAYMENTS_MODE is stripe. Remove one of them.')
  }
  return { mode: 'stripe', keys }
}

function sandboxConfig(values: Environment, keys: ProviderKeys | undefined): PaymentsConfig {
  const { SANDBOX_URL: url, SANDBOX_PUBLIC_URL: publicUrl, SANDBOX_PORT: port, PORT } = values
  if (url) {
    if (!keys) {
      throw new StartRefused(
        'SANDBOX_URL needs the keys of that sandbox in STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
      )
    }
    if (keys.secretKey.includes('_live_')) {
      throw new StartRefused('SANDBOX_URL is set but the payment provider’s keys are live. Remove one of them.')
    }
    return { mode: 'sandbox', url, publicUrl: publicUrl ?? url, keys }
  }
  if (keys) {
    throw new StartRefused(
      'PAYMENTS_MODE is sandbox but payment provider keys are set. Remove the keys or set PAYMENTS_MODE to stripe.',
    )
  }
  return { mode: 'sandbox', port: sandboxPort(port ?? PORT + 1, PORT) }
}

function sandboxPort(port: number, sitePort: number): number {
  if (port === sitePort) {
    throw new StartRefused(`SANDBOX_PORT and PORT are both ${port}. The sandbox needs its own port.`)
  }
  if (port > 65_535) throw new StartRefused('SANDBOX_PORT must be a port from 1 to 65535.')
  return port
}

function providerKeys(values: Environment): ProviderKeys | undefined {
  const secretKey = values.STRIPE_SECRET_KEY
  const publishableKey = values.STRIPE_PUBLISHABLE_KEY
  const webhookSecret = values.STRIPE_WEBHOOK_SECRET
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey || !publishableKey || !webhookSecret) throw incompleteKeys({ ...values })
  refuseMixedKeys(secretKey, publishableKey)
  if (!webhookSecret.startsWith('whsec_')) throw new StartRefused('STRIPE_WEBHOOK_SECRET must begin with whsec_.')
  return { secretKey, publishableKey, webhookSecret }
}

function incompleteKeys(values: Record<string, unknown>) {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
  const missing = names.filter((name) => !values[name]).join(' and ')
  return new StartRefused(
    `The payment provider is only partly set up. Missing: ${missing}. Set all three keys or none.`,
  )
}

function refuseMixedKeys(secretKey: string, publishableKey: string) {
  const secret = /^(?:sk|rk)_(live|test)_/.exec(secretKey)?.[1]
  const publishable = /^pk_(live|test)_/.exec(publishableKey)?.[1]
  if (!secret) throw new StartRefused('STRIPE_SECRET_KEY must begin with sk_live_, sk_test_, rk_live_ or rk_test_.')
  if (!publishable) throw new StartRefused('STRIPE_PUBLISHABLE_KEY must begin with pk_live_ or pk_test_.')
  if (secret !== publishable) {
    throw new StartRefused(
      `STRIPE_SECRET_KEY is a ${secret} key and STRIPE_PUBLISHABLE_KEY a ${publishable} key. They must be the same kind.`,
    )
  }
}
