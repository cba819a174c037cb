import type { Plugin } from 'vite'

/** The part of the bundler's module lookup that we use. */
type ModuleLookup = { getModuleInfo: (id: string) => { importers: readonly string[]; isEntry: boolean } | null }

/** Every page runs these. */
const framework = /node_modules\/(react|react-dom|scheduler|react-router|zustand)\//
const everyPage = /\/(entry\.client|root)\.tsx/

/** Every portal page runs these. */
const portalFrame = /\/(portal-layout|portal-page|require-member)\.tsx/
/** Members open these portal pages most often, so their shared code loads with the first one. */
const popularPages = [/\/dashboard-page\.tsx/, /\/my-packages-page\.tsx/, /\/bookings-page\.tsx/]

/** Icons for video, devices and passwords, which few pages show. */
const rareIcons = [
  ...['play', 'pause', 'circle-play', 'volume-2', 'volume-x', 'captions', 'captions-off', 'maximize', 'minimize'],
  ...['laptop', 'smartphone', 'tablet', 'monitor-smartphone', 'key-round', 'eye', 'eye-off'],
].map((name) => `/icons/${name}.mjs`)

/** Endpoint addresses are so small that a separate request would cost more than including them. */
const endpointModule = /\?plain=/

/** The catalogue exports one list for all areas, with pictures. The portal uses little of it. */
const rareInPortal = /\/features\/catalogue\/([a-z-]+\/)?web\/|\/ui\/pictures?\.tsx?/

const outsidePortal = /\/(public|account|checkout)-layout\.tsx|\/marketing\/([a-z-]+\/)?web\/|-checkout-page\.tsx/

/**
 * Groups browser scripts into few files, because many small files compress badly and each needs a request. The bundler
 * places all other modules.
 */
export function chunkScripts(): Plugin {
  return {
    name: 'pack-scripts',
    apply: 'build',
    configEnvironment: (name) => {
      if (name !== 'client') return null
      const groups = [{ name: createChunkNamer(), debugName: 'pack-scripts' }]
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
    },
  }
}

/** @returns the module's chunk, or null if the bundler decides */
function createChunkNamer(): (id: string, lookup: ModuleLookup) => string | null {
  const chunkNames = new Map<string, string | null>()
  return (id, lookup) => {
    const name =
      chunkNames.get(id) ?? (isOwnModule(id) ? ownChunkName(id, listPagesUsing(id, lookup)) : libraryChunkName(id))
    chunkNames.set(id, name)
    return name
  }
}

function isOwnModule(id: string): boolean {
  return id.includes('/src/')
}

function libraryChunkName(id: string): string | null {
  if (framework.test(id)) return 'base'
  // All icons come from one module, so importers do not show which page uses which icon.
  if (rareIcons.some((icon) => id.endsWith(icon))) return null
  return id.includes('/lucide-react/') ? 'parts' : null
}

function ownChunkName(id: string, pages: string[]): string | null {
  const isUsedBy = (page: RegExp) => pages.some((usingPage) => page.test(usingPage))
  if (isUsedBy(everyPage)) return 'base'
  const isShared =
    isUsedBy(portalFrame) || popularPages.every(isUsedBy) || (endpointModule.test(id) && popularPages.some(isUsedBy))
  if (!isShared) return null
  if (!isUsedBy(outsidePortal)) return 'portal'
  return rareInPortal.test(id) ? null : 'parts'
}

function listPagesUsing(id: string, lookup: ModuleLookup): string[] {
  const modules = new Set([id])
  // The set grows while we iterate, so this also visits indirect importers.
  for (const moduleId of modules)
    for (const importer of lookup.getModuleInfo(moduleId)?.importers ?? []) modules.add(importer)
  return [...modules].filter((moduleId) => lookup.getModuleInfo(moduleId)?.isEntry)
}
