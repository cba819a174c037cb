import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { bookingNotFound, bookingParams } from '../contract.ts'

/** 5 is the best. */
const Score = z.int().min(1).max(5)

/** A member's rating of a session that was held. */
export const Rating = z.object({
  score: Score,
  comment: z.string().nullable(),
  /** Whether the member allows us to publish the comment. */
  mayPublish: z.boolean(),
  ratedAt: z.iso.datetime(),
})
export type Rating = z.infer<typeof Rating>

export const getRating = endpoint('GET /api/bookings/:bookingId/rating', {
  summary: 'Get the member’s rating of a session and whether they can rate it',
  access: 'member',
  params: bookingParams,
  response: z.object({
    /** True if the session was held. */
    canRate: z.boolean(),
    rating: Rating.nullable(),
    /** False if the profile says that the member is under 18. */
    canPublish: z.boolean(),
    /** The consent wording, and the name shown with a published comment. */
    consent: z.object({ version: z.string(), text: z.string(), shownName: z.string() }),
  }),
  refusals: { 'booking-not-found': bookingNotFound },
})

export const rateSession = endpoint('PUT /api/bookings/:bookingId/rating', {
  summary: 'Rate a session or change its rating; changing the comment withdraws any story published from it',
  access: 'member',
  params: bookingParams,
  body: z
    .strictObject({
      score: z.int('Choose a rating').min(1, 'Choose a rating').max(5, 'Choose a rating'),
      comment: z
        .string()
        .trim()
        .max(1_000, 'Use up to 1,000 characters')
        .transform((comment) => comment || null)
        .nullable(),
      mayPublish: z.boolean(),
      /** Version of the consent wording that the member saw. */
      consentVersion: z.string().max(40),
      /** The name shown to the member with the consent wording. */
      shownName: z.string().max(100),
    })
    .refine(({ comment, mayPublish }) => comment !== null || !mayPublish, {
      error: 'Write something we can publish, or untick the box below',
      path: ['comment'],
    }),
  response: Rating,
  message: 'Thank you. We’ve saved your rating.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'under-18':
      'Your profile says you’re under 18, so we can’t publish your words. Untick the box that lets us publish them.',
    'not-held': 'You can rate a session once your consultant has marked it as completed.',
    'consent-changed': 'The text beside the box has changed since you opened this page. Read it again before you save.',
  },
})

export const deleteRating = endpoint('DELETE /api/bookings/:bookingId/rating', {
  summary: 'Delete a rating and everything published from it',
  access: 'member',
  params: bookingParams,
  response: z.null(),
  message: 'We’ve removed your rating.',
  refusals: { 'booking-not-found': bookingNotFound },
})

/** A comment that we are allowed to publish, as shown to administrators. */
const PublishableRating = z.object({
  bookingId: z.uuid(),
  firstName: z.string(),
  score: Score,
  comment: z.string(),
  serviceType: ServiceType,
  ratedAt: z.iso.datetime(),
})

/** All ratings of a service, as one figure. */
const ServiceRating = z.object({
  serviceType: ServiceType,
  /** To one decimal. */
  average: z.number().min(1).max(5),
  /** How many sessions were rated. */
  count: z.int(),
})
export type ServiceRating = z.infer<typeof ServiceRating>

export const listServiceRatings = endpoint('GET /api/services/ratings', {
  summary: 'List the average of all ratings of each service that enough members have rated',
  access: 'public',
  response: z.array(ServiceRating),
})

export const listPublishableRatings = endpoint('GET /api/admin/ratings', {
  summary: 'List ratings whose comments may be published, newest first',
  access: 'administrator',
  query: PageQuery,
  response: pageOf(PublishableRating),
})
