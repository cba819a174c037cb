import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { createReference } from '../../form/server/receive-message.ts'
import { type declareCancellation as endpoint, readOrderReference, UNKNOWN_ORDER } from '../contract.ts'
import { acknowledgementEmail } from './emails.ts'
import { findCancellation, insertCancellation } from './store.ts'

/** High enough for a school or an office where everyone shares one IP address. */
const networkLimit: RateLimit = { name: 'cancellation-network', attempts: 30, seconds: 3_600 }

/** Each declaration is acknowledged, and whoever knows a member's address could try order references with it. */
const emailLimit: RateLimit = { name: 'cancellation-email', attempts: 5, seconds: 86_400 }

/** Whoever knows an order reference could try addresses with it. */
const orderLimit: RateLimit = { name: 'cancellation-order', attempts: 20, seconds: 86_400 }

/** `payments` carries it out, because this area does not know orders. Retried for days if the provider is away. */
export const carryOutCancellationQueue: Queue<{ messageId: string; mayMatch: boolean }> = {
  name: 'carry-out-cancellation',
  retryDelay: 5,
  retryLimit: 160,
}

/**
 * Stores what was declared, acknowledges it and queues the job that looks for the order. Nothing here depends on whether
 * the order exists, so neither the answer nor its time can tell (PRODUCT D25).
 */
export async function declareCancellation(
  context: Context,
  { id, name, email, orderReference: typed }: BodyOf<typeof endpoint>,
  address: string,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, jobs, limits, now } = context
  const orderReference = readOrderReference(typed) ?? UNKNOWN_ORDER
  const declaration = { name, orderReference, email }
  const existing = await findCancellation(db, id)
  if (existing) return showSame(existing, declaration)

  await limits.count(networkLimit, addressKey(address))
  // Beyond these limits the declaration still counts, and staff look for the order. Otherwise a stranger could use them
  // up and so keep somebody from cancelling in time.
  const isEmailFree = await isWithin(limits.count(emailLimit, canonicalEmailAddress(email)))
  const isOrderFree = orderReference === UNKNOWN_ORDER || (await isWithin(limits.count(orderLimit, orderReference)))
  return db.transaction().execute(async (tx) => {
    const caseReference = createReference('W')
    const receivedAt = now()
    if (!(await insertCancellation(tx, { id, reference: caseReference, receivedAt, ...declaration })))
      return showSame(await findCancellation(tx, id), declaration)
    if (isEmailFree) {
      await sendEmail(tx, context, `message:${id}:writer`, ({ company }) =>
        acknowledgementEmail({ ...declaration, receivedAt, caseReference }, company),
      )
    }
    await jobs.send(tx, carryOutCancellationQueue, { messageId: id, mayMatch: isEmailFree && isOrderFree })
    return { ...declaration, declaredAt: receivedAt.toISOString() }
  })
}

function isWithin(counted: Promise<void>): Promise<boolean> {
  return counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof HttpError) return false
      throw error
    },
  )
}

type Declared = { name: string; orderReference: string; email: string }

/** Pressing twice, or reloading the page, declares once. */
function showSame(stored: (Declared & { receivedAt: Date }) | undefined, declaration: Declared) {
  const isSame =
    stored !== undefined &&
    (['name', 'orderReference', 'email'] as const).every((key) => stored[key] === declaration[key])
  if (!isSame) throw new Refused('already-declared')
  return { ...declaration, declaredAt: stored.receivedAt.toISOString() }
}
