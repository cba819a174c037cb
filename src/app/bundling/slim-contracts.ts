import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Replaces the browser's imports of endpoints and plain constants with small modules without schemas. The browser needs
 * only endpoint addresses; pages that validate forms load the schemas and their library (docs/decisions/0020). One
 * module per name keeps administrators' endpoints out of members' scripts.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async transform(code, id) {
      if (isContract(id) || !/\/src\/.+\.tsx?(\?|$)/.test(id)) return null
      let slim = code
      for (const [statement, keyword = '', list = '', source = ''] of code.matchAll(contractImports)) {
        const resolved = await this.resolve(source, id)
        if (!resolved) continue
        const plainValues = await loadPlainExports(resolved.id)
        slim = slim.replace(statement, splitImport(keyword, parseNames(list), plainValues, source, resolved.id, code))
      }
      return slim === code ? null : { code: slim, map: null }
    },
    resolveId: (source) => (source.includes(plainMarker) ? `\0${source}` : null),
    async load(id) {
      const [file = '', name = ''] = id.slice(1).split(plainMarker)
      if (!name) return null
      return `export const ${name} = ${JSON.stringify((await loadPlainExports(file)).get(name))}`
    },
  }
}

const plainMarker = '?plain='

const contractImports = /^(import|export) \{([^}]*)\} from ["']([^"']*\/contract(?:\/[\w-]+)?\.ts)["'];?$/gm

function isContract(id: string): boolean {
  return /\/contract(\/[\w-]+)?\.ts$/.test(id)
}

function parseNames(list: string): string[] {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => name && !name.startsWith('type '))
}

/** Imports plain values from small modules and everything else from the contract. */
function splitImport(
  keyword: string,
  names: string[],
  plainValues: Map<string, unknown>,
  source: string,
  file: string,
  code: string,
): string {
  const isPlain = (name: string) => plainValues.has(importedName(name)) && !needsSchema(code, importedName(name))
  const formatImport = (specifiers: string[], from: string) =>
    specifiers.length > 0 ? `${keyword} { ${specifiers.join(', ')} } from ${JSON.stringify(from)};` : ''
  const contractNames = names.filter((name) => !isPlain(name))
  return [
    ...names.filter(isPlain).map((name) => formatImport([name], file + plainMarker + importedName(name))),
    formatImport(contractNames, source),
  ].join('')
}

function importedName(name: string): string {
  return name.split(' as ')[0] ?? name
}

/** Form validation, and code that parses responses itself, need the endpoint's schema. */
function needsSchema(code: string, name: string): boolean {
  return new RegExp(`\\bbodyOf\\(${name}\\)|\\b${name}\\.(body|query|params|response)\\b`).test(code)
}

/** Returns a contract's JSON-serialisable exports, with endpoints reduced to what the browser needs. */
async function loadPlainExports(file: string): Promise<Map<string, unknown>> {
  const contract: Record<string, unknown> = await import(pathToFileURL(file).href)
  return new Map(
    Object.entries(contract)
      .map(([name, value]) => [name, withoutSchemas(value)] as const)
      .filter(([, value]) => isPlainValue(value)),
  )
}

function withoutSchemas(value: unknown): unknown {
  if (!isEndpoint(value)) return value
  const { params, query, body, response, summary, message, access, refusals, ...rest } = value
  return {
    ...rest,
    // The browser only needs to know whether an endpoint is public.
    ...(access === 'public' ? { access } : {}),
    // The browser only needs the reasons; the server sends the message.
    ...(refusals ? { refusals: Object.fromEntries(Object.keys(refusals).map((reason) => [reason, true])) } : {}),
  }
}

function isEndpoint(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'path' in value && 'response' in value
}

function isPlainValue(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlainValue)
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
  return !('_zod' in value) && Object.values(value).every(isPlainValue)
}
