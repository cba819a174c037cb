import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'

const assignment = 'window.__reactRouterManifest='

type Manifest = {
  entry: { imports: string[] }
  routes: Record<string, Record<string, unknown> & { imports?: string[] }>
}

/**
 * Shrinks the route table that every page carries: sorts file names, and drops false fields and the files that each
 * page has loaded with the entry.
 */
export const shrinkRouteManifest: Config['buildEnd'] = async ({ reactRouterConfig }) => {
  const folder = join(reactRouterConfig.buildDirectory, 'client/assets')
  const name = (await readdir(folder)).find((file) => /^manifest-\w+\.js$/.test(file))
  if (!name) throw new Error(`There is no route manifest in ${folder}`)
  const table = await readFile(join(folder, name), 'utf8')
  await writeFile(join(folder, name), shrinkManifest(table))
}

/** @returns an equivalent table in fewer bytes */
export function shrinkManifest(table: string): string {
  const { entry, routes, ...rest } = JSON.parse(table.replace(assignment, '').replace(/;\s*$/, '')) as Manifest
  const slimRoutes = Object.entries(routes).map(([id, { imports = [], ...route }]) => {
    const fields = Object.entries(route).filter(([, value]) => value !== false)
    const files = imports.filter((file) => !entry.imports.includes(file))
    return [id, { ...Object.fromEntries(fields), imports: files.toSorted() }]
  })
  return `${assignment}${JSON.stringify({ entry, ...rest, routes: Object.fromEntries(slimRoutes) })};`
}
