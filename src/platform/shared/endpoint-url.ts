import type { Endpoint } from './endpoint.ts'

/** The path and query of a call, such as "/api/bookings/1?limit=10". */
export function endpointUrl({ path }: Pick<Endpoint, 'path'>, input: { params?: unknown; query?: unknown }): string {
  const values = toRecord(input.params)
  const filledPath = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toRecord(input.query))) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size > 0 ? `${filledPath}?${search}` : filledPath
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
