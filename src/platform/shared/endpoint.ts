import type { z } from 'zod'

/** Who may call: anyone, anyone with a valid session, or staff of a role. Object ownership is checked by each use case. */
export type Access = 'public' | 'member' | 'consultant' | 'administrator'

/** Why the server may say no: the sentence a person reads, and the status where it is not 409. */
export type Refusal = string | { status: 400 | 404 | 409 | 413 | 429 | 503; message: string }

/** One HTTP call, described once. The server serves it, the browser calls it, the documentation lists it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Reason extends string = string,
  A extends Access = Access,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  /** One line for the documentation. */
  summary: string
  access: A
  params?: Params
  query?: Query
  body?: Body
  /** Bytes, where the body may be longer than that of other calls. */
  bodyLimit?: number
  /** The body is a file and no JSON: `body` is then `FileUpload`, and `query` has its name. */
  upload?: true
  response: Response
  /** Where success is a file and no envelope: its media type. The response is then `FileAnswer` or `LargeFileAnswer`. */
  file?: `${string}/${string}`
  /** Where success is a stream of server-sent events and no envelope: their name. Each of them is the response. */
  events?: string
  /** The sentence of success, where a person reads one. */
  message?: string
  refusals?: Readonly<Record<Reason, Refusal>>
}

export function endpoint<
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  const Reason extends string = never,
  const A extends Access = Access,
>(description: Endpoint<Params, Query, Body, Response, Reason, A>) {
  return description
}

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type ParamsOf<E> = E extends { params?: infer P } ? OutputOf<NonNullable<P>> : undefined
export type QueryOf<E> = E extends { query?: infer Q } ? OutputOf<NonNullable<Q>> : undefined
export type BodyOf<E> = E extends { body?: infer B } ? OutputOf<NonNullable<B>> : undefined
export type ResponseOf<E> = E extends { response: infer R extends z.ZodType } ? z.output<R> : never
export type ReasonOf<E> = E extends { refusals?: infer R } ? keyof NonNullable<R> & string : never

type InputPart<E, Part extends 'params' | 'query' | 'body'> = E extends { [P in Part]?: infer S }
  ? NonNullable<S> extends z.ZodUndefined
    ? { [P in Part]?: undefined }
    : NonNullable<S> extends z.ZodType
      ? { [P in Part]: z.input<NonNullable<S>> }
      : { [P in Part]?: undefined }
  : { [P in Part]?: undefined }

/** What a caller passes: only the parts that the endpoint names. */
export type InputOf<E> = InputPart<E, 'params'> & InputPart<E, 'query'> & InputPart<E, 'body'>
