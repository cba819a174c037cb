import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { FileName, FileUpload, fileRefusals } from '#platform/shared/stored-file.ts'
import { text } from '#platform/shared/text.ts'
import {
  CommentText,
  commentRefusals,
  Item,
  ItemDetails,
  itemClosed,
  itemNotFound,
  itemParams,
  MOST_VERSIONS,
  versionNotFound,
  versionParams,
} from '../contract.ts'

/** A deliverable as a consultant sees it who makes it, or may take it. */
const forConsultants = { memberName: z.string(), isMine: z.boolean() }

export const WorkItem = Item.extend(forConsultants)
export type WorkItem = z.infer<typeof WorkItem>

export const WorkDetails = ItemDetails.extend(forConsultants)
export type WorkDetails = z.infer<typeof WorkDetails>

/** `open`: to be made, the consultant's own and those that nobody has taken. `waiting`: for an answer of the member. */
export const WorkList = z.enum(['open', 'waiting', 'done'])
export type WorkList = z.infer<typeof WorkList>

export const listWork = endpoint({
  method: 'GET',
  path: '/api/consultant/deliverables',
  summary: 'What the consultant makes, or may take of the services they advise on; the first due first',
  access: 'consultant',
  query: PageQuery.extend({ list: WorkList }),
  response: pageOf(WorkItem),
})

export const getWork = endpoint({
  method: 'GET',
  path: '/api/consultant/deliverables/:itemId',
  summary: 'One deliverable with all its versions and comments',
  access: 'consultant',
  params: itemParams,
  response: WorkDetails,
  refusals: { 'item-not-found': itemNotFound },
})

export const getWorkFile = endpoint({
  method: 'GET',
  path: '/api/consultant/deliverables/:itemId/versions/:number/file',
  summary: 'The file of a version',
  access: 'consultant',
  params: versionParams,
  response: LargeFileAnswer,
  file: 'application/octet-stream',
  refusals: { 'version-not-found': versionNotFound },
})

const stepRefusals = {
  'item-not-found': itemNotFound,
  'item-closed': itemClosed,
  'item-delivered': 'This was delivered already.',
  'member-asked': 'The member is asked about this. You can go on once they have answered.',
  'not-taken': 'Please take this on first.',
} as const

export const takeItem = endpoint({
  method: 'POST',
  path: '/api/consultant/deliverables/:itemId/assignment',
  summary: 'The consultant takes it on',
  access: 'consultant',
  params: itemParams,
  response: WorkDetails,
  message: 'This is yours now.',
  refusals: {
    'item-not-found': itemNotFound,
    'item-closed': itemClosed,
    'item-delivered': 'This was delivered already.',
  },
})

const tooManyVersions = `This has ${MOST_VERSIONS} versions, which is as many as we keep. Please write to the office.`

export const addVersionFile = endpoint({
  method: 'POST',
  path: '/api/consultant/deliverables/:itemId/versions/file',
  summary: 'Adds a version as a file, which the member sees once they are asked or it is delivered',
  access: 'consultant',
  params: itemParams,
  query: FileName,
  body: FileUpload,
  upload: true,
  response: WorkDetails,
  refusals: { ...stepRefusals, ...fileRefusals, 'too-many-versions': tooManyVersions },
})

export const addVersionNote = endpoint({
  method: 'POST',
  path: '/api/consultant/deliverables/:itemId/versions/note',
  summary: 'Adds a version in words, such as the address of a post',
  access: 'consultant',
  params: itemParams,
  body: z.strictObject({ note: text({ required: 'Please write a few words', max: 5_000 }) }),
  response: WorkDetails,
  refusals: { ...stepRefusals, 'too-many-versions': tooManyVersions },
})

export const removeVersion = endpoint({
  method: 'DELETE',
  path: '/api/consultant/deliverables/:itemId/versions/:number',
  summary: 'Removes a version that the member has not seen',
  access: 'consultant',
  params: versionParams,
  response: WorkDetails,
  refusals: { ...stepRefusals, 'version-not-found': { status: 404, message: 'This version was not found.' } },
})

const nothingNew = 'Please add a version first: the member has seen all that is here.'

export const askForApproval = endpoint({
  method: 'POST',
  path: '/api/consultant/deliverables/:itemId/approval-request',
  summary: 'Shows the member what was made, and asks whether they are content',
  access: 'consultant',
  params: itemParams,
  response: WorkDetails,
  message: 'The member is asked.',
  refusals: { ...stepRefusals, 'nothing-new': nothingNew },
})

/** As long as a member may take to answer before their consultant may deliver without it. */
export const ANSWER_DAYS = 7

export const deliverItem = endpoint({
  method: 'POST',
  path: '/api/consultant/deliverables/:itemId/delivery',
  summary: `Delivers it without asking, or where the member has not answered for ${ANSWER_DAYS} days`,
  access: 'consultant',
  params: itemParams,
  response: WorkDetails,
  message: 'Delivered. The member is told.',
  refusals: {
    ...stepRefusals,
    'member-asked': `The member is asked about this. You can deliver it yourself if they have not answered for ${ANSWER_DAYS} days.`,
    'nothing-made': 'Please add a version first, so that the member has something.',
  },
})

export const answerComment = endpoint({
  method: 'POST',
  path: '/api/consultant/deliverables/:itemId/comments',
  summary: 'The consultant writes to the member',
  access: 'consultant',
  params: itemParams,
  body: z.strictObject({ text: CommentText }),
  response: WorkDetails,
  refusals: { ...commentRefusals, 'not-taken': stepRefusals['not-taken'] },
})
