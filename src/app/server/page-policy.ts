import { createHash } from 'node:crypto'

/** Origins that a page may use besides our own: the payment provider's, on the checkout alone. */
export type ProviderOrigins = { scripts: string[]; frames: string[]; connections: string[] }

const noOrigins: ProviderOrigins = { scripts: [], frames: [], connections: [] }

/** PAYMENTS §5.4. */
export const stripeOrigins: ProviderOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
}

export function sandboxOrigins(publicUrl: string): ProviderOrigins {
  const { origin } = new URL(publicUrl)
  return { scripts: [origin], frames: [origin], connections: [origin] }
}

/** The content policy of one page: nothing but our own files and the inline scripts that stand in it (SECURITY §2.6). */
export function pagePolicy(
  html: string,
  origins: ProviderOrigins = noOrigins,
  { showsLetters = false }: { showsLetters?: boolean } = {},
): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScriptHashes(html), ...origins.scripts],
    'style-src': ["'self'"],
    // Mail programs know styles only where they stand at each element; a frame has the policy of its page.
    ...(showsLetters && { 'style-src-attr': ["'unsafe-inline'"] }),
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
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g)
  const inline = [...scripts].filter(({ groups }) => !/\ssrc=/.test(groups?.attributes ?? ''))
  return inline.map(({ groups }) => `'sha256-${sha256(groups?.code ?? '')}'`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
