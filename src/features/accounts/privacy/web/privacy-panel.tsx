import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { AccountCard } from '../../web/account-card.tsx'
import { useMember } from '../../web/public.tsx'
import { type DeletionPreview, exportData, previewAccountDeletion } from '../contract.ts'
import { ComplaintNotice } from './complaint-panel.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Lets members download their data and delete their account (PRODUCT D14). */
export function PrivacyPanel() {
  return (
    <>
      <DownloadCard />
      <DeleteCard />
    </>
  )
}

function DownloadCard() {
  const { isBusy, problem, run } = useAction()
  const download = () =>
    run(
      () => attempt(exportData),
      (file) => {
        saveFile(file)
        notify.success('Your data has been downloaded.')
      },
    )
  return (
    <AccountCard
      title="Your data"
      lead="Download everything we hold about you: your account, purchases, invoices, messages and where you’ve logged in. You’ll get a zip file: open data.html to read it, or give data.json to another service."
    >
      <Problem text={problem} />
      <Button variant="secondary" busy={isBusy} busyLabel="Collecting…" onClick={download}>
        Download my data
      </Button>
      <div className="mt-6">
        <ComplaintNotice />
      </div>
    </AccountCard>
  )
}

function DeleteCard() {
  const member = useMember()
  const [deletion, setDeletion] = useState<DeletionPreview>()
  const { isBusy, problem, run } = useAction()
  const preview = () => run(() => attempt(previewAccountDeletion), setDeletion)
  if (member && member.role !== 'member') {
    return (
      <AccountCard title="Delete your account" id="delete-account">
        <p className="text-muted">Only an administrator can delete a staff account. Ask one to delete yours.</p>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title="Delete your account"
      id="delete-account"
      lead="This deletes your personal data for good. First, we’ll show you what ends and what the law makes us keep."
    >
      <Problem text={problem} />
      <Button variant="quiet" busy={isBusy} busyLabel="One moment…" onClick={preview} className="text-danger">
        Delete my account
      </Button>
      {deletion ? <DeleteAccountDialog deletion={deletion} onClose={() => setDeletion(undefined)} /> : null}
    </AccountCard>
  )
}

function Problem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Alert tone="error" className="mb-5">
      {text}
    </Alert>
  )
}
