import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { Item, ItemDetails, itemClosed, itemNotFound, itemParams, versionNotFound, versionParams } from '../contract.ts'

/** A deliverable as administrators see it. */
const forStaff = {
  member: z.object({ id: z.uuid(), name: z.string() }),
  /** null: nobody has taken it. */
  consultant: z
    .object({
      id: z.uuid(),
      /** They may log in, and are a consultant still; whoever is not will never deliver it. */
      isActive: z.boolean(),
    })
    .nullable(),
  serviceType: ServiceType,
  /** Its day is over, and it is not delivered. */
  isLate: z.boolean(),
}

export const BoardItem = Item.extend(forStaff)
export type BoardItem = z.infer<typeof BoardItem>

/** `late`: of every state, what should be delivered by now. Nothing of packages that are over but what was delivered. */
export const BoardList = z.enum(['late', 'planned', 'in_progress', 'for_approval', 'delivered'])
export type BoardList = z.infer<typeof BoardList>

export const BoardFilter = z.strictObject({
  list: BoardList.default('late'),
  /** Of one consultant; "nobody": what nobody has taken. */
  consultantId: z.union([z.uuid(), z.literal('nobody')]).optional(),
})
export type BoardFilter = z.infer<typeof BoardFilter>

export const listBoard = endpoint({
  method: 'GET',
  path: '/api/admin/deliverables',
  summary: 'What is made for all members: the first due first, of what is delivered the last due',
  access: 'administrator',
  query: PageQuery.extend(BoardFilter.shape),
  response: pageOf(BoardItem),
})

export const downloadBoard = endpoint({
  method: 'GET',
  path: '/api/admin/deliverables.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  query: BoardFilter,
  response: LargeFileAnswer,
  file: 'text/csv; charset=utf-8',
})

/** Somebody who can make deliverables of these services. */
export const Maker = z.object({ id: z.uuid(), displayName: z.string(), services: z.array(ServiceType) })
export type Maker = z.infer<typeof Maker>

export const listMakers = endpoint({
  method: 'GET',
  path: '/api/admin/makers',
  summary: 'Consultants who may log in, to whom deliverables can be given',
  access: 'administrator',
  response: z.array(Maker),
})

export const BoardDetails = ItemDetails.extend(forStaff)
export type BoardDetails = z.infer<typeof BoardDetails>

export const getBoardItem = endpoint({
  method: 'GET',
  path: '/api/admin/deliverables/:itemId',
  summary: 'One deliverable with all its versions and comments',
  access: 'administrator',
  params: itemParams,
  response: BoardDetails,
  refusals: { 'item-not-found': itemNotFound },
})

export const getBoardFile = endpoint({
  method: 'GET',
  path: '/api/admin/deliverables/:itemId/versions/:number/file',
  summary: 'The file of a version',
  access: 'administrator',
  params: versionParams,
  response: LargeFileAnswer,
  file: 'application/octet-stream',
  refusals: { 'version-not-found': versionNotFound },
})

export const assignItem = endpoint({
  method: 'POST',
  path: '/api/admin/deliverables/:itemId/assignment',
  summary: 'Gives a deliverable to a consultant, or to nobody, so that whoever advises on its service may take it',
  access: 'administrator',
  params: itemParams,
  body: z.strictObject({
    /** Who had it when the page was read. */
    from: z.uuid().nullable(),
    to: z.uuid().nullable(),
  }),
  response: BoardDetails,
  message: 'It is assigned.',
  refusals: {
    'item-not-found': itemNotFound,
    'item-closed': itemClosed,
    'item-delivered': 'This was delivered already.',
    'maker-not-found': 'This consultant may not log in, or does not advise on this service.',
    'changed-meanwhile': 'Somebody else has taken this or given it on meanwhile. Please look at it once more.',
  },
})
