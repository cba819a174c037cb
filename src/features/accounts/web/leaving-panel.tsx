import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type Deletion, downloadData, getDeletion } from '../contract/leaving.ts'
import { AccountCard } from './account-card.tsx'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { useMember } from './public.tsx'

/** What a member may do with what we know of them (PRODUCT D14). */
export function LeavingPanel() {
  return (
    <>
      <DownloadCard />
      <DeleteCard />
    </>
  )
}

function DownloadCard() {
  const { withIdentity, question } = useFreshIdentity()
  const { isBusy, problem, run } = useAction()
  const download = () =>
    run(async () => {
      const ending = await withIdentity(() => attempt(downloadData))
      if (ending?.state === 'failed') return ending.message
      if (!ending) return
      saveFile(ending.value)
      notify.success('Your data has been downloaded.')
    })
  return (
    <AccountCard
      title="Your data"
      lead="Download everything that we know about you: your account, purchases, invoices, messages and where you have logged in. The file is a zip: open data.html in it to read, and pass data.json on to another service."
    >
      <Problem text={problem} />
      <Button variant="secondary" busy={isBusy} busyLabel="Collecting…" onClick={download}>
        Download my data
      </Button>
      {question}
    </AccountCard>
  )
}

function DeleteCard() {
  const member = useMember()
  const [deletion, setDeletion] = useState<Deletion>()
  const { isBusy, problem, run } = useAction()
  const ask = () =>
    run(async () => {
      const ending = await attempt(getDeletion)
      if (ending.state === 'failed') return ending.message
      setDeletion(ending.value)
    })
  if (member && member.role !== 'member') {
    return (
      <AccountCard title="Delete your account" id="delete-account">
        <p className="text-muted">Accounts of staff are closed by an administrator. Please ask one.</p>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title="Delete your account"
      id="delete-account"
      lead="This erases your personal data for good. Before anything happens, we show you what ends and what the law has us keep."
    >
      <Problem text={problem} />
      <Button variant="quiet" busy={isBusy} busyLabel="One moment…" onClick={ask} className="text-danger">
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

/** Something that a press starts, and that ends well or with a sentence. */
function useAction() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (action: () => Promise<string | undefined>) => {
    setIsBusy(true)
    setProblem(undefined)
    setProblem(await action())
    setIsBusy(false)
  }
  return { isBusy, problem, run }
}
