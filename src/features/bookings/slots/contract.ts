import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LineKey, packageRefusals } from '../contract.ts'

/** Maximum number of days per request. */
export const MAX_DAYS = 35

/** The first day in London on which a published consultant has a free slot. */
export const FreeDay = z.object({ consultantId: z.uuid(), day: z.iso.date() })
export type FreeDay = z.infer<typeof FreeDay>

export const listNextFreeDays = endpoint('GET /api/consultants/next-free-days', {
  summary: `List the first day with a free slot of each published consultant who has one within ${MAX_DAYS} days`,
  access: 'public',
  response: z.array(FreeDay),
})

export const listFreeSlots = endpoint('GET /api/sessions/slots', {
  summary: 'List the free slots for a session within a period',
  access: 'member',
  query: z.strictObject({
    entitlementId: z.uuid(),
    lineKey: LineKey,
    consultantId: z.uuid().optional(),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    /** The booking being moved. Its own slot counts as free. */
    moving: z.uuid().optional(),
  }),
  response: z.object({
    /** Free start times in order, without duplicates, with the consultants who are free at each. */
    slots: z.array(z.object({ startsAt: z.iso.datetime(), consultantIds: z.array(z.uuid()) })),
    /**
     * Set if no slot is free before the package ends, even ignoring the notice period. Booking this slot extends the
     * package (PRODUCT D22).
     */
    nextFree: z.iso.datetime().nullable(),
  }),
  refusals: {
    ...packageRefusals,
    'too-many-days': { status: 400, message: `Request no more than ${MAX_DAYS} days at a time.` },
  },
})
