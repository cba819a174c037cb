import type { Serve } from '#platform/server/http/serve.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import * as account from '../contract/member-account.ts'
import * as staff from '../contract/staff.ts'
import * as view from '../contract/view.ts'
import { changeRole } from './change-role.ts'
import { endMemberDevice } from './end-member-device.ts'
import { endView } from './end-view.ts'
import { eraseMember, foretellErasure } from './erase-member.ts'
import { exportMember } from './export-member.ts'
import { inviteStaff } from './invite-staff.ts'
import { listMemberDevices } from './list-member-devices.ts'
import { sendMemberPasswordLink } from './send-member-password-link.ts'
import { setAccess } from './set-access.ts'
import { startView } from './start-view.ts'

/** What administrators do with accounts of others. */
export function staffRoutes(serve: Serve, { personalData }: { personalData: PersonalDataAreas }) {
  serve(staff.inviteStaff, (context, { body }) => inviteStaff(context, body))
  serve(staff.changeRole, (context, { params, body }) => changeRole(context, params.memberId, body))

  serve(account.setAccess, (context, { params, body }) => setAccess(context, params.memberId, body))
  serve(account.sendMemberPasswordLink, (context, { params, body }) =>
    sendMemberPasswordLink(context, params.memberId, body),
  )
  serve(account.listMemberDevices, (context, { params, query }) => listMemberDevices(context, params.memberId, query))
  serve(account.endMemberDevice, (context, { params, body }) => endMemberDevice(context, params, body))
  serve(account.exportMember, (context, { params, body }) => exportMember(context, personalData, params.memberId, body))
  serve(account.getMemberDeletion, (context, { params }) => foretellErasure(context, personalData, params.memberId))
  serve(account.eraseMember, (context, { params, body }) => eraseMember(context, personalData, params.memberId, body))

  serve(view.startView, (context, { params, body }) => startView(context, params.memberId, body))
  serve(view.endView, (context, { params }) => endView(context, params.viewId))
}
