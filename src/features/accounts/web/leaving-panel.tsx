import { type ReactNode, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type Deletion, downloadData, getDeletion } from '../contract/leaving.ts'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { useMember } from './public.tsx'

/** What a member may do with what we know of them (PRODUCT D14). */
export function LeavingPanel() {
  return (
    <div className="grid gap-6">
      <DownloadCard />
      <DeleteCard />
    </div>
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
    <Section title="Your data">
      <p className="text-muted">
        Download everything that we know about you: your account, purchases, invoices, messages and where you have
        logged in. The file is a zip: open data.html in it to read, and pass data.json on to another service.
      </p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button
        variant="secondary"
        busy={isBusy}
        busyLabel="Collecting…"
        onClick={download}
        className="justify-self-start"
      >
        Download my data
      </Button>
      {question}
    </Section>
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
      <Section title="Delete your account">
        <p className="text-muted">Accounts of staff are closed by an administrator. Please ask one.</p>
      </Section>
    )
  }
  return (
    <Section title="Delete your account">
      <p className="text-muted">
        This erases your personal data for good. Before anything happens, we show you what ends and what the law has us
        keep.
      </p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button
        variant="quiet"
        busy={isBusy}
        busyLabel="One moment…"
        onClick={ask}
        className="justify-self-start text-danger"
      >
        Delete my account
      </Button>
      {deletion ? <DeleteAccountDialog deletion={deletion} onClose={() => setDeletion(undefined)} /> : null}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
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
