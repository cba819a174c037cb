import type { FastifyInstance } from 'fastify'
import type { PageSource } from '#app/web/entry.server.tsx'
import { getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { dataPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { publicPages } from './public-pages.ts'

/** Files for machines that depend on the address of the site or on the company's settings. */
export function siteFiles(app: FastifyInstance, { call, publicUrl }: PageSource) {
  const headers = {
    ...securityHeaders({ isSecure: publicUrl.startsWith('https:') }),
    'content-security-policy': dataPolicy,
    // Not longer: what they are made of may change.
    'cache-control': 'public, max-age=60',
  }
  const serveFile = (path: string, type: string, write: () => string | Promise<string>) => {
    app.get(path, { schema: { hide: true } }, async (_, reply) =>
      reply
        .headers(headers)
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
    start_url: '/',
    display: 'browser',
    background_color: '#fbfaf6',
    theme_color: '#22303f',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
