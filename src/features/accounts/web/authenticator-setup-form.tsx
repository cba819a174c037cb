import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Failed } from '#platform/web/attempt.ts'
import { showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { AuthenticatorCode } from '../contract/proof.ts'
import { inFours } from '../rules/second-factor.ts'

type AuthenticatorSetupProps = {
  /** In base32. */
  secret: string
  /** The `otpauth:` address. */
  address: string
  /** Sends the first code; null where all is well. */
  onCode: (code: string) => Promise<Failed | null>
  onCancel?: () => void
}

const Fields = z.object({ code: AuthenticatorCode })

/** Brings the secret into an app, by camera or by hand, and asks for the first code. */
export function AuthenticatorSetup({ secret, address, onCode, onCancel }: AuthenticatorSetupProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<z.infer<typeof Fields>>({ resolver: zodResolver(Fields), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const place = useRef<HTMLFormElement>(null)
  // Not the field: a phone would cover the picture with its keys.
  useEffect(() => place.current?.focus(), [])
  const submit = form.handleSubmit(async ({ code }) => {
    setProblem(undefined)
    const failed = await onCode(code)
    if (!failed) return
    const fields = failed.reason === 'wrong-code' ? { code: failed.message } : failed.errors
    if (!showFieldErrors(fields, ['code'], form.setError)) setProblem(failed.message)
  })
  return (
    <form
      ref={place}
      tabIndex={-1}
      method="post"
      noValidate
      onSubmit={submit}
      className="grid max-w-xl gap-5 outline-none"
    >
      <p>
        1. Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator, 1Password or
        Aegis.
      </p>
      <QrCode text={address} />
      <div>
        <p>Or type this key into the app:</p>
        <p className="mt-1 font-mono text-lg wrap-anywhere select-all">{inFours(secret, ' ')}</p>
        <p className="mt-1 text-sm text-muted">
          On this device:{' '}
          <a href={address} className="link">
            open your authenticator app
          </a>
        </p>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <TextField
        label="2. Enter the code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        error={errors.code?.message}
        {...form.register('code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} busyLabel="Checking…">
          Switch on
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** Drawn once its library is here; until then, and without it, there is the key to type in. */
function QrCode({ text }: { text: string }) {
  const [rows, setRows] = useState<boolean[][]>([])
  useEffect(() => {
    import('uqr').then(
      ({ encode }) => setRows(encode(text, { ecc: 'M', border: 4 }).data),
      () => undefined,
    )
  }, [text])
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label="QR code of the key below, for the camera of your authenticator app"
      viewBox={`0 0 ${rows.length || 1} ${rows.length || 1}`}
      shapeRendering="crispEdges"
      className="aspect-square w-56 rounded-md border border-line bg-white"
    >
      <path d={dark.join('')} fill="black" />
    </svg>
  )
}
