import type { ReactNode } from 'react'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { elementFrameClass } from './use-stripe-library.ts'

type HostedFieldPanelProps = {
  /** The id of the surrounding group, whose error is shown here. */
  id: string
  problem: string | undefined
  isLoading: boolean
  /** Loading text, if there is room. */
  loadingText?: string
  children: ReactNode
}

/** Frame around a Stripe field, with its loading state and error. */
export function HostedFieldPanel({ id, problem, isLoading, loadingText, children }: HostedFieldPanelProps) {
  return (
    <>
      <div className={elementFrameClass(problem !== undefined)}>
        {children}
        {isLoading ? (
          <p className="absolute inset-0 flex items-center gap-3 px-4 text-muted">
            <Spinner /> {loadingText}
          </p>
        ) : null}
      </div>
      {/* Reserves a line: an error shown on blur must not move the Pay button during a press. */}
      <div className="mt-1.5 min-h-5.5 text-sm">
        {problem ? (
          <p id={`${id}-error`} role="alert" className="font-medium text-danger">
            {problem}
          </p>
        ) : null}
      </div>
    </>
  )
}
