import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { setFlashMessage } from '#platform/web/flash-message.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatCompanyDate, formatDate } from '#platform/web/format-dates.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { completeLogout } from '../../web/auth-store.ts'
import { useMember } from '../../web/public.tsx'
import { type DeletionPreview, deleteAccount } from '../contract.ts'

type DeleteAccountDialogProps = { deletion: DeletionPreview; onClose: () => void }

/** Shows the consequences before the user confirms. Afterwards no one is logged in here. */
export function DeleteAccountDialog({ deletion, onClose }: DeleteAccountDialogProps) {
  const { field, isSubmitting, problem, submit } = useEndpointForm(bodyOf(deleteAccount), {
    fields: ['confirmation'],
    send: (body) => attempt(deleteAccount, { body }),
    onDone: (_, message) => {
      completeLogout()
      setFlashMessage({ tone: 'success', text: message })
      return loadPage('/')
    },
  })
  return (
    <Dialog title="Delete your account" onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <Consequences {...deletion} />
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField
          label="Type DELETE to confirm"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('confirmation')}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" busy={isSubmitting} busyLabel="Deleting…">
            Delete for good
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function Consequences({ packages, upcomingSessions, kept }: DeletionPreview) {
  const emailVerified = useMember()?.emailVerified
  return (
    <div className="grid gap-4">
      <p className="font-medium">This cannot be undone.</p>
      <ConsequenceList title="What is deleted">
        <li>Your name, email address, mobile number, picture and everything you chose</li>
        <li>{emailVerified ? 'What you wrote to us, and what we wrote to you' : 'What we wrote to you'}</li>
        <li>How you log in, on every device</li>
      </ConsequenceList>
      {emailVerified ? null : (
        <p className="text-sm text-muted">
          You have not confirmed your email address. Messages that came from it through our forms stay, because they
          could be somebody else’s.
        </p>
      )}
      {packages.length > 0 || upcomingSessions > 0 ? (
        <>
          <ConsequenceList title="What ends at once">
            {packages.map(({ title, endsAt }) => (
              <li key={`${title} ${endsAt}`}>
                {title}, which you have until {formatCompanyDate(endsAt)}
              </li>
            ))}
            {upcomingSessions > 0 ? (
              <li>
                {upcomingSessions === 1
                  ? 'The session that you have booked: it is cancelled'
                  : `The ${upcomingSessions} sessions that you have booked: they are cancelled`}
              </li>
            ) : null}
          </ConsequenceList>
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
        <ConsequenceList title="What we have to keep">
          {kept.map((kind) => (
            <li key={kind.kind}>{retentionText(kind)}</li>
          ))}
        </ConsequenceList>
      ) : null}
    </div>
  )
}

function ConsequenceList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5">{children}</ul>
    </div>
  )
}

function retentionText({ kind, count, until }: DeletionPreview['kept'][number]): string {
  const records = {
    invoices: `${count === 1 ? 'One invoice' : `${count} invoices`} with your name and email address, because tax law requires it`,
    complaints: `${count === 1 ? 'One complaint' : `${count} complaints`} and your address with it, because a court may ask about it`,
  } satisfies Record<typeof kind, string>
  return `${records[kind]}: until ${formatDate(until)} at the latest`
}
