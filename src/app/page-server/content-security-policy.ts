import { createHash } from 'node:crypto'
import { inScheme } from '#features/emails/rules.ts'
import { emailStyle } from '#platform/server/email/email-template.ts'

/** External origins that checkout pages may load from, which belong to the payment provider. */
export type ProviderOrigins = {
  scripts: string[]
  frames: string[]
  connections: string[]
  /** True if scripts from these origins create Trusted Types under known policy names. */
  usesTrustedTypes: boolean
}

const noOrigins: ProviderOrigins = { scripts: [], frames: [], connections: [], usesTrustedTypes: true }

/** Origins that Stripe.js needs: https://docs.stripe.com/security/guide#content-security-policy */
export const stripeOrigins: ProviderOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  // Stripe does not document its policy names and may change them, which would break the checkout.
  usesTrustedTypes: false,
}

export function sandboxOrigins(publicUrl: string): ProviderOrigins {
  const { origin } = new URL(publicUrl)
  return { scripts: [origin], frames: [origin], connections: [origin], usesTrustedTypes: true }
}

/** The single style element of an email, as its preview shows it in light and dark mode. */
const emailStyleHashes = [inScheme(emailStyle, 'light'), inScheme(emailStyle, 'dark')].map(
  (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
)

/** Browsers report policy violations here (policy-reports.ts). */
export const POLICY_REPORTS_PATH = '/api/policy-reports'

/** Our own Trusted Types policies, from first-paint.ts and portal-layout.tsx. Every page allows them. */
const trustedTypesPolicies = ['start-page', 'service-worker']

type PolicyOptions = {
  /** Hashes of the renderer's inline scripts. No other inline script may run. */
  scriptHashes: string[]
  /** Hash of the page's inline style sheet. */
  styleHash?: string | null
  origins?: ProviderOrigins | undefined
  showsEmails?: boolean
}

/** Returns a page's content policy, which allows only our files and our inline scripts. */
export function contentSecurityPolicy({
  scriptHashes,
  styleHash,
  origins = noOrigins,
  showsEmails = false,
}: PolicyOptions): Record<string, string> {
  const trustedTypes = formatDirectives({
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [
      ...trustedTypesPolicies,
      ...(origins.scripts.length > 0 ? ['provider-library'] : []),
      ...(showsEmails ? ['letters'] : []),
    ],
  })
  const policy = formatDirectives({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...origins.scripts],
    'style-src': ["'self'", ...(styleHash ? [`'${styleHash}'`] : [])],
    // Emails need inline styles for many mail programs, and the preview frame inherits this page's policy.
    ...(showsEmails && { 'style-src-attr': ["'unsafe-inline'"], 'style-src-elem': ["'self'", ...emailStyleHashes] }),
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...origins.connections],
    'media-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': origins.frames.length > 0 ? origins.frames : ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
  const reports = formatDirectives({ 'report-uri': [POLICY_REPORTS_PATH] })
  return origins.usesTrustedTypes
    ? { 'content-security-policy': `${policy}; ${trustedTypes}; ${reports}` }
    : {
        'content-security-policy': `${policy}; ${reports}`,
        'content-security-policy-report-only': `${trustedTypes}; ${reports}`,
      }
}

function formatDirectives(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
