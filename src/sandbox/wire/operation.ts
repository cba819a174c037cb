import type { z } from 'zod'
import type { EventType } from '../events/event.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Schedule } from '../storage/schedule.ts'
import type { ApiError } from './api-error.ts'
import type { FormRecord } from './form-encoding.ts'
import type { ApiDocument, ApiObject } from './object-kind.ts'
import { readParameters } from './read-parameters.ts'

/** Everything an operation may use. It runs inside one database transaction: objects, events and answer stand or fall together. */
export interface Call {
  objects: ObjectStore
  /** What the provider will do by itself. */
  schedule: Schedule
  billing: BillingRules
  /** Seconds since 1970, the provider's unit of time, by the sandbox's clock. */
  now: number
  /** The same call at another time: what a clock catches up on is dated when it was due. */
  at(now: number): Call
  caller: 'secret-key' | 'publishable-key'
  /** What a browser proves its right to one payment with. */
  clientSecret: string | undefined
  /** Where browsers reach the sandbox. */
  publicUrl: string
  /** The bank takes its time: a confirmed payment stays `processing` until it is settled. */
  isBankSlow: boolean
  announce(type: EventType, object: ApiObject, previous?: Record<string, unknown>): void
}

/** What the account has chosen for renewals that cannot be paid. */
export interface BillingRules {
  /** Days before each further attempt, counted from the one before. */
  retryDays: readonly number[]
  /** What becomes of the subscription after the last attempt. */
  afterLastAttempt: 'cancel' | 'unpaid'
}

export type Answer = ApiDocument | ApiError

export interface Operation {
  /** As in the provider's SDK: `PaymentIntent.confirm`. */
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  /** `{id}` stands for the object that the call is about. */
  path: string
  openToBrowsers: boolean
  /** Names of the parameters, for the comparison with the published contract. */
  parameterNames: string[]
  /** Reads the parameters; a mistake in them throws before anything is remembered under an idempotency key. */
  prepare(form: FormRecord): (call: Call, id: string) => Answer
}

interface Definition<Shape extends z.ZodObject> {
  name: string
  method: Operation['method']
  path: string
  openToBrowsers?: boolean
  parameters: Shape
  run(call: Call, parameters: z.output<Shape>, id: string): Answer
}

export function operation<Shape extends z.ZodObject>(definition: Definition<Shape>): Operation {
  const { parameters: shape, run, openToBrowsers = false, ...rest } = definition
  return {
    ...rest,
    openToBrowsers,
    parameterNames: Object.keys(shape.shape),
    prepare(form) {
      const parameters = readParameters(shape, form)
      return (call, id) => run(call, parameters, id)
    },
  }
}
