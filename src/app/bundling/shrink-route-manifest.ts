import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'

const assignment = 'window.__reactRouterManifest='

type ManifestRoutes = { routes: Record<string, Record<string, unknown> & { imports?: string[] }> }

/** Shrinks the route table that every page carries, by sorting file names and dropping false fields. */
export const shrinkRouteManifest: Config['buildEnd'] = async ({ reactRouterConfig }) => {
  const folder = join(reactRouterConfig.buildDirectory, 'client/assets')
  const name = (await readdir(folder)).find((file) => /^manifest-\w+\.js$/.test(file))
  if (!name) throw new Error(`There is no route manifest in ${folder}`)
  const table = await readFile(join(folder, name), 'utf8')
  await writeFile(join(folder, name), shrinkManifest(table))
}

/** @returns an equivalent table in fewer bytes */
export function shrinkManifest(table: string): string {
  const { routes, ...rest } = JSON.parse(table.replace(assignment, '').replace(/;\s*$/, '')) as ManifestRoutes
  const slimRoutes = Object.entries(routes).map(([id, { imports = [], ...route }]) => {
    const fields = Object.entries(route).filter(([, value]) => value !== false)
    return [id, { ...Object.fromEntries(fields), imports: imports.toSorted() }]
  })
  return `${assignment}${JSON.stringify({ ...rest, routes: Object.fromEntries(slimRoutes) })};`
}
