import type { ServerBuild } from 'react-router'
import type { PageHandler, PageSource } from '#app/web/entry.server.tsx'

type WebBundle = ServerBuild & {
  entry: {
    module: {
      createPageHandler: (build: ServerBuild, mode: 'production' | 'development', site: PageSource) => PageHandler
    }
  }
}

/** The built pages. The bundle is a copy of its own: it gets data only through what it is handed. */
export async function loadWebBundle(site: PageSource): Promise<PageHandler> {
  const address = new URL('../../../build/server/index.js', import.meta.url)
  const bundle: WebBundle = await import(address.href)
  return bundle.entry.module.createPageHandler(bundle, 'production', site)
}
