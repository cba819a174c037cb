import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { PageHandler, PageSource } from '#app/web/entry.server.tsx'

/**
 * Pages straight from the sources, for `npm run dev`: a change in a component shows in the browser at once. The
 * content policy is looser here, because the tool that does it writes inline scripts and styles.
 */
export async function developPages(app: FastifyInstance, site: PageSource): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
    configLoader: 'native',
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    // What the tool does not serve itself comes back here.
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild
    const render = build.entry.module.createPageHandler(build, 'development', site)
    const response = await render(new Request(new URL(request.url, `http://${request.headers.host}`)))
    for (const [name, value] of response.headers) reply.header(name, value)
    reply.removeHeader('content-security-policy')
    return reply.code(response.status).send(await response.text())
  })
}

type WebBuild = ServerBuild & {
  entry: { module: { createPageHandler: (build: ServerBuild, mode: 'development', site: PageSource) => PageHandler } }
}
