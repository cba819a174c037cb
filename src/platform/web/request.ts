import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { SentFile } from '#platform/shared/sent-file.ts'

/** SPEC §8: what a person reads where the server gave no words of its own. */
export const UNKNOWN_ERROR = 'An unknown error occurred'

const UNREACHABLE = 'We could not reach the server. Please check your connection and try again.'

/** Everything that is neither an answer nor a refusal the endpoint names. The message is for people. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  /** 0 where no answer arrived. */
  readonly status: number
  readonly code: string
  /** Seconds to wait before another try, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The envelope of every answer (DESIGN §4). */
const Envelope = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), message: z.string().optional(), data: z.unknown().optional() }),
  z.object({
    success: z.literal(false),
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    data: z.unknown().optional(),
  }),
])

export type Reply = z.infer<typeof Envelope> & { status: number; retryAfter: number | undefined }

export type Parts = { params?: unknown; query?: unknown; body?: unknown }

type RequestOptions = { token?: string | null; signal?: AbortSignal }

/** One exchange with the server: no renewal, no judgement of the status. Throws where there is no envelope to read. */
export async function request(endpoint: Endpoint, parts: Parts, { token, signal }: RequestOptions): Promise<Reply> {
  const response = await fetchOrFail(addressOf(endpoint.path, parts), {
    method: endpoint.method,
    headers: headersFor(parts.body, token),
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
    signal,
  })
  if (endpoint.response === SentFile && response.ok) return { ...(await readFile(response)), status: response.status }
  const envelope = Envelope.safeParse(await readJson(response))
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  if (!envelope.success) throw new CallFailed(response.status, 'no-envelope', UNKNOWN_ERROR, retryAfter)
  return { ...envelope.data, status: response.status, retryAfter }
}

async function fetchOrFail(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new CallFailed(0, 'unreachable', UNREACHABLE)
  }
}

async function readFile(response: Response) {
  const { headers } = response
  const bytes = await response.arrayBuffer().catch(() => {
    throw new CallFailed(0, 'unreachable', UNREACHABLE)
  })
  const file: SentFile = {
    content: new Uint8Array(bytes),
    type: headers.get('content-type') ?? 'application/octet-stream',
    cacheControl: headers.get('cache-control') ?? '',
    name: /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download',
  }
  return { success: true as const, data: file, retryAfter: undefined }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function headersFor(body: unknown, token: string | null | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

function addressOf(path: string, { params, query }: Parts): string {
  const values = fieldsOf(params)
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fieldsOf(query))) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
