import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { FileName, FileUpload, fileRefusals } from '#platform/shared/upload-rules.ts'
import {
  CommentText,
  closedRefusals,
  Deliverable,
  DeliverableDetails,
  deliverableNotFound,
  deliverableParams,
  deliveredRefusals,
  MAX_VERSIONS,
  versionFile,
  versionParams,
} from '../contract.ts'

/** Additional fields for consultants who are making the deliverable or can take it. */
const consultantFields = { memberName: z.string(), isMine: z.boolean() }

export const ConsultantDeliverable = Deliverable.extend(consultantFields)
export type ConsultantDeliverable = z.infer<typeof ConsultantDeliverable>

export const ConsultantDeliverableDetails = DeliverableDetails.extend(consultantFields)
export type ConsultantDeliverableDetails = z.infer<typeof ConsultantDeliverableDetails>

/** `open`: the consultant's own deliverables and unassigned ones. `waiting`: those waiting for the member's answer. */
export const WorklistName = z.enum(['open', 'waiting', 'done'])
export type WorklistName = z.infer<typeof WorklistName>

export const listWorklist = endpoint('GET /api/consultant/deliverables', {
  summary: 'List the consultant’s deliverables and the unassigned ones for their services, earliest due date first',
  access: 'consultant',
  query: PageQuery.extend({ list: WorklistName }),
  response: pageOf(ConsultantDeliverable),
})

export const getConsultantDeliverable = endpoint('GET /api/consultant/deliverables/:deliverableId', {
  summary: 'Get a deliverable with all its versions and comments',
  access: 'consultant',
  params: deliverableParams,
  response: ConsultantDeliverableDetails,
  refusals: { 'deliverable-not-found': deliverableNotFound },
})

export const getConsultantVersionFile = endpoint(
  'GET /api/consultant/deliverables/:deliverableId/versions/:number/file',
  {
    summary: 'Download the file of a version',
    access: 'consultant',
    ...versionFile,
  },
)

/** Shared by the consultant’s steps, each of which returns the updated deliverable. */
const step = { access: 'consultant', params: deliverableParams, response: ConsultantDeliverableDetails } as const

const stepRefusals = {
  ...deliveredRefusals,
  'awaiting-approval': 'This deliverable is waiting for the member’s approval. You can continue once they’ve replied.',
  'not-assigned': 'Take on this deliverable first.',
} as const

export const takeDeliverable = endpoint('POST /api/consultant/deliverables/:deliverableId/assignment', {
  summary: 'Take on an unassigned deliverable',
  ...step,
  message: 'This deliverable is now assigned to you.',
  refusals: deliveredRefusals,
})

const tooManyVersions = `This deliverable has ${MAX_VERSIONS} versions, the most we can keep. Ask an administrator for help.`

export const addVersionFile = endpoint('POST /api/consultant/deliverables/:deliverableId/versions/file', {
  summary:
    'Upload a file as a new version, hidden from the member until approval is requested or the deliverable is delivered',
  ...step,
  query: FileName,
  body: FileUpload,
  upload: true,
  refusals: { ...stepRefusals, ...fileRefusals, 'too-many-versions': tooManyVersions },
})

export const addVersionNote = endpoint('POST /api/consultant/deliverables/:deliverableId/versions/note', {
  summary: 'Add a note as a new version, such as a link to a post',
  ...step,
  body: z.strictObject({ note: text({ required: 'Write a note', max: 5_000 }) }),
  refusals: { ...stepRefusals, 'too-many-versions': tooManyVersions },
})

export const deleteVersion = endpoint('DELETE /api/consultant/deliverables/:deliverableId/versions/:number', {
  summary: 'Delete a version that the member hasn’t seen',
  ...step,
  params: versionParams,
  refusals: {
    ...stepRefusals,
    'version-not-found': { status: 404, message: 'We couldn’t find this version, or the member has already seen it.' },
  },
})

const nothingNew = 'Add a version first. The member has already seen everything here.'

export const requestApproval = endpoint('POST /api/consultant/deliverables/:deliverableId/approval-request', {
  summary: 'Publish the new versions to the member and request approval',
  ...step,
  message: 'We’ve asked the member for their approval.',
  refusals: { ...stepRefusals, 'no-new-version': nothingNew },
})

/** Number of days after an approval request before the consultant can deliver without an answer. */
export const ANSWER_DAYS = 7

export const markDelivered = endpoint('POST /api/consultant/deliverables/:deliverableId/delivery', {
  summary: `Deliver without approval, if none was requested or the member hasn’t replied within ${ANSWER_DAYS} days`,
  ...step,
  message: 'Delivered. We’ve let the member know.',
  refusals: {
    ...stepRefusals,
    'awaiting-approval': `This deliverable is waiting for the member’s approval. If they don’t reply within ${ANSWER_DAYS} days, you can deliver it without approval.`,
    'no-version': 'Add a version first, so there’s something to deliver.',
  },
})

export const answerComment = endpoint('POST /api/consultant/deliverables/:deliverableId/comments', {
  summary: 'Comment on a deliverable, for its member',
  ...step,
  body: z.strictObject({ text: CommentText }),
  refusals: { ...closedRefusals, 'not-assigned': stepRefusals['not-assigned'] },
})
