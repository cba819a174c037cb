/** Well above what real emails need: ten megabytes of base64 are 130,000 lines. */
const MAX_LINES = 300_000
const MAX_HEADER_LINES = 2_000
const MAX_PARTS = 300
/** Deeper than any email program nests parts. */
export const MAX_NESTING_DEPTH = 20

export type StructureProblem = 'too-many-lines' | 'too-many-headers' | 'too-many-parts' | 'too-deep'

type Structure = {
  lines: number
  headerLines: number
  parts: number
  depth: number
  depthByBoundary: Map<string, number>
}

/**
 * Counts lines, headers and parts in one pass without building anything, to reject emails that would overload the
 * parser. A boundary counts even after its part has ended.
 */
export function checkEmailStructure(raw: Buffer): StructureProblem | null {
  const structure: Structure = { lines: 0, headerLines: 0, parts: 0, depth: 0, depthByBoundary: new Map() }
  let header: string[] | null = []
  for (const line of readLines(raw)) {
    structure.lines += 1
    const depth = line.startsWith('--') ? findBoundaryDepth(structure, line) : undefined
    if (depth !== undefined) {
      structure.parts += 1
      structure.depth = depth
      header = []
    } else if (header && line === '') {
      recordBoundary(structure, header.join('\n'))
      header = null
    } else if (header) {
      structure.headerLines += 1
      header.push(line)
    }
    const problem = findProblem(structure)
    if (problem) return problem
  }
  return null
}

/** The number of characters read per line, enough for a boundary or the start of a header. */
const MAX_LINE_LENGTH = 1_000

function* readLines(raw: Buffer): Generator<string> {
  for (let lineStart = 0; lineStart < raw.length; ) {
    const end = raw.indexOf(10, lineStart)
    const nextStart = end === -1 ? raw.length : end + 1
    yield raw.toString('latin1', lineStart, Math.min(nextStart, lineStart + MAX_LINE_LENGTH)).trimEnd()
    lineStart = nextStart
  }
}

function findBoundaryDepth({ depthByBoundary }: Structure, line: string): number | undefined {
  const name = line.slice(2)
  return depthByBoundary.get(name) ?? depthByBoundary.get(name.replace(/--$/, ''))
}

function recordBoundary({ depthByBoundary, depth }: Structure, header: string): void {
  const [, quoted, bare] = /\bboundary=(?:"([^"]*)"|([^\s;]+))/i.exec(header) ?? []
  const boundary = quoted ?? bare
  if (boundary !== undefined && !depthByBoundary.has(boundary)) depthByBoundary.set(boundary.trimEnd(), depth + 1)
}

function findProblem({ lines, headerLines, parts, depth }: Structure): StructureProblem | null {
  if (lines > MAX_LINES) return 'too-many-lines'
  if (headerLines > MAX_HEADER_LINES) return 'too-many-headers'
  if (parts > MAX_PARTS) return 'too-many-parts'
  return depth > MAX_NESTING_DEPTH ? 'too-deep' : null
}
