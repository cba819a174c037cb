import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { Failed } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { AuthenticatorCode } from '../contract/codes.ts'
import { groupByFour } from '../rules.ts'

type AuthenticatorSetupFormProps = {
  /** In base32. */
  secret: string
  /** The `otpauth:` address. */
  address: string
  /** Sends the first code. Returns null on success. */
  onCode: (code: string) => Promise<Failed | null>
  onCancel?: () => void
}

const Fields = z.object({ code: AuthenticatorCode })

/** Shows the secret for scanning or typing and asks for the first code. */
export function AuthenticatorSetupForm({ secret, address, onCode, onCancel }: AuthenticatorSetupFormProps) {
  const { field, isSubmitting, problem, submit } = useEndpointForm(Fields, {
    defaultValues: { code: '' },
    fields: ['code'],
    refusals: { 'wrong-code': 'code' },
    send: async ({ code }) => (await onCode(code)) ?? { state: 'replaced' },
    onDone: () => undefined,
  })
  const form = useRef<HTMLFormElement>(null)
  // Do not focus the field, because the keyboard on a phone would cover the QR code.
  useEffect(() => form.current?.focus(), [])
  return (
    <Form ref={form} tabIndex={-1} onSubmit={submit} className="grid max-w-xl gap-5 outline-none">
      <p>
        1. Scan this QR code with an authenticator app, for example Google Authenticator, Microsoft Authenticator,
        1Password or Aegis.
      </p>
      <QrCode text={address} />
      <div>
        <p>Or type this key into the app:</p>
        <p className="mt-1 font-mono text-lg wrap-anywhere select-all">{groupByFour(secret, ' ')}</p>
        <p className="mt-1 text-sm text-muted">
          Using this device?{' '}
          <a href={address} className="link">
            Open your authenticator app
          </a>
        </p>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <TextField
        label="2. Enter the code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        {...field('code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} busyLabel="Checking…">
          {' '}
          Turn on
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </Form>
  )
}

/** Drawn once the QR code library has loaded. Before that, or if loading fails, the user can type the key. */
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
      aria-label="QR code for the key below, to scan with your authenticator app"
      viewBox={`0 0 ${rows.length || 1} ${rows.length || 1}`}
      shapeRendering="crispEdges"
      className="aspect-square w-56 rounded-md border border-line bg-white"
    >
      <path d={dark.join('')} fill="black" />
    </svg>
  )
}
