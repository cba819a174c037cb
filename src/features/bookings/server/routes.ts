import type { Serve } from '#platform/server/http/serve.ts'
import { adminBookingRoutes } from '../admin-bookings/server/routes.ts'
import { adminConsultantRoutes } from '../admin-consultants/server/routes.ts'
import { agendaRoutes } from '../agenda/server/routes.ts'
import { availabilityRoutes } from '../availability/server/routes.ts'
import { memberBookingRoutes } from '../booking/server/routes.ts'
import { calendarFileRoutes } from '../calendar-feed/server/routes.ts'
import { calendarImportRoutes } from '../calendar-import/server/routes.ts'
import { cancellationRoutes } from '../cancellation/server/routes.ts'
import { bookingFileRoutes } from '../files/server/routes.ts'
import { ratingRoutes } from '../ratings/server/routes.ts'
import { sessionNoteRoutes } from '../session-notes/server/routes.ts'
import { slotRoutes } from '../slots/server/routes.ts'
import { waitlistRoutes } from '../waitlist/server/routes.ts'

export function bookingRoutes(serve: Serve) {
  slotRoutes(serve)
  memberBookingRoutes(serve)
  cancellationRoutes(serve)
  waitlistRoutes(serve)
  bookingFileRoutes(serve)
  calendarFileRoutes(serve)
  calendarImportRoutes(serve)
  ratingRoutes(serve)
  availabilityRoutes(serve)
  agendaRoutes(serve)
  sessionNoteRoutes(serve)
  adminBookingRoutes(serve)
  adminConsultantRoutes(serve)
}
