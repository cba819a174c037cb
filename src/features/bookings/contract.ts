import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { isStorable } from '#platform/shared/text.ts'

/** `reserved`: kept for a few minutes while the member confirms. `held`, `missed`: as marked by the consultant. */
export const BookingState = z.enum(['reserved', 'booked', 'cancelled', 'held', 'missed'])
export type BookingState = z.infer<typeof BookingState>

export const CancelledBy = z.enum(['member', 'consultant', 'administrator', 'system'])
export type CancelledBy = z.infer<typeof CancelledBy>

export const Place = z.enum(['online', 'phone'])
export type Place = z.infer<typeof Place>

/** A consultant, as shown to members. */
export const SessionConsultant = z.object({
  id: z.uuid(),
  displayName: z.string(),
  picture: z.string().nullable(),
})
export type SessionConsultant = z.infer<typeof SessionConsultant>

export const LineKey = z.string().max(100).refine(isStorable)

/** Reasons why none of a package's sessions can be booked at the moment. */
export const packageRefusals = {
  'session-not-found': { status: 404, message: 'This session isn’t in any of your packages.' },
  'package-on-hold':
    'Your bank is reviewing the payment for this package. Until it decides, you can’t book or move its sessions.',
  'month-not-paid':
    'This month hasn’t been paid for yet, so you can’t book its sessions. Update your card under My Packages.',
  'package-cancelled': 'This package is cancelled, so you can no longer book its sessions.',
  'package-not-started': 'This package hasn’t started yet. You can book its sessions from the day it starts.',
  'package-ended':
    'This package, or this month of the subscription, has ended, so you can no longer book its sessions.',
} as const

export const Booking = z.object({
  id: z.uuid(),
  entitlementId: z.uuid(),
  lineKey: z.string(),
  packageTitle: z.string(),
  serviceType: ServiceType,
  title: z.string(),
  minutes: z.int(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  state: BookingState.exclude(['reserved']),
  /** Null if the consultant has left. */
  consultant: SessionConsultant.nullable(),
  place: Place,
  /** Set only for online sessions that are booked. */
  meetingUrl: z.string().nullable(),
  /** The number on which the consultant calls the member. */
  phone: z.string().nullable(),
  /** The member's note to the consultant. */
  notes: z.string().nullable(),
  cancelledBy: CancelledBy.nullable(),
  /** Whether the session counts as used although it was not held. */
  isForfeited: z.boolean(),
  /** Whether the session counted as used and was then returned. */
  isReturned: z.boolean(),
})
export type Booking = z.infer<typeof Booking>

export const bookingParams = z.strictObject({ bookingId: z.uuid() })
export const bookingNotFound = { status: 404, message: 'We couldn’t find this session.' } as const

/**
 * Minimum number of hours before a session in which to move it, or to cancel it without forfeiting it (PRODUCT D21).
 */
export const CHANGE_NOTICE_HOURS = 24

export const changeRefusals = {
  'booking-not-found': bookingNotFound,
  'session-started': 'This session has already started, so it can’t be changed.',
  'booking-cancelled': 'This session is already cancelled.',
} as const

/** A new consultant has no profile until staff create one. */
export const noConsultantProfile = {
  status: 409,
  message:
    'You don’t have a public profile yet. Ask an administrator to write one under “Public profiles”. Then you can set your hours here.',
} as const
