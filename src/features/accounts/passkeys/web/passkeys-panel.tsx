import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { AccountCard } from '../../web/account-card.tsx'
import { addPasskey, type Passkey, removePasskey, renamePasskey, startPasskeyRegistration } from '../contract.ts'
import { createPasskey } from './webauthn.ts'

type PasskeysPanelProps = { passkeys: Passkey[]; reload: () => Promise<void> }

type PanelState = { action: 'none' } | { action: 'adding' } | { action: 'renaming' | 'removing'; passkey: Passkey }

export function PasskeysPanel({ passkeys, reload }: PasskeysPanelProps) {
  const [panel, setPanel] = useState<PanelState>({ action: 'none' })
  const stop = () => setPanel({ action: 'none' })
  const finish = async (message: string) => {
    await reload()
    stop()
    if (message) notify.success(message)
  }
  return (
    <AccountCard title="Passkeys" lead="Log in with your fingerprint, face or PIN. Your password still works.">
      {passkeys.length > 0 ? (
        <ul className="-mt-4 -mb-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setPanel({ action: 'renaming', passkey })}
              onRemove={() => setPanel({ action: 'removing', passkey })}
            />
          ))}
        </ul>
      ) : (
        <p>No passkeys yet. Add one to log in without typing your password.</p>
      )}
      <Button variant="secondary" className="mt-5" onClick={() => setPanel({ action: 'adding' })}>
        <KeyRound aria-hidden="true" className="size-5" />
        Add a passkey
      </Button>
      {panel.action === 'adding' ? (
        <NameDialog
          title="Add a passkey"
          hint="Choose a name you’ll recognise, for example “My phone”."
          name=""
          label="Continue"
          send={registerPasskey}
          onDone={finish}
          onClose={stop}
        />
      ) : null}
      {panel.action === 'renaming' ? (
        <NameDialog
          title="Rename passkey"
          name={panel.passkey.name}
          label="Save"
          send={(name) => attempt(renamePasskey, { params: { passkeyId: panel.passkey.id }, body: { name } })}
          onDone={finish}
          onClose={stop}
        />
      ) : null}
      {panel.action === 'removing' ? <RemovalDialog passkey={panel.passkey} onDone={finish} onClose={stop} /> : null}
    </AccountCard>
  )
}

/** Gets the options from the server, has the browser create the passkey, and stores it on the server. */
async function registerPasskey(name: string): Promise<Attempt<unknown>> {
  const started = await attempt(startPasskeyRegistration)
  if (started.state === 'failed') return started
  const { challenge, options } = started.value
  const response = await createPasskey(options).catch((error: Error) => error)
  if (response instanceof Error) return { state: 'failed', message: response.message }
  return attempt(addPasskey, { body: { challenge, name, response } })
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function PasskeyRow({ passkey: { name, addedAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          Added {formatDate(addedAt)} · {lastUsedAt ? `last used ${formatDate(lastUsedAt)}` : 'not used yet'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" size="small" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="quiet" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

type DialogProps = {
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

type NameDialogProps = DialogProps & {
  title: string
  hint?: string
  name: string
  label: string
  send: (name: string) => Promise<Attempt<unknown>>
}

function NameDialog({ title, hint, name, label, send, onDone, onClose }: NameDialogProps) {
  const { form, field, isSubmitting, problem, submit } = useEndpointForm(bodyOf(renamePasskey), {
    defaultValues: { name },
    fields: ['name'],
    send: (body) => send(body.name),
    onDone: (_, message) => onDone(message),
  })
  // Without this, the close button would get focus, because it comes first.
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form])
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField label="Name" hint={hint} autoComplete="off" {...field('name')} />
        <Button type="submit" wide busy={isSubmitting} busyLabel="One moment…">
          {label}
        </Button>
      </Form>
    </Dialog>
  )
}

type RemovalDialogProps = DialogProps & { passkey: Passkey }

function RemovalDialog({ passkey: { id, name }, onDone, onClose }: RemovalDialogProps) {
  const action = useAction()
  const remove = () =>
    action.run(
      () => attempt(removePasskey, { params: { passkeyId: id } }),
      (_, message) => onDone(message),
    )
  return (
    <ConfirmDialog
      title="Remove this passkey?"
      act="Remove passkey"
      busyLabel="Removing…"
      variant="danger"
      keep="Keep passkey"
      action={action}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        You’ll no longer be able to log in with <span className="font-medium wrap-anywhere">{name}</span>. Delete it
        from your device too.
      </p>
    </ConfirmDialog>
  )
}
