import type { ReactNode } from 'react'
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
import { Link } from '#platform/web/ui/link.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { completeLogout } from '../../web/auth-store.ts'
import { useMember } from '../../web/public.tsx'
import { type DeletionPreview, deleteAccount } from '../contract.ts'
import { ComplaintNotice } from './complaint-panel.tsx'

type DeleteAccountDialogProps = { deletion: DeletionPreview; onClose: () => void }

/** Shows the consequences before the user confirms. After the deletion, the user is logged out of this browser. */
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
      <p className="font-medium">This can’t be undone.</p>
      <ConsequenceList title="We’ll delete">
        <li>Your name, email address, mobile number, picture and all your settings</li>
        <li>{emailVerified ? 'The messages you sent us and the ones we sent you' : 'The messages we sent you'}</li>
        <li>Your password, passkeys and logins on every device</li>
      </ConsequenceList>
      {emailVerified ? null : (
        <p className="text-sm text-muted">
          You haven’t confirmed your email address. We’ll keep messages sent from it through our forms, because someone
          else may have written them.
        </p>
      )}
      {packages.length > 0 || upcomingSessions > 0 ? (
        <>
          <ConsequenceList title="These end straight away">
            {packages.map(({ title, endsAt }) => (
              <li key={`${title} ${endsAt}`}>
                {title}, which runs until {formatCompanyDate(endsAt)}
              </li>
            ))}
            {upcomingSessions > 0 ? (
              <li>
                {upcomingSessions === 1
                  ? 'Your booked session, which we’ll cancel'
                  : `Your ${upcomingSessions} booked sessions, which we’ll cancel`}
              </li>
            ) : null}
          </ConsequenceList>
          <p className="text-sm text-muted">
            Deleting your account doesn’t get you a refund. If you want to cancel a package and get a refund,{' '}
            <Link to="/portal/messages" className="link">
              message us
            </Link>{' '}
            first.
          </p>
        </>
      ) : null}
      {kept.length > 0 ? (
        <ConsequenceList title="We have to keep">
          {kept.map((kind) => (
            <li key={kind.kind}>{retentionText(kind)}</li>
          ))}
        </ConsequenceList>
      ) : null}
      <ComplaintNotice />
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
    invoices: `${count === 1 ? 'One invoice' : `${count} invoices`} with your name and email address, as tax law requires`,
    complaints:
      count === 1
        ? 'One complaint, with your email address, in case a court asks about it'
        : `${count} complaints, with your email address, in case a court asks about them`,
    cancellations:
      count === 1
        ? 'One cancellation of a contract, with your email address, in case a court asks about it'
        : `${count} cancellations of contracts, with your email address, in case a court asks about them`,
  } satisfies Record<typeof kind, string>
  return `${records[kind]}, until ${formatDate(until)} at the latest`
}
