import { ToastContainer } from 'react-toastify/unstyled'

/** SPEC §2: the default time in milliseconds that a toast is shown; shorter in the checkout. */
const AUTO_CLOSE_MS = 5_000
const AUTO_CLOSE_IN_CHECKOUT_MS = 4_000

export function Toaster() {
  const isInCheckout = /^\/(checkout|confirmation)(\/|$)/.test(window.location.pathname)
  return (
    <ToastContainer
      aria-label="Notifications"
      position="top-right"
      autoClose={isInCheckout ? AUTO_CLOSE_IN_CHECKOUT_MS : AUTO_CLOSE_MS}
      newestOnTop
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
    />
  )
}
