import { fileURLToPath } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'

const appDirectory = new URL('../web/', import.meta.url)

/**
 * Leaves public pages out of the router's scripts: they are plain documents, which React renders on the server only
 * (docs/decisions/0038). Their icons and texts would otherwise be part of the scripts that pages with a router share.
 */
export function emptyDocumentPages(routes: RouteConfigEntry[]): Plugin {
  const documents = routes.find(({ file }) => file === 'layouts/document-layout.tsx')
  const files = [documents, ...(documents?.children ?? [])].map((route) =>
    fileURLToPath(new URL(route?.file ?? '', appDirectory)),
  )
  return {
    name: 'empty-document-pages',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    // The router's build still looks for these exports.
    load: (id) => (files.includes(id) ? 'export default () => null; export const meta = null, handle = null' : null),
  }
}
