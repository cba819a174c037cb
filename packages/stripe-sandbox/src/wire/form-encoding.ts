import { invalidRequest } from './api-error.ts'

export type FormValue = string | FormValue[] | FormRecord
export interface FormRecord {
  [name: string]: FormValue
}

const MAX_FIELDS = 1000
const MAX_DEPTH = 8
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses `a[b][c]=1`, `a[0]=1` and `a[]=1` into nested strings, because only the operation knows the types. */
export function parseForm(encoded: string): FormRecord {
  const form: FormRecord = {}
  let fields = 0
  for (const [name, value] of new URLSearchParams(encoded)) {
    fields += 1
    if (fields > MAX_FIELDS) throw invalidRequest('Too many parameters.')
    place(form, parsePath(name), value)
  }
  return withArrays(form) as FormRecord
}

function parsePath(name: string): string[] {
  const [first = '', ...nested] = name.split('[').map((part) => part.replace(/\]$/, ''))
  const path = [first, ...nested]
  if (path.length > MAX_DEPTH || path.some((part) => FORBIDDEN.has(part))) {
    throw invalidRequest(`Invalid parameter name: ${name.slice(0, 100)}`)
  }
  return path
}

function place(form: FormRecord, path: string[], value: string): void {
  let level = form
  path.forEach((part, depth) => {
    // `a[]=x&a[]=y` means the same as `a[0]=x&a[1]=y`.
    const name = part === '' && depth > 0 ? String(Object.keys(level).length) : part
    if (depth === path.length - 1) {
      level[name] = value
      return
    }
    const next = level[name]
    if (typeof next === 'object' && !Array.isArray(next)) {
      level = next
      return
    }
    const created: FormRecord = {}
    level[name] = created
    level = created
  })
}

function withArrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) {
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => withArrays(value[name] ?? ''))
  }
  const entries = Object.entries(value)
  // Metadata may have any keys, so "0" is a key there and not an index.
  return Object.fromEntries(entries.map(([name, nested]) => [name, name === 'metadata' ? nested : withArrays(nested)]))
}
