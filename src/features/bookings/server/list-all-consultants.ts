import type { MemberContext } from '#platform/server/context.ts'
import type { StaffConsultant } from '../contract/consultant.ts'
import { type ConsultantRow, listEntries } from './consultant-store.ts'

export async function listAllConsultants({ db, now }: MemberContext): Promise<StaffConsultant[]> {
  return (await listEntries(db, now())).map(showStaffConsultant)
}

export function showStaffConsultant(row: ConsultantRow): StaffConsultant {
  return {
    id: row.id,
    accountId: row.account_id,
    displayName: row.display_name,
    email: row.email,
    services: row.services,
    isPublished: row.published_at !== null,
    isActive: row.role === 'consultant' && row.disabled_at === null,
    hasHours: row.has_hours,
    chosenSessions: row.chosen || null,
    upcoming: row.upcoming ?? 0,
    calendars: row.calendars ?? 0,
    brokenCalendars: row.broken ?? 0,
  }
}
