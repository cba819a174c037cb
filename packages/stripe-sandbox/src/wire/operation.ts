import { z } from 'zod'
import type { EventType } from '../events/event-types.ts'
import type { ObjectStore, Selection } from '../storage/object-store.ts'
import type { Schedule } from '../storage/schedule.ts'
import type { ApiError } from './api-error.ts'
import type { FormRecord } from './form-encoding.ts'
import type { ApiDocument, ApiObject, ObjectKind } from './object-kind.ts'
import { type Paging, paging, readParameters } from './parameters.ts'

/** The context of an operation. Its objects, events and answer are saved in one transaction. */
export interface Call {
  objects: ObjectStore
  /** Steps that the sandbox runs later. */
  schedule: Schedule
  billing: BillingRules
  /** Seconds since 1970 by the sandbox's clock. */
  now: number
  /** The same call at another time, so that a due step is dated when it was due. */
  at(now: number): Call
  caller: 'secret-key' | 'publishable-key'
  /** The proof that a browser may access one intent. */
  clientSecret: string | undefined
  /** The sandbox's address for browsers. */
  publicUrl: string
  /** If true, a confirmed payment stays `processing` until it is settled. */
  isBankSlow: boolean
  announce(type: EventType, object: ApiObject, previous?: Record<string, unknown>): void
}

/** The account's rules for renewals that cannot be paid. */
export interface BillingRules {
  /** Days before each further attempt, counted from the previous one. */
  retryDays: readonly number[]
  /** The result for the subscription after the last attempt fails. */
  afterLastAttempt: 'cancel' | 'unpaid'
}

export type Answer = ApiDocument | ApiError

type Method = 'GET' | 'POST' | 'DELETE'

export interface Operation {
  /** The name in Stripe's SDK, such as `PaymentIntent.confirm`. */
  name: string
  method: Method
  /** `{id}` is the object that the call is about. */
  path: string
  openToBrowsers: boolean
  /** For comparison with the published contract. */
  parameterNames: string[]
  /** Reads the parameters. Invalid ones throw before an idempotency key is stored. */
  prepare(form: FormRecord): (call: Call, id: string) => Answer
}

const noParameters = z.strictObject({})

interface Definition<Shape extends z.ZodObject> {
  /** Default: none. */
  parameters?: Shape
  openToBrowsers?: boolean
  run(call: Call, parameters: z.output<Shape>, id: string): Answer
}

/** @param route for example `POST /v1/payment_intents/{id}/confirm` */
export function operation<Shape extends z.ZodObject = typeof noParameters>(
  name: string,
  route: `${Method} /v1/${string}`,
  { parameters, openToBrowsers = false, run }: Definition<Shape>,
): Operation {
  const [method, path] = route.split(' ') as [Method, string]
  const shape = parameters ?? (noParameters as unknown as Shape)
  return {
    name,
    method,
    path,
    openToBrowsers,
    parameterNames: Object.keys(shape.shape),
    prepare(form) {
      const read = readParameters(shape, form)
      return (call, id) => run(call, read, id)
    },
  }
}

type Resource = `/v1/${string}`

export function retrieval<Type extends ApiObject>(
  name: string,
  resource: Resource,
  kind: ObjectKind<Type, object>,
): Operation {
  return operation(`${name}.retrieve`, `GET ${resource}/{id}`, {
    run: (call, _parameters, id) => call.objects.get(kind, id),
  })
}

/** @param select what the filters select; by default the objects with equal fields of the same names */
export function listing<Type extends ApiObject, Filters extends z.ZodRawShape>(
  name: string,
  resource: Resource,
  kind: ObjectKind<Type, object>,
  filters: Filters,
  select: (filterValues: z.output<z.ZodObject<Filters>>) => Selection = (where) => ({
    where: where as Selection['where'],
  }),
): Operation {
  return operation(`${name}.list`, `GET ${resource}`, {
    parameters: z.strictObject({ ...paging, ...filters }),
    run(call, parameters) {
      const { limit, starting_after, ending_before, created, ...filterValues } = parameters as unknown as Paging
      const page = { limit, starting_after, ending_before, created }
      const selection = select(filterValues as z.output<z.ZodObject<Filters>>)
      return listPage(resource, call.objects.list(kind, { ...selection, ...page }))
    },
  })
}

export interface ListPage<Type extends ApiObject> extends ApiDocument {
  object: 'list'
  data: Type[]
  has_more: boolean
  url: string
}

export function listPage<Type extends ApiObject>(
  url: string,
  { data, hasMore }: { data: Type[]; hasMore: boolean },
): ListPage<Type> {
  return { object: 'list', data, has_more: hasMore, url }
}
