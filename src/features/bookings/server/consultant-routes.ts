import type { Serve } from '#platform/server/http/serve.ts'
import * as agenda from '../contract/agenda.ts'
import * as availability from '../contract/availability.ts'
import * as files from '../contract/booking-file.ts'
import * as notes from '../contract/session-note.ts'
import { foretellIllness } from './foretell-illness.ts'
import { getAvailability } from './get-availability.ts'
import { getMemberFile } from './get-member-file.ts'
import { listAgenda } from './list-agenda.ts'
import { listSessionFiles } from './list-booking-files.ts'
import { listSessionNotes } from './list-session-notes.ts'
import { listSharedNotes } from './list-shared-notes.ts'
import { markBooking } from './mark-booking.ts'
import { openSessionFile } from './open-booking-file.ts'
import { removeSessionNote } from './remove-session-note.ts'
import { reportIllness } from './report-illness.ts'
import { saveAvailability } from './save-availability.ts'
import { writeSessionNote } from './write-session-note.ts'

/** The consultant's side of bookings. */
export function consultantSideRoutes(serve: Serve) {
  serve(availability.getAvailability, (context) => getAvailability(context))
  serve(availability.saveAvailability, (context, { body }) => saveAvailability(context, body))
  serve(agenda.listAgenda, (context, { query }) => listAgenda(context, query))
  serve(agenda.getMemberFile, (context, { params }) => getMemberFile(context, params.bookingId))
  serve(agenda.markBooking, (context, { params, body }) => markBooking(context, params.bookingId, body.mark))
  serve(agenda.foretellIllness, (context) => foretellIllness(context))
  serve(agenda.reportIllness, (context, { body }) => reportIllness(context, body))
  serve(notes.listSessionNotes, (context, { params, query }) => listSessionNotes(context, params.bookingId, query))
  serve(notes.writeSessionNote, (context, { params, body }) => writeSessionNote(context, params.bookingId, body))
  serve(notes.removeSessionNote, (context, { params }) => removeSessionNote(context, params.noteId))
  serve(files.listSessionFiles, (context, { params }) => listSessionFiles(context, params.bookingId))
  serve(files.getSessionFile, (context, { params }) => openSessionFile(context, params))
  serve(notes.listSharedNotes, (context, { params, query }) => listSharedNotes(context, params.bookingId, query))
}
