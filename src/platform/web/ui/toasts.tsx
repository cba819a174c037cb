import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import './toasts.css'

type ToastOptions = { autoClose?: number }

/** Error toasts to remove once a retry succeeds. */
const shownErrors: string[] = []

/**
 * The toast library loads on the user's first input, usually before any toast. The same text is never shown twice at
 * once.
 */
export const notify = {
  success: (text: string, options?: ToastOptions) =>
    show((toast) => {
      dismissErrors(toast)
      toast.success(text, { toastId: text, ...options })
    }),
  error: (text: string, options?: ToastOptions) =>
    show((toast) => {
      shownErrors.push(text)
      toast.error(text, { toastId: text, ...options })
    }),
  /** Call this after a success that is shown without a toast. */
  dismissErrors: () => {
    if (shownErrors[0]) show(dismissErrors)
  },
}

/**
 * Rendered once, at the root of the document.
 * @param preloads false on pages that hardly ever show a toast
 */
export function Toasts({ preloads = true }: { preloads?: boolean }) {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  )
  useEffect(() => {
    if (!preloads) return
    const options = { once: true, capture: true }
    addEventListener('pointerdown', prepare, options)
    addEventListener('keydown', prepare, options)
    return () => {
      removeEventListener('pointerdown', prepare, options)
      removeEventListener('keydown', prepare, options)
    }
  }, [preloads])
  return Toaster ? <Toaster /> : null
}

function dismissErrors(toast: Toast): void {
  for (const text of shownErrors.splice(0)) toast.dismiss(text)
}

type Toast = typeof import('react-toastify/unstyled').toast

let loaded: ComponentType | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function prepare(): void {
  load().catch(() => {})
}

function show(showToast: (toast: Toast) => unknown): void {
  load().then(
    (toast) => void showToast(toast),
    // Loading fails offline; the next toast tries again.
    () => {},
  )
}

async function load(): Promise<Toast> {
  const [{ Toaster }, { toast }] = await Promise.all([
    import('./toast-container.tsx'),
    import('react-toastify/unstyled'),
  ])
  loaded = Toaster
  for (const listener of listeners) listener()
  return toast
}
