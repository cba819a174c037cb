import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { pagePolicy, stripeOrigins } from '../../src/app/server/page-policy.ts'
import { expect, logIn, openAccount, test } from './support/test.ts'

/** The first column of the inventory. */
const inventory = [...readFileSync('docs/payment-scripts.md', 'utf8').matchAll(/^\| (`[^`]+`|inline) \|/gm)].map(
  ([, name = '']) => name.replaceAll('`', ''),
)

for (const [checkout, button] of [
  ['/checkout', 'Pay $108.90'],
  ['/checkout/stripe', 'Pay £118.80'],
] as const) {
  test(`${checkout} loads the scripts of the inventory and no others, under a strict policy`, async ({
    page,
    site,
    visitor,
  }) => {
    await openAccount(site, visitor)
    await page.goto(`/login?from=${encodeURIComponent('/portal/dashboard')}`)
    await logIn(page, visitor)
    await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
    const loaded = listScripts(page)
    const answer = await page.goto(`${checkout}?package=my-future-basic`)
    await expect(page.getByRole('button', { name: button })).toBeEnabled()

    const provider = await page.locator('script[src*="stripe.js"]').getAttribute('src')
    const { origin } = new URL(provider ?? '')
    const kinds = new Set(loaded.map((address) => kindOf(new URL(address), site.url, origin)))
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

test('with real keys the provider’s own origins take the sandbox’s place in the policy, and nothing else does', () => {
  const policy = pagePolicy('<script>1</script>', stripeOrigins)
  expect(directive(policy, 'script-src').slice(-2)).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com'])
  expect(policy).not.toMatch(/unsafe/)
})

test('the confirmation needs no provider: its policy names none, and its address leaves with nobody', async ({
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

/** What the page itself loads: frames of the provider load their own. */
function listScripts(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.frame() === page.mainFrame()) loaded.push(request.url())
  })
  return loaded
}

function kindOf({ origin, pathname, href }: URL, site: string, provider: string): string {
  if (origin === new URL(site).origin && /^\/assets\/[\w.-]+\.js$/.test(pathname)) return '/assets/*.js'
  return origin === provider && pathname === '/stripe.js' ? '/stripe.js' : href
}

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((part) => part.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}
