import type { z } from 'zod'

/** Who may call: anyone, anyone with a valid session, or staff with a role. Each use case checks object ownership. */
export type Access = 'public' | 'member' | 'consultant' | 'administrator'

/** The message that users read when the server refuses, and its status if it is not 409. */
export type Refusal = string | { status: 400 | 404 | 409 | 413 | 429 | 503; message: string }

/** An endpoint's settings besides its route. */
type Description<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Reason extends string,
  A extends Access,
> = {
  /** One line for the documentation. */
  summary: string
  access: A
  params?: Params
  query?: Query
  body?: Body
  /** In bytes, if the body may be larger than usual. */
  bodyLimit?: number
  /** The body is a file instead of JSON: `body` is `FileUpload`, and `query` contains its name. */
  upload?: true
  response: Response
  /** The media type of a file without an envelope, as `FileResponse` or `LargeFileResponse`. */
  file?: `${string}/${string}`
  /** The event name, if success is a stream of server-sent events without an envelope. Each event is a response. */
  events?: string
  /** The success message, if users read one. */
  message?: string
  refusals?: Readonly<Record<Reason, Refusal>>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Path = `/api/${string}`

/** One HTTP call, described once for the server, the browser and the documentation. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Reason extends string = string,
  A extends Access = Access,
> = Description<Params, Query, Body, Response, Reason, A> & { method: Method; path: Path }

/** @param route such as "GET /api/bookings/:bookingId" */
export function endpoint<
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  const Reason extends string = never,
  const A extends Access = Access,
>(
  route: `${Method} ${Path}`,
  description: Description<Params, Query, Body, Response, Reason, A>,
): Endpoint<Params, Query, Body, Response, Reason, A> {
  const [method, path] = route.split(' ') as [Method, Path]
  return { method, path, ...description }
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

/** The input of a call, with only the parts that the endpoint declares. */
export type InputOf<E> = InputPart<E, 'params'> & InputPart<E, 'query'> & InputPart<E, 'body'>
