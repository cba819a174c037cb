import { sandboxOrigin } from './call-api.ts'

type Outcome = 'answered' | 'cancelled'

/** Shows the bank's page over the shop until the cardholder responds or closes it. */
export function showAuthenticationDialog(url: string): Promise<Outcome> {
  const frame = createAuthenticationFrame(url)
  const { dialog, closeButton } = createDialog(frame)
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      window.removeEventListener('message', listen)
      dialog.close()
      dialog.remove()
      resolve(outcome)
    }
    const listen = (message: MessageEvent<{ kind: 'authentication'; outcome: Outcome }>) => {
      if (message.origin !== sandboxOrigin || message.source !== frame.contentWindow) return
      if (message.data.kind === 'authentication') finish(message.data.outcome)
    }
    window.addEventListener('message', listen)
    closeButton.addEventListener('click', () => finish('cancelled'))
    // Handles the Escape key while the focus is in the shop's part of the dialog.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      finish('cancelled')
    })
    document.body.append(dialog)
    dialog.showModal()
    frame.focus()
  })
}

function createAuthenticationFrame(url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  // Use this script's origin, because the shop's content security policy allows no other name of this server.
  frame.src = `${sandboxOrigin}${new URL(url).pathname}#${new URLSearchParams({ parent: location.origin })}`
  frame.title = 'Authentication by your bank'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  Object.assign(frame.style, {
    border: '0',
    display: 'block',
    width: '100%',
    height: '340px',
    colorScheme: 'light dark',
  })
  return frame
}

function createDialog(frame: HTMLIFrameElement) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Authentication by your bank')
  Object.assign(dialog.style, {
    boxSizing: 'border-box',
    width: '420px',
    maxWidth: 'calc(100vw - 24px)',
    maxHeight: 'calc(100vh - 24px)',
    margin: 'auto',
    padding: '0',
    border: '1px solid #888',
    borderRadius: '10px',
    colorScheme: 'light dark',
    background: 'light-dark(#fff, #1d232a)',
    color: 'light-dark(#1a1a1a, #eceef1)',
    boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.5)',
    overflow: 'auto',
  })
  const closeButton = document.createElement('button')
  closeButton.type = 'button'
  closeButton.textContent = 'Cancel'
  Object.assign(closeButton.style, {
    display: 'block',
    minHeight: '44px',
    margin: '6px 8px 0 auto',
    padding: '0 12px',
    border: '0',
    background: 'none',
    color: 'inherit',
    font: '16px system-ui, sans-serif',
    textDecoration: 'underline',
    cursor: 'pointer',
  })
  dialog.append(closeButton, frame)
  return { dialog, closeButton }
}
