/** The page of the bank, in a dialog over the shop or after a redirect; PayPal's page always after a redirect. */

const shopOrigin = new URLSearchParams(location.hash.slice(1)).get('parent')
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-outcome]')]

function show(elementId: 'question' | 'amount' | 'purpose', text: string): void {
  const element = document.getElementById(elementId)
  if (element) element.textContent = text
}

function showMessage(text: string): void {
  show('question', text)
}

function allowAnswers(isAllowed: boolean): void {
  for (const button of buttons) button.disabled = !isAllowed
}

function notifyShop(outcome: 'answered' | 'cancelled'): void {
  if (shopOrigin) window.parent.postMessage({ kind: 'authentication', outcome }, shopOrigin)
}

async function showPayment(): Promise<void> {
  const response = await fetch(`${location.pathname}/payment`)
  const { payment } = await response.json()
  if (!payment) return showMessage('This authentication has ended. Go back to the shop.')
  showMessage(sentenceAbout(payment))
  allowAnswers(true)
  buttons[0]?.focus()
}

interface Question {
  /** `null` if the shop only wants to save the card. */
  amount: number | null
  currency: string
  description?: string | null
}

function sentenceAbout({ amount, currency, description }: Question): string {
  if (amount === null) return 'The shop wants to save your card for future payments. No real money is involved.'
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
  document.getElementById('facts')?.removeAttribute('hidden')
  show('amount', money)
  show('purpose', description ?? 'Your purchase')
  const isPaypal = location.pathname.startsWith('/paypal/')
  return isPaypal
    ? 'No real money is involved.'
    : `The shop wants to take ${money} from your card. No real money is involved.`
}

async function answerBank(outcome: string): Promise<void> {
  allowAnswers(false)
  const response = await fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ outcome }) })
  const { location: next } = await response.json()
  if (next) return window.location.assign(next)
  showMessage('Thank you. You can go back to the shop.')
  notifyShop('answered')
}

function onProblem(): void {
  showMessage('We couldn’t reach the sandbox. Try again.')
  allowAnswers(true)
}

for (const button of buttons) {
  button.addEventListener('click', () => answerBank(button.dataset.outcome ?? '').catch(onProblem))
}
// While the focus is in this frame, the dialog around it does not receive the key.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') notifyShop('cancelled')
})
showPayment().catch(onProblem)
