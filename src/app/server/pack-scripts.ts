import type { Plugin } from 'vite'

/** What the bundler knows of a module. */
type Lookup = { getModuleInfo: (id: string) => { importers: readonly string[]; isEntry: boolean } | null }

/** Run by every page. */
const framework = /node_modules\/(react|react-dom|scheduler|react-router|zustand)\//
const everyPage = /\/(entry\.client|root)\.tsx/

/** Around every page of the portal. */
const portalFrame = /\/(portal-layout|portal-page|require-member)\.tsx/
/** Its pages that people open again and again: what they have in common is fetched with the first of them. */
const mostOpened = [/\/dashboard-page\.tsx/, /\/my-packages-page\.tsx/, /\/bookings-page\.tsx/]

/** Of films, of devices, of passwords: hardly any page shows them. */
const iconsOfFew = [
  ...['play', 'pause', 'circle-play', 'volume-2', 'volume-x', 'captions', 'captions-off', 'maximize', 'minimize'],
  ...['laptop', 'smartphone', 'tablet', 'monitor-smartphone', 'key-round', 'eye', 'eye-off'],
].map((name) => `/icons/${name}.mjs`)

/** Addresses of endpoints: a request for them would cost more than their few bytes. */
const tiny = /\?plain$/

const outsidePortal = /\/(public|account|checkout)-layout\.tsx|\/marketing\/web\/|-checkout-page\.tsx/

/**
 * The browser's scripts in few files: dozens of small ones pack badly, and each is a request. What is not named here is
 * shared out by the bundler, by who runs it.
 */
export function packScripts(): Plugin {
  return {
    name: 'pack-scripts',
    apply: 'build',
    configEnvironment: (name) => {
      if (name !== 'client') return null
      const groups = [{ name: nameOfScript(), debugName: 'pack-scripts' }]
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
    },
  }
}

/** @returns the name of the file that a module goes to; null where the bundler decides */
function nameOfScript(): (id: string, lookup: Lookup) => string | null {
  const known = new Map<string, string | null>()
  return (id, lookup) => {
    const name = known.get(id) ?? (isOurs(id) ? nameOfOurs(id, pagesThatRun(id, lookup)) : nameOfLibrary(id))
    known.set(id, name)
    return name
  }
}

function isOurs(id: string): boolean {
  return id.includes('/src/')
}

function nameOfLibrary(id: string): string | null {
  if (framework.test(id)) return 'base'
  // Who uses which icon cannot be told from outside: all of them come out of one module.
  if (iconsOfFew.some((icon) => id.endsWith(icon))) return null
  return id.includes('/lucide-react/') ? 'parts' : null
}

function nameOfOurs(id: string, pages: string[]): string | null {
  const isRunBy = (page: RegExp) => pages.some((each) => page.test(each))
  if (isRunBy(everyPage)) return 'base'
  const isShared = isRunBy(portalFrame) || mostOpened.every(isRunBy) || (tiny.test(id) && mostOpened.some(isRunBy))
  if (!isShared) return null
  if (!isRunBy(outsidePortal)) return 'portal'
  // What the catalogue offers to others is one list, and the portal uses little of it.
  return id.includes('/features/catalogue/web/') ? null : 'parts'
}

function pagesThatRun(id: string, lookup: Lookup): string[] {
  const above = new Set([id])
  // Whatever is found on the way is looked at too.
  for (const each of above) for (const importer of lookup.getModuleInfo(each)?.importers ?? []) above.add(importer)
  return [...above].filter((each) => lookup.getModuleInfo(each)?.isEntry)
}
