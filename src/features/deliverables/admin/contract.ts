import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import {
  Deliverable,
  DeliverableDetails,
  deliverableNotFound,
  deliverableParams,
  deliveredRefusals,
  versionFile,
} from '../contract.ts'

/** Additional fields for administrators. */
const adminFields = {
  member: z.object({ id: z.uuid(), name: z.string() }),
  /** Null if no consultant is assigned. */
  consultant: z
    .object({
      id: z.uuid(),
      /** Whether the account is enabled and still a consultant. If not, the deliverable needs another consultant. */
      isActive: z.boolean(),
    })
    .nullable(),
  serviceType: ServiceType,
  /** Whether the due day has passed without it being delivered. */
  isLate: z.boolean(),
}

export const AdminDeliverable = Deliverable.extend(adminFields)
export type AdminDeliverable = z.infer<typeof AdminDeliverable>

/** `late`: overdue, whatever its state. Deliverables from packages that are over appear only in `delivered`. */
export const DeliverableListName = z.enum(['late', 'planned', 'in_progress', 'for_approval', 'delivered'])
export type DeliverableListName = z.infer<typeof DeliverableListName>

export const DeliverablesFilter = z.strictObject({
  list: DeliverableListName.default('late'),
  /** A consultant's id, or "unassigned" for deliverables without a consultant. */
  consultantId: z.union([z.uuid(), z.literal('unassigned')]).optional(),
})
export type DeliverablesFilter = z.infer<typeof DeliverablesFilter>

export const listAdminDeliverables = endpoint('GET /api/admin/deliverables', {
  summary: 'List all members’ deliverables, earliest due date first, or latest due date first if delivered',
  access: 'administrator',
  query: PageQuery.extend(DeliverablesFilter.shape),
  response: pageOf(AdminDeliverable),
})

export const downloadDeliverables = endpoint('GET /api/admin/deliverables.csv', {
  summary: 'Download the deliverables as CSV',
  query: DeliverablesFilter,
  ...csvDownload,
})

/** A consultant who can take on deliverables for these services. */
export const Assignee = z.object({ id: z.uuid(), displayName: z.string(), services: z.array(ServiceType) })
export type Assignee = z.infer<typeof Assignee>

export const listAssignees = endpoint('GET /api/admin/deliverables/assignees', {
  summary: 'List the consultants who can be assigned, which excludes those who can’t log in',
  access: 'administrator',
  response: z.array(Assignee),
})

const AdminDeliverableDetails = DeliverableDetails.extend(adminFields)

export const getAdminDeliverable = endpoint('GET /api/admin/deliverables/:deliverableId', {
  summary: 'Get a deliverable with all its versions and comments',
  access: 'administrator',
  params: deliverableParams,
  response: AdminDeliverableDetails,
  refusals: { 'deliverable-not-found': deliverableNotFound },
})

export const getAdminVersionFile = endpoint('GET /api/admin/deliverables/:deliverableId/versions/:number/file', {
  summary: 'Download the file of a version',
  access: 'administrator',
  ...versionFile,
})

export const assignDeliverable = endpoint('POST /api/admin/deliverables/:deliverableId/assignment', {
  summary: 'Assign a deliverable to a consultant, or unassign it so that any consultant for its service can take it on',
  access: 'administrator',
  params: deliverableParams,
  body: z.strictObject({
    /** The assignee when the page was loaded, to detect concurrent edits. */
    from: z.uuid().nullable(),
    to: z.uuid().nullable(),
  }),
  response: AdminDeliverableDetails,
  message: 'Assignment saved.',
  refusals: {
    ...deliveredRefusals,
    'assignee-not-found': 'This consultant can’t log in or doesn’t cover this service. Choose someone else.',
    'edited-elsewhere':
      'Someone else has taken on or reassigned this deliverable since you opened this page. Reload the page to see who has it now.',
  },
})
