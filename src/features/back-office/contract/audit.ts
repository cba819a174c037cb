import { z } from 'zod'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'

/** What was changed of something: figures and ids, never secrets. */
const Figures = z.record(z.string(), z.json()).nullable()

export const AuditEntry = z.object({
  id: z.uuid(),
  occurredAt: z.iso.datetime(),
  /** The name is null where they have left. */
  actor: z.object({ id: z.uuid(), name: z.string().nullable() }),
  /** Such as `purchase.refunded`. */
  action: z.string(),
  object: z.object({ kind: z.string(), id: z.string() }),
  reason: z.string().nullable(),
  before: Figures,
  after: Figures,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Days of London, the first and the last included. */
export const AuditFilter = z.strictObject({
  actor: z.uuid().optional(),
  kind: text({ max: 40 }).optional().describe('What it was done to, such as purchase.'),
  object: text({ max: 200 }).optional().describe('The number of what it was done to.'),
  action: text({ max: 80 }).optional().describe('Such as purchase.refunded.'),
  from: calendarDay('The first day must be a date such as 2026-04-01').optional(),
  until: calendarDay('The last day must be a date such as 2026-04-30').optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What staff did to what, when and why, newest first',
  access: 'administrator',
  query: PageQuery.extend(AuditFilter.shape),
  response: pageOf(AuditEntry),
})

export const saveAuditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  query: AuditFilter,
  response: LargeFileAnswer,
  file: 'text/csv',
})

export const getAuditChoices = endpoint({
  method: 'GET',
  path: '/api/admin/audit/choices',
  summary: 'Who stands in the audit log, and which actions on which kinds of things: what the list can be filtered by',
  access: 'administrator',
  response: z.object({
    actors: z.array(AuditEntry.shape.actor),
    kinds: z.array(z.string()),
    actions: z.array(z.string()),
  }),
})
