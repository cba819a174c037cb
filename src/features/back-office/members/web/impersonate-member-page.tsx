import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { IMPERSONATION_MINUTES, startImpersonation } from '#features/accounts/impersonation/contract.ts'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { saveImpersonation } from '#platform/web/impersonation.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { getMember } from '../contract.ts'

export const meta = privateMeta('View as member')

export const clientLoader = loaderOf(getMember)

/** Opens in a new tab, and only that tab's session storage holds the impersonation token. */
export default function ImpersonateMemberPage() {
  const { id: memberId, name, email } = useLoaderData<typeof clientLoader>()
  const [reason, setReason] = useState('')
  const { isBusy, ending, errors, problem, run } = useAction()
  const isLeaving = ending?.state === 'done'
  const submit = () => {
    if (isLeaving) return
    void run(
      () => attempt(startImpersonation, { params: { memberId }, body: { reason } }),
      (impersonation) => {
        saveImpersonation(impersonation)
        loadPage('/portal')
      },
    )
  }
  return (
    <>
      <PageHeading title="View as member" lead={`You’ll see what ${name || email} sees.`} />
      <Card className="max-w-2xl">
        <Form onSubmit={submit} className="grid gap-5">
          <ul className="grid list-disc gap-1 pl-5">
            <li>
              You’ll see it only in this tab, for up to {IMPERSONATION_MINUTES} minutes. Elsewhere you’ll stay logged in
              as yourself.
            </li>
            <li>You can look but not change anything. The buttons won’t work.</li>
            <li>This will be recorded in the audit log. The member will see the record if they ask for their data.</li>
          </ul>
          {problem ? <Alert tone="error">{errors.reason ?? problem}</Alert> : null}
          <TextArea
            label="Reason"
            hint="This will be recorded in the audit log."
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isBusy || isLeaving} busyLabel="Opening…">
              View as member
            </Button>
            <ButtonLink to={`/admin/members/${memberId}`} variant="quiet">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  )
}
