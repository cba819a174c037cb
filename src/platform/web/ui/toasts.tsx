import { ToastContainer, toast } from 'react-toastify/unstyled'
import './toasts.css'

/** SPEC §2: how long a toast stays unless the caller says otherwise, in milliseconds. */
const AUTO_CLOSE_MS = 5_000

type ToastOptions = { autoClose?: number }

export const notify = {
  success: (text: string, options?: ToastOptions) => toast.success(text, options),
  error: (text: string, options?: ToastOptions) => toast.error(text, options),
}

/** Once, at the root of the document. */
export function Toasts() {
  return (
    <ToastContainer
      aria-label="Notifications"
      position="top-right"
      autoClose={AUTO_CLOSE_MS}
      newestOnTop
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
    />
  )
}
