import { z } from 'zod'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'

/** An object's changed fields. They hold ids and plain values, never secrets. */
const RecordedValues = z.record(z.string(), z.json()).nullable()

const Actor = z.object({ id: z.uuid(), name: z.string().nullable() })

export const AuditEntry = z.object({
  id: z.uuid(),
  occurredAt: z.iso.datetime(),
  /** Null if the operator ran a command on the server. The name is null if the account has been deleted. */
  actor: Actor.nullable(),
  action: z.string(),
  object: z.object({
    kind: z.string(),
    id: z.string(),
    /** The object's current name. Null if the object was deleted or has no name. */
    name: z.string().nullable(),
    /** The member the object belongs to, if any. */
    memberId: z.uuid().nullable(),
  }),
  reason: z.string().nullable(),
  before: RecordedValues,
  after: RecordedValues,
  /** Current names for the ids in `before` and `after`, by id. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** `from` and `until` are inclusive days in London time. */
export const AuditFilter = z.strictObject({
  actor: z.uuid().optional(),
  kind: text({ max: 40 }).optional().describe('Kind of the object, for example purchase.'),
  object: text({ max: 200 }).optional().describe('Id of the object.'),
  action: text({ max: 80 }).optional().describe('For example purchase.refunded.'),
  from: calendarDay('Enter the first day as a date, for example 2026-04-01').optional(),
  until: calendarDay('Enter the last day as a date, for example 2026-04-30').optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const listAuditEntries = endpoint('GET /api/admin/audit', {
  summary: 'List staff actions and account security events with their object, time and reason, newest first',
  access: 'administrator',
  query: PageQuery.extend(AuditFilter.shape),
  response: pageOf(AuditEntry),
})

export const downloadAuditEntries = endpoint('GET /api/admin/audit.csv', {
  summary: 'Download the audit log as CSV',
  query: AuditFilter,
  ...csvDownload,
})

export const getAuditChoices = endpoint('GET /api/admin/audit/choices', {
  summary: 'List the actors, object kinds and actions to filter the audit log by',
  access: 'administrator',
  response: z.object({
    actors: z.array(Actor),
    kinds: z.array(z.string()),
    actions: z.array(z.string()),
  }),
})
