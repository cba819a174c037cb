import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * What the browser is built of names endpoints by their addresses alone: their schemas, and the library that schemas
 * are made of, are fetched by pages whose forms check with them (docs/decisions/0021). An import of endpoints and plain
 * constants out of a contract is led to a module that holds nothing else.
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
      for (const [whole, keyword = '', list = '', source = ''] of code.matchAll(importsOfContracts)) {
        const resolved = await this.resolve(source, id)
        if (!resolved) continue
        const plain = await plainExports(resolved.id)
        slim = slim.replace(whole, statements(keyword, namesIn(list), plain, source, resolved.id, code))
      }
      return slim === code ? null : { code: slim, map: null }
    },
    resolveId: (source) => (source.endsWith(suffix) ? `\0${source}` : null),
    async load(id) {
      if (!id.endsWith(suffix)) return null
      const plain = await plainExports(id.slice(1, -suffix.length))
      return [...plain].map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
    },
  }
}

const suffix = '?plain'

const importsOfContracts = /^(import|export) \{([^}]*)\} from ["']([^"']*\/contract(?:\/[\w-]+)?\.ts)["'];?$/gm

function isContract(id: string): boolean {
  return /\/contract(\/[\w-]+)?\.ts$/.test(id)
}

function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => name && !name.startsWith('type '))
}

/** Imported apart: what is plain, and what stays with the contract. */
function statements(
  keyword: string,
  names: string[],
  plain: Map<string, unknown>,
  source: string,
  file: string,
  code: string,
): string {
  const isPlain = (name: string) => plain.has(importedName(name)) && !isAskedForItsSchema(code, importedName(name))
  const line = (some: string[], from: string) =>
    some.length > 0 ? `${keyword} { ${some.join(', ')} } from ${JSON.stringify(from)}` : ''
  const others = names.filter((name) => !isPlain(name))
  return `${line(names.filter(isPlain), file + suffix)};${line(others, source)}`
}

function importedName(name: string): string {
  return name.split(' as ')[0] ?? name
}

/** A form checks by the schema of its endpoint; so does what reads its answer by itself. */
function isAskedForItsSchema(code: string, name: string): boolean {
  return new RegExp(`\\bbodyOf\\(${name}\\)|\\b${name}\\.(body|query|params|response)\\b`).test(code)
}

/** What a contract exports and a text can hold, endpoints without their schemas. Contracts run anywhere, so here too. */
async function plainExports(file: string): Promise<Map<string, unknown>> {
  const contract: Record<string, unknown> = await import(pathToFileURL(file).href)
  return new Map(
    Object.entries(contract)
      .map(([name, value]) => [name, withoutSchemas(value)] as const)
      .filter(([, value]) => isPlainValue(value)),
  )
}

function withoutSchemas(value: unknown): unknown {
  if (!isEndpoint(value)) return value
  const { params, query, body, response, summary, message, refusals, ...rest } = value
  if (!refusals) return rest
  // Of a refusal the browser knows the reason: its sentence comes with the answer.
  return { ...rest, refusals: Object.fromEntries(Object.keys(refusals).map((reason) => [reason, true])) }
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
