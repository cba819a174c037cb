import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from './start-site.ts'

const program = fileURLToPath(import.meta.resolve('stripe-sandbox/program'))

export const providerKeys = {
  secretKey: 'sk_test_beside',
  publishableKey: 'pk_test_beside',
  webhookSecret: 'whsec_beside',
}

/**
 * Starts the sandbox as a separate program, for sites with several processes.
 * @param siteUrl the site that receives its webhooks
 */
export async function startProvider(siteUrl: string) {
  const port = await freePort()
  const provider = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_FILE: ':memory:',
      SANDBOX_SECRET_KEY: providerKeys.secretKey,
      SANDBOX_PUBLISHABLE_KEY: providerKeys.publishableKey,
      SANDBOX_WEBHOOK_URL: `${siteUrl}/api/webhooks/stripe`,
      SANDBOX_WEBHOOK_SECRET: providerKeys.webhookSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(provider.stdout, 'data')
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    /** The environment variables that connect a site to the sandbox. */
    environment: {
      SANDBOX_URL: url,
      STRIPE_SECRET_KEY: providerKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: providerKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: providerKeys.webhookSecret,
    },
    stop: () => provider.kill(),
  }
}
