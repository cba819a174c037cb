import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { changeRole } from './change-role.ts'
import { updateAccountAccess } from './disable-account.ts'
import { inviteStaff } from './invite-staff.ts'
import { listMemberDevices, revokeMemberDevice } from './member-devices.ts'
import { sendMemberPasswordLink } from './send-password-link.ts'

export function administrationRoutes(serve: Serve) {
  serve(contract.inviteStaff, (context, { body }) => inviteStaff(context, body))
  serve(contract.changeRole, (context, { params, body }) => changeRole(context, params.memberId, body))
  serve(contract.updateAccountAccess, (context, { params, body }) =>
    updateAccountAccess(context, params.memberId, body),
  )
  serve(contract.sendMemberPasswordLink, (context, { params, body }) =>
    sendMemberPasswordLink(context, params.memberId, body),
  )
  serve(contract.listMemberDevices, (context, { params, query }) => listMemberDevices(context, params.memberId, query))
  serve(contract.revokeMemberDevice, (context, { params, body }) => revokeMemberDevice(context, params, body))
}
