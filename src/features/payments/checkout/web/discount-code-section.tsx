import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { discountRefusals } from '#features/purchases/discounts/contract.ts'
import { safeSessionStorage } from '#platform/web/browser-storage.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import type { Quote } from '../contract.ts'

/** The server accepts no longer text as a code. */
const MAX_LENGTH = 100

/** The code for this package, from a link or as typed. This tab keeps it over a reload and the way to PayPal. */
export function useDiscountCode(packageId: string) {
  const { search } = useLocation()
  const key = storageKey(packageId)
  const [code, setCode] = useState(
    () => toTyped(new URLSearchParams(search).get('code') ?? '') || safeSessionStorage.read(key),
  )
  useEffect(() => {
    if (code === null) safeSessionStorage.remove(key)
    else safeSessionStorage.write(key, code)
  }, [code, key])
  return [code, setCode] as const
}

/** A code that was used once is not entered again by itself. */
export function forgetDiscountCode(packageId: string): void {
  safeSessionStorage.remove(storageKey(packageId))
}

function storageKey(packageId: string): string {
  return `discount-code:${packageId}`
}

/** A link may contain anything. What the server cannot read as text would leave the page without a quote. */
function toTyped(text: string): string {
  return text.trim().slice(0, MAX_LENGTH).toWellFormed().replaceAll('\0', '')
}

export type CodeEntry = {
  code: string | null
  /** The page shows the price without this code until the server has answered. */
  isChecking: boolean
  /** The server could not be asked. */
  problem: string | undefined
  enter: (code: string | null) => void
}

type DiscountCodeSectionProps = { quote: Quote; entry: CodeEntry; isLocked: boolean }

/** Few buyers have a code, so the field is behind a link (PRODUCT D27). */
export function DiscountCodeSection({ quote, entry, isLocked }: DiscountCodeSectionProps) {
  const { discount, discountRefusal } = quote
  const appliedId = useId()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(entry.code ?? '')
  const { section, moveFocus } = useFocusAfterAnswer(entry)
  const isRefused = discountRefusal !== null && typed.trim() === entry.code
  const refusal = isRefused ? discountRefusals[discountRefusal] : undefined

  const enter = (code: string) => {
    setTyped(code)
    setOpen(code !== '')
    moveFocus()
    entry.enter(code || null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!entry.isChecking && !isLocked) enter(toTyped(typed))
  }

  return (
    <div ref={section} className="mt-4 border-t border-line pt-2 md:mt-6 md:pt-4">
      {discount ? (
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span id={appliedId} className="wrap-anywhere">
            Code {discount.code} applied
          </span>
          <QuietButton aria-describedby={appliedId} disabled={isLocked} onClick={() => enter('')}>
            Remove
          </QuietButton>
          {entry.problem ? (
            <span role="alert" className="basis-full text-danger">
              {entry.problem}
            </span>
          ) : null}
        </p>
      ) : isOpen || discountRefusal ? (
        <form noValidate onSubmit={submit} className="grid gap-3 pt-2">
          <TextField
            label="Discount code"
            name="discount-code"
            value={typed}
            error={refusal ?? entry.problem}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={MAX_LENGTH}
            readOnly={isLocked}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button
            type="submit"
            variant="quiet"
            size="small"
            className="justify-self-start"
            disabled={isLocked}
            busy={entry.isChecking}
            busyLabel="Applying…"
          >
            Apply
          </Button>
        </form>
      ) : (
        <QuietButton
          disabled={isLocked}
          onClick={() => {
            setOpen(true)
            moveFocus()
          }}
        >
          Have a discount code?
        </QuietButton>
      )}
    </div>
  )
}

function QuietButton({ children, ...button }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className="link min-h-11 cursor-pointer text-left font-medium disabled:opacity-60"
    >
      {children}
    </button>
  )
}

/** What was pressed disappears, so focus moves to what replaces it once the server has answered. */
function useFocusAfterAnswer({ isChecking }: CodeEntry) {
  const section = useRef<HTMLDivElement>(null)
  const isWaiting = useRef(false)
  useEffect(() => {
    if (!isWaiting.current || isChecking) return
    isWaiting.current = false
    section.current?.querySelector<HTMLElement>('input, button')?.focus()
  })
  const moveFocus = () => {
    isWaiting.current = true
  }
  return { section, moveFocus }
}
