import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'

type RecoveryCodesPanelProps = { codes: string[]; onSaved: () => void }

/** The codes are shown only once, so the user must confirm having saved them before continuing. */
export function RecoveryCodesPanel({ codes, onSaved }: RecoveryCodesPanelProps) {
  const [isSaved, setIsSaved] = useState(false)
  const [problem, setProblem] = useState<string>()
  const panel = useRef<HTMLFormElement>(null)
  // The pressed button is gone, so move the keyboard focus here.
  useEffect(() => panel.current?.focus(), [])
  const proceed = () => {
    if (isSaved) onSaved()
    else setProblem('Save the codes first, then tick the box.')
  }
  return (
    <Form
      ref={panel}
      tabIndex={-1}
      hasChanges={!isSaved}
      onSubmit={proceed}
      className="grid max-w-xl gap-5 outline-none"
    >
      <Alert tone="warning" title="You’ll only see these codes once">
        <p>Each code lets you log in once without your phone. Keep them where no one else can find them.</p>
      </Alert>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-2 rounded-md bg-ground p-5 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} />
        <Button variant="quiet" size="small" onClick={() => downloadCodes(codes)}>
          <Download aria-hidden="true" className="size-4" />
          Download as text
        </Button>
      </div>
      <CheckboxField
        label="I’ve saved these codes"
        error={isSaved ? undefined : problem}
        checked={isSaved}
        onChange={({ target }) => setIsSaved(target.checked)}
      />
      <Button type="submit" className="justify-self-start">
        Continue
      </Button>
    </Form>
  )
}

function CopyButton({ text }: { text: string }) {
  const [result, setResult] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult('Copied.'),
      () => setResult('Your browser didn’t let us copy the codes. Select them and copy them yourself.'),
    )
  return (
    <>
      <Button variant="quiet" size="small" onClick={copy}>
        <Copy aria-hidden="true" className="size-4" />
        Copy
      </Button>
      <p role="status" className="self-center text-sm empty:hidden">
        {result}
      </p>
    </>
  )
}

function downloadCodes(codes: string[]) {
  const text = ['Recovery codes. Each works once.', '', ...codes, ''].join('\n')
  saveFile({ name: 'recovery-codes.txt', content: new Blob([text], { type: 'text/plain' }) })
}
