import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { getMemberFileContent, listMemberFiles, type MemberFile } from '../contract/member.ts'
import { MemberListSection } from './member-lists-section.tsx'

type MemberFilesProps = { memberId: string; first: ResponseOf<typeof listMemberFiles> }

export function MemberFilesSection({ memberId, first }: MemberFilesProps) {
  const open = async ({ id, name }: MemberFile) => {
    const ending = await attempt(getMemberFileContent, { params: { memberId, fileId: id } })
    if (ending.state === 'failed') notify.error(ending.message)
    else saveFile({ ...ending.value, name })
  }
  return (
    <MemberListSection
      title="Files"
      none="There are no files."
      first={first}
      fetchPage={(cursor) => load(listMemberFiles, { params: { memberId }, query: { cursor } })}
    >
      {(file) => (
        <>
          <button
            type="button"
            onClick={() => open(file)}
            className="link min-h-6 cursor-pointer justify-self-start text-left font-semibold wrap-anywhere"
          >
            {file.name}
          </button>
          <p className="text-sm text-muted wrap-anywhere">
            {file.kind === 'session' ? 'Given for' : 'Made for them:'} {file.title}, {formatDate(file.addedAt)}
          </p>
        </>
      )}
    </MemberListSection>
  )
}
