import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type Company, getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { listGuides } from '#features/marketing/guides/contract.ts'
import { dataPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { PageSource } from '../web/entry.server.tsx'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { guidesFeed } from './guides-feed.ts'
import { listGuidePages, publicPages } from './public-pages.ts'

const serviceWorker = readFileSync(new URL('offline/service-worker.js', import.meta.url), 'utf8')
const offlineStyles = readFileSync(new URL('offline/offline.css', import.meta.url), 'utf8')

/** The worker only makes requests to this site. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Serves the files for machines that depend on the site's address or the company settings. */
export function siteFiles(app: FastifyInstance, { call, publicUrl }: Pick<PageSource, 'call' | 'publicUrl'>) {
  const headers = {
    ...securityHeaders({ isSecure: publicUrl.startsWith('https:') }),
    'content-security-policy': dataPolicy,
    // A short time, because the settings may change.
    'cache-control': 'public, max-age=60',
  }
  const serveFile = (path: string, type: string, write: () => string | Promise<string>, extraHeaders = {}) => {
    app.get(path, { schema: { hide: true } }, async (_, reply) =>
      reply
        .headers({ ...headers, ...extraHeaders })
        .type(type)
        .send(await write()),
    )
  }
  serveFile('/robots.txt', 'text/plain; charset=utf-8', () => robots(publicUrl))
  serveFile('/.well-known/security.txt', 'text/plain; charset=utf-8', async () =>
    securityText(await call(getCompany), publicUrl, new Date()),
  )
  serveFile('/sitemap.xml', 'application/xml; charset=utf-8', async () =>
    sitemap(publicUrl, (await call(listConsultants)).length > 0, await listGuidePages(call)),
  )
  serveFile('/guides.xml', 'application/atom+xml; charset=utf-8', async () =>
    guidesFeed(await call(getCompany), await call(listGuides), publicUrl),
  )
  serveFile('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', async () =>
    JSON.stringify(manifest((await call(getCompany)).brandName)),
  )
  serveFile(
    '/offline',
    'text/html; charset=utf-8',
    async () => offlinePage((await call(getCompany)).brandName),
    // Only the worker fetches this page, and browsers apply the policy that was cached with it.
    { ...contentSecurityPolicy({ scriptHashes: [] }), 'x-robots-tag': 'noindex' },
  )
  serveFile('/offline.css', 'text/css; charset=utf-8', () => offlineStyles)
  serveFile('/service-worker.js', 'text/javascript; charset=utf-8', () => serviceWorker, {
    'content-security-policy': workerPolicy,
    // Browsers check for a new worker every time, so a new or removed one takes effect immediately.
    'cache-control': 'no-cache',
  })
}

/** Private pages are allowed here and send "noindex", because robots could not read that on a disallowed page. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

/** RFC 9116 recommends less than a year, so that an old copy of the file expires. */
const SECURITY_TEXT_DAYS = 90

/** Tells security researchers how to report a vulnerability (RFC 9116). */
function securityText({ email }: Company, publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TEXT_DAYS * DAY_MS)
  expires.setUTCHours(0, 0, 0, 0)
  return `Contact: mailto:${email}
Contact: ${publicUrl}/contact
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
Policy: ${publicUrl}/security
`
}

function sitemap(publicUrl: string, hasConsultants: boolean, guides: { path: string; updatedAt: string }[]): string {
  const pages = [
    ...publicPages
      .filter((path) => path !== '/consultants' || hasConsultants)
      .map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    ...guides.map(({ path, updatedAt }) => `<url><loc>${publicUrl}${path}</loc><lastmod>${updatedAt}</lastmod></url>`),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.join('\n')}
</urlset>
`
}

function manifest(brandName: string) {
  return {
    name: brandName,
    short_name: brandName.split(' ')[0],
    lang: 'en-GB',
    id: '/portal/dashboard',
    start_url: '/portal/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf6',
    theme_color: '#22303f',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

/**
 * The service worker caches this page and shows it when there is no connection. It contains no personal data and no
 * scripts.
 */
function offlinePage(brandName: string): string {
  const name = brandName.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#22303f" />
    <meta name="robots" content="noindex" />
    <title>You’re offline</title>
    <link rel="stylesheet" href="/offline.css" />
  </head>
  <body>
    <main>
      <p class="brand">${name}</p>
      <h1>You’re offline</h1>
      <p>You need an internet connection to see this page. Don’t worry: everything you’ve bought and booked is safe.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>
`
}
