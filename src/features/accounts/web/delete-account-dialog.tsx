import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { loadPage } from '#platform/web/leave.ts'
import { leaveNotice } from '#platform/web/notice.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { type Deletion, deleteAccount } from '../contract/leaving.ts'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'
import { useMember } from './public.tsx'
import { leaveForGood } from './store.ts'

const Fields = bodyOf(deleteAccount)

type DeleteAccountDialogProps = { deletion: Deletion; onClose: () => void }

/** Says what goes, what ends and what stays before the word is typed; afterwards nobody is logged in here. */
export function DeleteAccountDialog({ deletion, onClose }: DeleteAccountDialogProps) {
  const { withIdentity, question } = useFreshIdentity()
  const [problem, setProblem] = useState<string>()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const ending = await withIdentity(() => attempt(deleteAccount, { body }))
    if (ending?.state === 'done') {
      leaveForGood()
      leaveNotice({ tone: 'success', text: ending.message })
      loadPage('/')
    }
    if (ending?.state !== 'failed') return
    if (!showFieldErrors(ending.errors, ['confirmation'], form.setError)) setProblem(ending.message)
  })
  return (
    <Dialog title="Delete your account" onClose={onClose}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <Consequences {...deletion} />
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField
          label="Type DELETE to confirm"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.confirmation?.message}
          {...form.register('confirmation')}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" busy={isSubmitting} busyLabel="Deleting…">
            Delete for good
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

function Consequences({ packages, comingSessions, kept }: Deletion) {
  const emailVerified = useMember()?.emailVerified
  return (
    <div className="grid gap-4">
      <p className="font-medium">This cannot be undone.</p>
      <Part title="What is deleted">
        <li>Your name, email address, mobile number, picture and everything you chose</li>
        <li>{emailVerified ? 'What you wrote to us, and what we wrote to you' : 'What we wrote to you'}</li>
        <li>How you log in, on every device</li>
      </Part>
      {emailVerified ? null : (
        <p className="text-sm text-muted">
          You have not confirmed your email address. Messages that came from it through our forms stay, because they
          could be somebody else’s.
        </p>
      )}
      {packages.length > 0 || comingSessions > 0 ? (
        <>
          <Part title="What ends at once">
            {packages.map(({ title, endsAt }) => (
              <li key={`${title} ${endsAt}`}>
                {title}, which you have until {formatDate(endsAt)}
              </li>
            ))}
            {comingSessions > 0 ? (
              <li>
                {comingSessions === 1
                  ? 'The session that you have booked: it is cancelled'
                  : `The ${comingSessions} sessions that you have booked: they are cancelled`}
              </li>
            ) : null}
          </Part>
          <p className="text-sm text-muted">
            Deleting your account brings no money back. If you want to cancel a package and be refunded,{' '}
            <Link to="/portal/messages" className="link">
              write to us
            </Link>{' '}
            first.
          </p>
        </>
      ) : null}
      {kept.length > 0 ? (
        <Part title="What we have to keep">
          {kept.map((kind) => (
            <li key={kind.kind}>{keptInWords(kind)}</li>
          ))}
        </Part>
      ) : null}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5">{children}</ul>
    </div>
  )
}

function keptInWords({ kind, count, until }: Deletion['kept'][number]): string {
  const words = {
    invoices: `${count === 1 ? 'One invoice' : `${count} invoices`} with your name and email address, because tax law requires it`,
    complaints: `${count === 1 ? 'One complaint' : `${count} complaints`} and your address with it, because a court may ask about it`,
  } satisfies Record<typeof kind, string>
  return `${words[kind]}: until ${formatDate(until)} at the latest`
}
