import { useRef } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { CallFailed } from '../request.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { useHandFocusOn } from './focus.ts'

/** A layout's ErrorBoundary, which shows that the page could not be loaded and has a button to retry. */
export function PageError() {
  const error = useRouteError()
  const { state, revalidate } = useRevalidator()
  const message = error instanceof CallFailed ? error.message : 'Something went wrong on this page.'
  const container = useRef<HTMLDivElement>(null)
  useHandFocusOn(container)
  return (
    <div ref={container}>
      <Alert tone="error" title="We couldn’t load this page">
        <p>{message}</p>
        <Button variant="quiet" size="small" className="mt-4" busy={state === 'loading'} onClick={revalidate}>
          Try again
        </Button>
      </Alert>
    </div>
  )
}
