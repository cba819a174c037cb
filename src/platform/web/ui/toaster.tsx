import { ToastContainer } from 'react-toastify/unstyled'

/** SPEC §2: how long a toast stays unless the caller says otherwise, in milliseconds. */
const AUTO_CLOSE_MS = 5_000

export function Toaster() {
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
