import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Attempt, attempt, type Failed } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { addPasskey, type Passkey, removePasskey, renamePasskey, startPasskey } from '../contract/passkey.ts'
import { AccountCard } from './account-card.tsx'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'
import { makePasskey } from './use-passkey.ts'

type PasskeysPanelProps = { passkeys: Passkey[]; reload: () => Promise<void> }

type Doing = { what: 'nothing' } | { what: 'adding' } | { what: 'renaming' | 'removing'; passkey: Passkey }

/** Passkeys: a finger, a face or a PIN in place of the password. */
export function PasskeysPanel({ passkeys, reload }: PasskeysPanelProps) {
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' })
  const { withIdentity, question } = useFreshIdentity()
  const stop = () => setDoing({ what: 'nothing' })
  const finish = async (message: string) => {
    await reload()
    stop()
    if (message) notify.success(message)
  }
  return (
    <AccountCard
      title="Passkeys"
      lead="Log in with your finger, face or PIN in place of the password. Your password goes on working beside them."
    >
      {passkeys.length > 0 ? (
        <ul className="-mt-4 -mb-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDoing({ what: 'renaming', passkey })}
              onRemove={() => setDoing({ what: 'removing', passkey })}
            />
          ))}
        </ul>
      ) : (
        <p>You have no passkey yet.</p>
      )}
      <Button variant="secondary" className="mt-5" onClick={() => setDoing({ what: 'adding' })}>
        <KeyRound aria-hidden="true" className="size-5" />
        Add a passkey
      </Button>
      {doing.what === 'adding' ? (
        <NameDialog
          title="Add a passkey"
          hint="So that you know it again, such as “My phone”."
          name=""
          label="Continue"
          send={(name) => withIdentity(() => create(name))}
          onDone={finish}
          onClose={stop}
        />
      ) : null}
      {doing.what === 'renaming' ? (
        <NameDialog
          title="Rename the passkey"
          name={doing.passkey.name}
          label="Save"
          send={(name) => attempt(renamePasskey, { params: { passkeyId: doing.passkey.id }, body: { name } })}
          onDone={finish}
          onClose={stop}
        />
      ) : null}
      {doing.what === 'removing' ? (
        <RemovalDialog
          passkey={doing.passkey}
          send={() => withIdentity(() => attempt(removePasskey, { params: { passkeyId: doing.passkey.id } }))}
          onDone={finish}
          onClose={stop}
        />
      ) : null}
      {question}
    </AccountCard>
  )
}

/** Asks the server what to make it from, the browser to make it, and the server to keep it. */
async function create(name: string): Promise<Attempt<unknown>> {
  const started = await attempt(startPasskey)
  if (started.state === 'failed') return started
  const { challenge, options } = started.value
  const response = await makePasskey(options).catch((error: Error) => error)
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

const Fields = bodyOf(renamePasskey)

type DialogProps = {
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

type NameDialogProps = DialogProps & {
  title: string
  hint?: string
  name: string
  label: string
  send: (name: string) => Promise<Attempt<unknown> | null>
}

function NameDialog({ title, hint, name, label, send, onDone, onClose }: NameDialogProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<z.infer<typeof Fields>>({ resolver: zodResolver(Fields), defaultValues: { name } })
  const { errors, isSubmitting } = form.formState
  // Not the button that closes, which comes first and would take it.
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form])
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const ending = await send(body.name)
    if (ending?.state === 'done') return onDone(ending.message)
    if (ending && !showFieldErrors(ending.errors, ['name'], form.setError)) setProblem(ending.message)
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField
          label="Name"
          hint={hint}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Button type="submit" wide busy={isSubmitting} busyLabel="One moment…">
          {label}
        </Button>
      </form>
    </Dialog>
  )
}

type RemovalDialogProps = DialogProps & { passkey: Passkey; send: () => Promise<Attempt<unknown> | null> }

function RemovalDialog({ passkey, send, onDone, onClose }: RemovalDialogProps) {
  const [state, setState] = useState<{ state: 'asking' | 'sending' } | Failed>({ state: 'asking' })
  const remove = async () => {
    setState({ state: 'sending' })
    const ending = await send()
    if (ending?.state === 'done') return onDone(ending.message)
    setState(ending ?? { state: 'asking' })
  }
  return (
    <Dialog title="Remove the passkey?" onClose={onClose}>
      {state.state === 'failed' ? (
        <Alert tone="error" className="mb-4">
          {state.message}
        </Alert>
      ) : null}
      <p>
        You can no longer log in with <span className="font-medium wrap-anywhere">{passkey.name}</span> then. Please
        delete it on your device as well.
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" busy={state.state === 'sending'} busyLabel="Removing…" onClick={remove}>
          Remove
        </Button>
      </div>
    </Dialog>
  )
}
