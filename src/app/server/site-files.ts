import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { PageSource } from '#app/web/entry.server.tsx'
import { getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { dataPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { offlinePage } from './offline/offline-page.ts'
import { pagePolicy } from './page-policy.ts'
import { publicPages } from './public-pages.ts'

const serviceWorker = readFileSync(new URL('offline/service-worker.js', import.meta.url), 'utf8')
const offlineStyles = readFileSync(new URL('offline/offline.css', import.meta.url), 'utf8')

/** It asks its own site alone, for the two files that it keeps. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Files for machines that depend on the address of the site or on the company's settings. */
export function siteFiles(app: FastifyInstance, { call, publicUrl }: PageSource) {
  const headers = {
    ...securityHeaders({ isSecure: publicUrl.startsWith('https:') }),
    'content-security-policy': dataPolicy,
    // Not longer: what they are made of may change.
    'cache-control': 'public, max-age=60',
  }
  const serveFile = (path: string, type: string, write: () => string | Promise<string>, others = {}) => {
    app.get(path, { schema: { hide: true } }, async (_, reply) =>
      reply
        .headers({ ...headers, ...others })
        .type(type)
        .send(await write()),
    )
  }
  serveFile('/robots.txt', 'text/plain; charset=utf-8', () => robots(publicUrl))
  serveFile('/sitemap.xml', 'application/xml; charset=utf-8', async () =>
    sitemap(publicUrl, (await call(listConsultants)).length > 0),
  )
  serveFile('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', async () =>
    JSON.stringify(manifest((await call(getCompany)).brandName)),
  )
  serveFile(
    '/offline',
    'text/html; charset=utf-8',
    async () => offlinePage((await call(getCompany)).brandName),
    // It is found by the worker alone, and its own policy comes with it out of the cache.
    { 'content-security-policy': pagePolicy(''), 'x-robots-tag': 'noindex' },
  )
  serveFile('/offline.css', 'text/css; charset=utf-8', () => offlineStyles)
  serveFile('/service-worker.js', 'text/javascript; charset=utf-8', () => serviceWorker, {
    'content-security-policy': workerPolicy,
    // A browser asks for it anew each time, so that a new one, or none, counts at once.
    'cache-control': 'no-cache',
  })
}

/** Private pages are not named here but say "noindex" themselves: what a robot may not read it cannot obey. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

function sitemap(publicUrl: string, hasConsultants: boolean): string {
  const pages = publicPages
    .filter((path) => path !== '/consultants' || hasConsultants)
    .map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
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
