import { type FormEvent, useState } from 'react'
import { useLoaderData } from 'react-router'
import { startView, VIEW_MINUTES } from '#features/accounts/contract/view.ts'
import { useFreshIdentity } from '#features/accounts/web/public-identity.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { loadPage } from '#platform/web/leave.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { keepView } from '#platform/web/view.ts'
import { getMember } from '../contract/member.ts'

export function meta() {
  return [{ title: 'View as member' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params: { memberId = '' } }: { params: { memberId?: string } }) {
  return load(getMember, { params: { memberId } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** In a tab of its own, which becomes the member's: what opens their pages never leaves it. */
export default function ViewMemberPage() {
  const { id: memberId, name, email } = useLoaderData<typeof clientLoader>()
  const { withIdentity, question } = useFreshIdentity()
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    const ending = await withIdentity(() => attempt(startView, { params: { memberId }, body: { reason } }))
    if (ending?.state === 'done') {
      keepView(ending.value)
      loadPage('/portal')
      return
    }
    setIsBusy(false)
    if (ending) setProblem(ending.errors?.reason ?? ending.message)
  }
  return (
    <>
      <PageHeading title="View as member" lead={`You will see what ${name || email} sees.`} />
      <Card className="max-w-2xl">
        <form method="post" noValidate onSubmit={submit} className="grid gap-5">
          <ul className="grid list-disc gap-1 pl-5">
            <li>In this tab alone, for {VIEW_MINUTES} minutes at most. Your own login stays as it is.</li>
            <li>Nothing can be changed: no button of theirs does anything.</li>
            <li>It stands in the audit log, and the member is told when they ask what we know about them.</li>
          </ul>
          {problem ? <Alert tone="error">{problem}</Alert> : null}
          <TextArea
            label="Why"
            hint="Kept in the audit log."
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isBusy} busyLabel="Opening…">
              Open their pages
            </Button>
            <ButtonLink to={`/admin/members/${memberId}`} variant="quiet">
              Leave it
            </ButtonLink>
          </div>
        </form>
        {question}
      </Card>
    </>
  )
}
