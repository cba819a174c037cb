import { useState } from 'react'
import { endMemberDevice, listMemberDevices } from '#features/accounts/contract/member-account.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatAgo } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { MemberListSection } from './member-lists-section.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Devices = ResponseOf<typeof listMemberDevices>

export function MemberDevicesSection({ memberId, first, now }: { memberId: string; first: Devices; now: Date }) {
  const [ending, setEnding] = useState<Devices['items'][number]>()
  return (
    <>
      <MemberListSection
        title="Where they are logged in"
        none="They are not logged in anywhere."
        first={first}
        fetchPage={(cursor) => load(listMemberDevices, { params: { memberId }, query: { cursor } })}
      >
        {(device) => (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0">
              <span className="font-semibold wrap-anywhere">{device.device}</span>
              <span className="block text-sm text-muted">
                Last used {formatAgo(device.lastUsedAt, now)}, logged in {formatAgo(device.signedInAt, now)}
              </span>
            </p>
            <Button variant="quiet" size="small" onClick={() => setEnding(device)}>
              Log out <span className="sr-only">{device.device}</span>
            </Button>
          </div>
        )}
      </MemberListSection>
      {ending ? (
        <ReasonDialog
          title={`Log out ${ending.device}`}
          act="Log out"
          readBy="Kept in the audit log."
          longest={500}
          send={(reason) => attempt(endMemberDevice, { params: { memberId, sessionId: ending.id }, body: { reason } })}
          onClose={() => setEnding(undefined)}
        >
          <p>Whoever uses it has to log in anew, with the second factor where the member has one.</p>
        </ReasonDialog>
      ) : null}
    </>
  )
}
