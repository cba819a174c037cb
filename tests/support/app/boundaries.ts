type Boundary = { name: string; to: { pathNot?: string | string[] } }

// A computed name, because the file is JavaScript without types for the compiler.
const file = new URL('../../../dependency-cruiser.mjs', import.meta.url).href

/** The architecture rules of dependency-cruiser. */
export const boundaries: Boundary[] = (await import(/* @vite-ignore */ file)).default.forbidden

const prefix = 'area-graph:'

/** Each area with the areas that it may use. */
export const areaGraph: Record<string, string[]> = Object.fromEntries(
  boundaries
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, to }) => {
      const area = name.slice(prefix.length)
      const allowedAreas = /\((.*)\)/.exec(String(to.pathNot))?.[1]?.split('|') ?? []
      return [area, allowedAreas.filter((allowedArea) => allowedArea !== area)]
    }),
)
