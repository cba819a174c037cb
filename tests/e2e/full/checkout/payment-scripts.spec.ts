import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/test.ts'

/** The scripts listed in the first column of the inventory. */
const inventory = [...readFileSync('docs/payments/scripts.md', 'utf8').matchAll(/^\| (`[^`]+`|inline) +\|/gm)].map(
  ([, name = '']) => name.replaceAll('`', ''),
)

for (const [checkout, button] of [
  ['/checkout', 'Pay $108.90'],
  ['/checkout/stripe', 'Pay £118.80'],
] as const) {
  test(`${checkout} loads only the scripts in the inventory, under a strict content security policy`, async ({
    memberPage: page,
    site,
  }) => {
    const loaded = listScripts(page)
    const answer = await page.goto(`${checkout}?package=my-future-basic`)
    await expect(page.getByRole('button', { name: button })).toBeEnabled()

    const provider = await page.locator('script[src*="stripe.js"]').getAttribute('src')
    const { origin } = new URL(provider ?? '')
    const kinds = new Set(loaded.map((address) => classifyRequest(new URL(address), site.url, origin)))
    expect([...kinds].sort()).toEqual(['/assets/*.js', '/stripe.js'])
    expect(inventory.sort()).toEqual(['/assets/*.js', '/stripe.js', 'https://js.stripe.com/*', 'inline'])

    const policy = answer?.headers()['content-security-policy'] ?? ''
    const scripts = directive(policy, 'script-src')
    expect(scripts.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'", origin])
    expect(directive(policy, 'default-src')).toEqual(["'none'"])
    expect(directive(policy, 'frame-src')).toEqual([origin])
    expect(directive(policy, 'connect-src')).toEqual(["'self'", origin])
    for (const name of ['base-uri', 'object-src', 'frame-ancestors'])
      expect(directive(policy, name)).toEqual(["'none'"])
    expect(policy).not.toMatch(/unsafe|nonce|\*|https:(?!\/\/)/)
    expect(answer?.headers()['referrer-policy']).toBe('strict-origin')
  })
}

test("the confirmation page's policy allows no provider, and its full URL is never sent as a referrer", async ({
  page,
}) => {
  const answer = await page.goto('/confirmation?purchase=x&payment_intent_client_secret=pi_1_secret_2')
  await expect(page.getByText('Purchase information not found.')).toBeVisible()
  await expect(page).toHaveURL(/\/confirmation$/)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(directive(policy, 'script-src').filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'"])
  expect(directive(policy, 'frame-src')).toEqual(["'none'"])
  expect(answer?.headers()['referrer-policy']).toBe('strict-origin')
})

/** Lists scripts in the main frame only, because the provider's frames load their own. */
function listScripts(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.frame() === page.mainFrame()) loaded.push(request.url())
  })
  return loaded
}

function classifyRequest({ origin, pathname, href }: URL, site: string, provider: string): string {
  if (origin === new URL(site).origin && /^\/assets\/[\w.-]+\.js$/.test(pathname)) return '/assets/*.js'
  return origin === provider && pathname === '/stripe.js' ? '/stripe.js' : href
}

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((part) => part.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}
