import type { ObjectStore } from '../storage/object-store.ts'
import { invalidRequest } from './api-error.ts'
import type { ApiDocument } from './object-kind.ts'

const MAX_DEPTH = 4

type Fields = Record<string, unknown>

/** Replaces ids with their objects, as in `expand[]=latest_charge.balance_transaction`, or `data.customer` in lists. */
export function expandObject(document: ApiDocument, paths: string[], objects: ObjectStore): ApiDocument {
  const copy = structuredClone(document)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > MAX_DEPTH) throw tooDeep(path)
    expandPath(copy as unknown as Fields, parts, { path, objects })
  }
  return copy
}

interface Request {
  path: string
  objects: ObjectStore
}

function expandPath(document: Fields, parts: string[], request: Request): void {
  if (document.object === 'list') {
    expandEach(document, parts, request)
    return
  }
  const { expandable = [], includable = {} } = request.objects.findKind(String(document.object)) ?? {}
  const [first = '', ...inside] = parts
  const include = includable[first]
  if (include) {
    document[first] ??= include(String(document.id), request.objects)
    if (inside.length > 0 && document[first]) expandPath(document[first] as Fields, inside, request)
    return
  }
  const field = expandable.find((name) => `${parts.join('.')}.`.startsWith(`${name}.`))
  if (!field) throw cannotExpand(request.path)

  const reached = expandField(document, field.split('.'), request.objects)
  const remaining = parts.slice(field.split('.').length)
  if (remaining.length > 0 && reached) expandPath(reached, remaining, request)
}

function expandEach(list: Fields, [head, ...rest]: string[], request: Request): void {
  if (head !== 'data' || rest.length === 0) throw cannotExpand(request.path)
  for (const entry of list.data as Fields[]) expandPath(entry, rest, request)
}

function expandField(document: Fields, names: string[], objects: ObjectStore): Fields | undefined {
  const holder = names.slice(0, -1).reduce((level, name) => level[name] as Fields, document)
  const name = names.at(-1) ?? ''
  const value = holder[name]
  if (typeof value === 'string') holder[name] = objects.findAny(value) ?? value
  return typeof holder[name] === 'object' && holder[name] ? (holder[name] as Fields) : undefined
}

function tooDeep(path: string) {
  return invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`, {
    param: 'expand',
  })
}

function cannotExpand(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
