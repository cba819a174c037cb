import type { ReactNode } from 'react'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { elementFrameClass } from './use-stripe-library.ts'

type ProviderPanelProps = {
  problem: string | undefined
  isLoading: boolean
  /** Said while it loads, where there is room. */
  loadingWords?: string
  children: ReactNode
}

/** Around a field of the provider: what it waits for, and what is wrong with it. */
export function ProviderPanel({ problem, isLoading, loadingWords, children }: ProviderPanelProps) {
  return (
    <>
      <div className={elementFrameClass(problem !== undefined)}>
        {children}
        {isLoading ? (
          <p className="absolute inset-0 flex items-center gap-3 px-4 text-muted">
            <Spinner /> {loadingWords}
          </p>
        ) : null}
      </div>
      {/* A line is kept free: what is said when the field is left must not move Pay away from a finger on it. */}
      <div className="mt-1.5 min-h-5.5 text-sm">
        {problem ? (
          <p role="alert" className="font-medium text-danger">
            {problem}
          </p>
        ) : null}
      </div>
    </>
  )
}
