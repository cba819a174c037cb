import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** 5 is best. */
const Score = z.int().min(1).max(5)

/** What a member says of a session that was held. */
export const Rating = z.object({
  score: Score,
  words: z.string().nullable(),
  /** The words may be told to everybody. */
  mayPublish: z.boolean(),
  ratedAt: z.iso.datetime(),
})
export type Rating = z.infer<typeof Rating>

const ratingParams = z.strictObject({ bookingId: z.uuid() })
const bookingNotFound = { status: 404, message: 'This session was not found.' } as const

export const getRating = endpoint({
  method: 'GET',
  path: '/api/bookings/:bookingId/rating',
  summary: 'What the member has said of a session of theirs, and whether they can say something',
  access: 'member',
  params: ratingParams,
  response: z.object({
    /** It was held. */
    canRate: z.boolean(),
    rating: Rating.nullable(),
    /** They are not under 18, as far as we know. */
    canPublish: z.boolean(),
    /** What whoever ticks the box for publishing agrees to, and under which name their words then stand. */
    consent: z.object({ version: z.string(), text: z.string(), shownName: z.string() }),
  }),
  refusals: { 'booking-not-found': bookingNotFound },
})

export const rateSession = endpoint({
  method: 'PUT',
  path: '/api/bookings/:bookingId/rating',
  summary: 'Say how a session was, or say something else; other words take a published story back',
  access: 'member',
  params: ratingParams,
  body: z
    .strictObject({
      score: z.int('Please choose how it was').min(1, 'Please choose how it was').max(5, 'Please choose how it was'),
      words: z
        .string()
        .trim()
        .max(1_000, 'Please use at most 1,000 characters')
        .transform((words) => words || null)
        .nullable(),
      mayPublish: z.boolean(),
      /** Of the text beside the box, as it was read. */
      consentVersion: z.string().max(40),
      /** The name beside the box. */
      shownName: z.string().max(100),
    })
    .refine(({ words, mayPublish }) => words !== null || !mayPublish, {
      error: 'Please write what may be published, or untick the box below',
      path: ['words'],
    }),
  response: Rating,
  message: 'Thank you. Your rating is saved.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'under-18':
      'Your profile says that you are under 18, so your words are not published. Please untick the box for publishing.',
    'not-held': 'You can rate a session once your consultant has marked it as held.',
    'consent-changed': 'The text beside the box has changed since you opened this page. Please read it again.',
  },
})

export const removeRating = endpoint({
  method: 'DELETE',
  path: '/api/bookings/:bookingId/rating',
  summary: 'Take a rating back, with everything that was published of it',
  access: 'member',
  params: ratingParams,
  response: z.null(),
  message: 'Your rating is taken back.',
  refusals: { 'booking-not-found': bookingNotFound },
})

/** Words that may be told to everybody, as an administrator finds them. */
const PublishableRating = z.object({
  bookingId: z.uuid(),
  firstName: z.string(),
  score: Score,
  words: z.string(),
  serviceType: ServiceType,
  ratedAt: z.iso.datetime(),
})

export const listPublishableRatings = endpoint({
  method: 'GET',
  path: '/api/admin/ratings',
  summary: 'Ratings whose words may be published, newest first',
  access: 'administrator',
  query: PageQuery,
  response: pageOf(PublishableRating),
})
