type Boundary = { name: string; to: { pathNot?: string | string[] } }

// The name is computed, because the compiler has no types for this JavaScript file.
const file = new URL('../../../dependency-cruiser.mjs', import.meta.url).href

/** The architecture rules for dependency-cruiser. */
export const boundaries: Boundary[] = (await import(/* @vite-ignore */ file)).default.forbidden

const prefix = 'area-graph:'

/** Each area, with the areas it may use. */
export const areaGraph: Record<string, string[]> = Object.fromEntries(
  boundaries
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, to }) => {
      const area = name.slice(prefix.length)
      const allowedAreas = /\((.*)\)/.exec(String(to.pathNot))?.[1]?.split('|') ?? []
      return [area, allowedAreas.filter((allowedArea) => allowedArea !== area)]
    }),
)
