import type { Serve } from '#platform/server/http/serve.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { actForMember } from '../../server/require-account.ts'
import type { SessionCookies } from '../../server/session-cookies.ts'
import * as contract from '../contract.ts'
import { deleteAccount, eraseMember, previewAccountDeletion } from './delete-account.ts'
import { exportData, exportMember } from './export-data.ts'

export function privacyRoutes(serve: Serve, personalData: PersonalDataAreas, { clearLogin }: SessionCookies) {
  serve(contract.exportData, (context) => exportData(context, personalData))
  serve(contract.previewAccountDeletion, (context) => previewAccountDeletion(context, personalData))
  serve(contract.deleteAccount, async (context, _, { reply }) => {
    await deleteAccount(context, personalData)
    return clearLogin(reply)
  })
  serve(contract.exportMember, (context, { params, body }) =>
    exportMember(context, personalData, params.memberId, body),
  )
  serve(contract.previewMemberDeletion, async (context, { params }) =>
    previewAccountDeletion(await actForMember(context, params.memberId), personalData),
  )
  serve(contract.eraseMember, (context, { params, body }) => eraseMember(context, personalData, params.memberId, body))
}
