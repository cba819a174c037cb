import type { ServerBuild } from 'react-router'
import type { PageHandler } from '#app/web/entry.server.tsx'
import type { ServerCall } from '#platform/web/server-call.ts'

type WebBundle = ServerBuild & {
  entry: {
    module: {
      createPageHandler: (build: ServerBuild, mode: 'production' | 'development', call: ServerCall) => PageHandler
    }
  }
}

/** The built pages. The bundle is a copy of its own: it gets data only through the call it is handed. */
export async function loadWebBundle(call: ServerCall): Promise<PageHandler> {
  const address = new URL('../../../build/server/index.js', import.meta.url)
  const bundle: WebBundle = await import(address.href)
  return bundle.entry.module.createPageHandler(bundle, 'production', call)
}
