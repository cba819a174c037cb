import { execFileSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

// Draws the layers, areas and rooms with their numbers of source files, and which area uses which:
// depcruise --config dependency-cruiser.mjs --output-type json src packages |
// node scripts/release/draw-structure.ts > docs/images/structure-now.svg
// It needs Graphviz, a system package, for the layout.

type Module = { source: string; dependencies: { resolved: string }[] }

/** The smallest width of the bars, so that a table's heading fits. */
const MIN_BARS = 40

const { modules } = JSON.parse(await text(process.stdin)) as { modules: Module[] }
const sources = modules.filter(({ source }) => /^(src|packages)\/.+\.tsx?$/.test(source) && !source.includes('.test.'))
const usedAreas = new Map<string, Set<string>>()
for (const { source, dependencies } of sources) {
  const area = findArea(source)
  if (!area) continue
  const used = dependencies.flatMap(({ resolved }) => findArea(resolved) ?? []).filter((other) => other !== area)
  usedAreas.set(area, new Set([...(usedAreas.get(area) ?? []), ...used]))
}

const upperLayers = ['src/cli', 'src/demo', 'src/app'].flatMap(drawFolder)
const sandboxes = ['packages/stripe-sandbox/src', 'src/sandbox'].flatMap(drawFolder)
const areas = [...usedAreas.keys()].flatMap((area) => drawFolder(`src/features/${area}`))
const lowest = [...usedAreas].filter(([, others]) => others.size === 0).map(([area]) => `"src/features/${area}"`)

const graph = `digraph {
  graph [ranksep=0.5, nodesep=0.25, fontname="sans-serif"]
  node [shape=plain, fontname="sans-serif", fontsize=11]
  edge [color="#51606d", arrowsize=0.6]
  subgraph cluster_above { label="Above the features"; labeljust=l; style=dashed; color="#51606d"
    ${[...upperLayers, ...sandboxes].join('\n    ')} }
  subgraph cluster_features { label="Features: an arrow leads to an area that is used"; labeljust=l; style=dashed; color="#51606d"
    ${areas.join('\n    ')}
    ${neededArrows().join('\n    ')} }
  subgraph cluster_below { label="Below, used by all"; labeljust=l; style=dashed; color="#51606d"
    ${drawFolder('src/platform')} }
  ${[...usedAreas.keys()].map((area) => `"src/app" -> "src/features/${area}" [style=invis]`).join('\n  ')}
  ${lowest.map((area) => `${area} -> "src/platform" [style=invis]`).join('\n  ')}
}`
const picture = execFileSync('dot', ['-Tsvg'], { input: graph, encoding: 'utf8' })
console.log(picture.replace(/<svg[^>]*>/, '$&<title>Floors, areas and rooms, with their source files</title>'))

function findArea(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

/** A table with a row and a bar for each folder, or nothing if the folder is missing. */
function drawFolder(folder: string): string[] {
  const files = sources.filter(({ source }) => source.startsWith(`${folder}/`))
  if (files.length === 0) return []
  const filesByRoom = Object.groupBy(files, ({ source }) => findRoom(folder, source))
  const name = folder.replace('/src', '').split('/').at(-1)
  const rooms = Object.entries(filesByRoom).map(([room, files = []]) => ({ room, files: files.length }))
  const maxBarWidth = Math.max(...rooms.map(({ files }) => files), MIN_BARS)
  const rows = rooms
    .sort((one, other) => other.files - one.files)
    .map(({ room, files }) => drawRow(room, files, maxBarWidth))
  const head = `<tr><td align="right"><b>${name}</b></td><td align="left"><b>${files.length} files</b></td></tr>`
  return [
    `"${folder}" [label=<<table border="1" cellborder="0" cellspacing="0" cellpadding="2" color="#22303f">${head}${rows.join('')}</table>>]`,
  ]
}

function findRoom(folder: string, source: string): string {
  const [room = '', ...rest] = source.slice(folder.length + 1).split('/')
  return rest.length > 0 ? room : 'at its root'
}

/** The bar, its number and a filler as wide as the widest bar, so that all bars begin at the same place. */
function drawRow(room: string, files: number, maxBarWidth: number): string {
  const bar = `<td bgcolor="#ffb300" width="${files}" height="9" fixedsize="true"></td><td width="22">${files}</td>`
  const cells = `${bar}<td width="${maxBarWidth - files}"></td>`
  const line = `<table border="0" cellborder="0" cellspacing="0" cellpadding="0"><tr>${cells}</tr></table>`
  return `<tr><td align="right">${room}</td><td align="left">${line}</td></tr>`
}

/** Omits arrows that a longer path already implies. */
function neededArrows(): string[] {
  const listReachable = (area: string): Set<string> =>
    new Set([...(usedAreas.get(area) ?? [])].flatMap((next) => [next, ...listReachable(next)]))
  return [...usedAreas].flatMap(([area, others]) =>
    [...others]
      .filter((other) => ![...others].some((via) => listReachable(via).has(other)))
      .map((other) => `"src/features/${area}" -> "src/features/${other}"`),
  )
}
