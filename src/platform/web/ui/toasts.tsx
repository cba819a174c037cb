import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import './toasts.css'

type ToastOptions = { autoClose?: number }

/**
 * What shows toasts is fetched at the first one, or as soon as somebody touches the page: most toasts answer that. What
 * stands there already is not said a second time beside it.
 */
export const notify = {
  success: (text: string, options?: ToastOptions) =>
    show((toast) => toast.success(text, { toastId: text, ...options })),
  error: (text: string, options?: ToastOptions) => show((toast) => toast.error(text, { toastId: text, ...options })),
}

/** Once, at the root of the document. */
export function Toasts() {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  )
  useEffect(() => {
    const options = { once: true, capture: true }
    addEventListener('pointerdown', prepare, options)
    addEventListener('keydown', prepare, options)
    return () => {
      removeEventListener('pointerdown', prepare, options)
      removeEventListener('keydown', prepare, options)
    }
  }, [])
  return Toaster ? <Toaster /> : null
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

function show(tell: (toast: Toast) => unknown): void {
  load().then(
    (toast) => void tell(toast),
    // Without a connection: the next one tries again.
    () => {},
  )
}

async function load(): Promise<Toast> {
  const [{ Toaster }, { toast }] = await Promise.all([import('./toaster.tsx'), import('react-toastify/unstyled')])
  loaded = Toaster
  for (const listener of listeners) listener()
  return toast
}
