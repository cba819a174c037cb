import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { AvailabilityFields, SessionType } from '../availability/contract.ts'
import { ImportedCalendar } from '../calendar-import/contract.ts'

export const AdminConsultant = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  displayName: z.string(),
  email: z.string(),
  services: z.array(ServiceType),
  isPublished: z.boolean(),
  /** Whether the account is enabled and still has the consultant role. */
  isActive: z.boolean(),
  /** Members cannot book a consultant who has no hours. */
  hasHours: z.boolean(),
  /** Number of session types they offer. Null if they offer every session type in their services. */
  chosenSessions: z.int().nullable(),
  /** Number of upcoming sessions. */
  upcoming: z.int(),
  calendars: z.int(),
  /** Calendars that could not be read in the last import. */
  brokenCalendars: z.int(),
})
export type AdminConsultant = z.infer<typeof AdminConsultant>

/** Far more than a small consultancy employs. */
export const MAX_CONSULTANTS = 500

export const listAllConsultants = endpoint('GET /api/admin/consultants', {
  summary: 'List all consultants, published or not, in the order of the public page',
  access: 'administrator',
  response: z.array(AdminConsultant),
})

export const downloadConsultants = endpoint('GET /api/admin/consultants.csv', {
  summary: 'Download the consultants as CSV',
  ...csvDownload,
})

export const ConsultantRecord = AdminConsultant.extend({
  /** Null until the consultant has saved their availability. */
  availability: AvailabilityFields.nullable(),
  /** The session types of the consultant's services. */
  offered: z.array(SessionType),
  calendarList: z.array(ImportedCalendar),
})
export type ConsultantRecord = z.infer<typeof ConsultantRecord>

const consultantParams = z.strictObject({ consultantId: z.uuid() })
const consultantNotFound = { status: 404, message: 'We couldn’t find this consultant.' } as const

export const getConsultantRecord = endpoint('GET /api/admin/consultants/:consultantId', {
  summary: 'Get a consultant with their availability, session types and imported calendars',
  access: 'administrator',
  params: consultantParams,
  response: ConsultantRecord,
  refusals: { 'consultant-not-found': consultantNotFound },
})

export const saveSessionTypes = endpoint('PUT /api/admin/consultants/:consultantId/session-types', {
  summary: 'Set the session types a consultant offers, without affecting existing bookings',
  access: 'administrator',
  params: consultantParams,
  body: AvailabilityFields.pick({ version: true, sessions: true }),
  response: ConsultantRecord,
  message: 'Sessions saved.',
  refusals: {
    'consultant-not-found': consultantNotFound,
    'no-availability':
      'This consultant hasn’t set their hours yet. Once they’ve set them, you can choose their sessions here.',
    'edited-elsewhere':
      'Someone else has changed these sessions since you opened this page. Reload the page and choose again.',
    'session-type-not-offered': {
      status: 400,
      message: 'One of these sessions is no longer part of this consultant’s services. Reload the page.',
    },
  },
})
