type Boundary = { name: string; to: { pathNot?: string | string[] } }

// By a computed name: the file is plain JavaScript for its tool, without types for ours.
const file = new URL('../../dependency-cruiser.mjs', import.meta.url).href

/** The rules of the architecture, as the tool reads them. */
export const boundaries: Boundary[] = (await import(/* @vite-ignore */ file)).default.forbidden

const prefix = 'area-graph:'

/** Each area with the areas it may use. */
export const areaGraph: Record<string, string[]> = Object.fromEntries(
  boundaries
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, to }) => {
      const area = name.slice(prefix.length)
      const known = /\((.*)\)/.exec(String(to.pathNot))?.[1]?.split('|') ?? []
      return [area, known.filter((other) => other !== area)]
    }),
)
