import type { Config } from '@react-router/dev/config'
import { shrinkRouteTable } from './src/app/server/shrink-route-table.ts'

export default {
  ssr: true,
  appDirectory: 'src/app/web',
  buildDirectory: 'build',
  // The whole route table is small: shipping it at once means that no page waits for a manifest request.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
  buildEnd: shrinkRouteTable,
} satisfies Config
