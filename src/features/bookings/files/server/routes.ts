import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import {
  addBookingFile,
  deleteBookingFile,
  downloadBookingFile,
  downloadConsultantBookingFile,
  listBookingFiles,
  listConsultantBookingFiles,
} from './booking-files.ts'

export function bookingFileRoutes(serve: Serve) {
  serve(contract.listConsultantBookingFiles, (context, { params }) =>
    listConsultantBookingFiles(context, params.bookingId),
  )
  serve(contract.getConsultantBookingFile, (context, { params }) => downloadConsultantBookingFile(context, params))
  serve(contract.listBookingFiles, (context, { params }) => listBookingFiles(context, params.bookingId))
  serve(contract.addBookingFile, (context, { params, query, body }) =>
    addBookingFile(context, params.bookingId, { name: query.name, upload: body }),
  )
  serve(contract.getBookingFile, (context, { params }) => downloadBookingFile(context, params))
  serve(contract.deleteBookingFile, (context, { params }) => deleteBookingFile(context, params))
}
