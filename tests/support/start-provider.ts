import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './start-site.ts'

export const providerKeys = {
  secretKey: 'sk_test_beside',
  publishableKey: 'pk_test_beside',
  webhookSecret: 'whsec_beside',
}

/** The sandbox as a program of its own, for sites in several processes. @param siteUrl where its webhooks go */
export async function startProvider(siteUrl: string) {
  const port = await freePort()
  const provider = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/sandbox/main.ts'], {
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
    /** What tells a site of it. */
    environment: {
      SANDBOX_URL: url,
      STRIPE_SECRET_KEY: providerKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: providerKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: providerKeys.webhookSecret,
    },
    stop: () => provider.kill(),
  }
}
