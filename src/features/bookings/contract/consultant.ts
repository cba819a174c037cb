import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { document, OfferedSession } from './availability.ts'
import { ImportedCalendar } from './imported-calendar.ts'

/** Somebody who advises, as administrators see them. */
export const StaffConsultant = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  displayName: z.string(),
  email: z.string(),
  services: z.array(ServiceType),
  isPublished: z.boolean(),
  /** They may log in, and are a consultant still. */
  isActive: z.boolean(),
  /** Without hours nobody can book them. */
  hasHours: z.boolean(),
  /** How many sessions of their services they hold; null: every one. */
  chosenSessions: z.int().nullable(),
  /** Sessions to come. */
  upcoming: z.int(),
  calendars: z.int(),
  /** Of these could not be read the last time. */
  brokenCalendars: z.int(),
})
export type StaffConsultant = z.infer<typeof StaffConsultant>

/** More than a small consultancy has. */
export const MOST_CONSULTANTS = 500

export const listAllConsultants = endpoint({
  method: 'GET',
  path: '/api/admin/consultants',
  summary: 'Everybody with an entry among the consultants, published or not, in the order of the public page',
  access: 'administrator',
  response: z.array(StaffConsultant),
})

export const downloadConsultants = endpoint({
  method: 'GET',
  path: '/api/admin/consultants.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  response: LargeFileAnswer,
  file: 'text/csv; charset=utf-8',
})

export const ConsultantRecord = StaffConsultant.extend({
  /** null: they have saved no hours yet. */
  availability: document.nullable(),
  /** The sessions of their services. */
  offered: z.array(OfferedSession),
  calendarList: z.array(ImportedCalendar),
})
export type ConsultantRecord = z.infer<typeof ConsultantRecord>

const ofConsultant = z.strictObject({ consultantId: z.uuid() })
const consultantNotFound = { status: 404, message: 'This consultant was not found.' } as const

export const getConsultantRecord = endpoint({
  method: 'GET',
  path: '/api/admin/consultants/:consultantId',
  summary: 'One consultant: when they can be booked, which sessions they hold, how their calendars stand',
  access: 'administrator',
  params: ofConsultant,
  response: ConsultantRecord,
  refusals: { 'consultant-not-found': consultantNotFound },
})

export const saveHeldSessions = endpoint({
  method: 'PUT',
  path: '/api/admin/consultants/:consultantId/sessions',
  summary: 'Which sessions of their services a consultant holds; sessions that are booked stay',
  access: 'administrator',
  params: ofConsultant,
  body: document.pick({ version: true, sessions: true }),
  response: ConsultantRecord,
  message: 'The sessions are saved.',
  refusals: {
    'consultant-not-found': consultantNotFound,
    'no-hours': 'They have saved no hours yet. Once they have, you can choose their sessions here.',
    'changed-meanwhile':
      'Somebody else has changed this meanwhile. Please load the page again, and then choose once more.',
    'session-not-theirs': {
      status: 400,
      message: 'One of these sessions is not part of their services any more. Please load the page again.',
    },
  },
})
