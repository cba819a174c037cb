import type { Config } from '@react-router/dev/config'
import { shrinkRouteManifest } from './src/app/bundling/shrink-route-manifest.ts'

export default {
  ssr: true,
  appDirectory: 'src/app/web',
  buildDirectory: 'build',
  // The route table is small. The first page carries all of it, so no page waits for a manifest request.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
  buildEnd: shrinkRouteManifest,
} satisfies Config
