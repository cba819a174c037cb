import { expect, test } from 'vitest'
import { contentSecurityPolicy, sandboxOrigins, stripeOrigins } from './content-security-policy.ts'

const scriptHashes = ['sha256-1']
const enforced = (origins?: typeof stripeOrigins) =>
  contentSecurityPolicy({ scriptHashes, origins })['content-security-policy']

test("with real keys, the policy allows Stripe's origins instead of the sandbox's, and nothing unsafe", () => {
  const policy = enforced(stripeOrigins)
  const scripts = policy?.split('; ').find((part) => part.startsWith('script-src '))
  expect(scripts).toBe("script-src 'self' 'sha256-1' https://js.stripe.com https://*.js.stripe.com")
  expect(policy).not.toMatch(/unsafe/)
})

test('one inline style sheet may apply, if the page names it', () => {
  const policy = contentSecurityPolicy({ scriptHashes, styleHash: 'sha256-2' })['content-security-policy']
  expect(policy).toContain("; style-src 'self' 'sha256-2';")
  expect(enforced()).toContain("; style-src 'self';")
})

test('only named policies may create scripts; with real Stripe keys, violations are reported but allowed', () => {
  const ownPolicies = "require-trusted-types-for 'script'; trusted-types start-page service-worker"
  expect(enforced()).toContain(`${ownPolicies}; report-uri /api/policy-reports`)
  expect(enforced(sandboxOrigins('http://localhost:5002'))).toContain(`${ownPolicies} provider-library;`)
  expect(enforced(stripeOrigins)).not.toContain('trusted-types')
  expect(contentSecurityPolicy({ scriptHashes, origins: stripeOrigins })['content-security-policy-report-only']).toBe(
    `${ownPolicies} provider-library; report-uri /api/policy-reports`,
  )
})
