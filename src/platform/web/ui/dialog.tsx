import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type DialogProps = { title: string; onClose: () => void; children: ReactNode }

/**
 * A modal question, open while it is rendered. The browser traps the focus, closes on Escape and restores the focus.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const focusedBefore = document.activeElement
    return () => {
      // The browser restores the focus only if the dialog is closed, not if it is removed.
      if (document.activeElement === document.body && focusedBefore instanceof HTMLElement) focusedBefore.focus()
    }
  }, [])
  // Another question may follow before React removes the closed dialog, so it is opened again.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  })
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-min(2rem,8vw)))] rounded-md border border-line bg-surface p-[min(1.5rem,6vw)] text-ink shadow-raised backdrop:bg-secondary-deep/60 sm:p-8"
    >
      <div className="mb-4 flex items-start justify-between gap-[min(1rem,3vw)]">
        <h2 id={titleId} className="min-w-0 text-xl wrap-break-word">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
          className="-mt-2 -mr-2 grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-md hover:bg-ground"
        >
          <X aria-hidden="true" className="size-6" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
