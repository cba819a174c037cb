import type { ConsultantRecord } from '#features/bookings/admin-consultants/contract.ts'
import { availability, finalCall } from './availability.ts'

/** A consultant as administrators see them. */
export const consultantRecord: ConsultantRecord = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  accountId: '0196b3a0-0000-7000-8000-0000000000aa',
  displayName: 'Alan',
  email: 'alan@example.org',
  services: ['MY_FUTURE'],
  isPublished: true,
  isActive: true,
  hasHours: true,
  chosenSessions: null,
  upcoming: 1,
  calendars: 0,
  brokenCalendars: 0,
  availability: availability(),
  offered: [finalCall, { ...finalCall, lineKey: 'first', title: 'First call', minutes: 60 }],
  calendarList: [],
}
