/** The bank's page: in a dialog over the shop, or on its own when the customer was sent here. */

const shopOrigin = new URLSearchParams(location.hash.slice(1)).get('parent')
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-outcome]')]

function say(text: string): void {
  const question = document.getElementById('question')
  if (question) question.textContent = text
}

function allowAnswers(isAllowed: boolean): void {
  for (const button of buttons) button.disabled = !isAllowed
}

function tellShop(outcome: 'answered' | 'cancelled'): void {
  if (shopOrigin) window.parent.postMessage({ kind: 'authentication', outcome }, shopOrigin)
}

/** A set-up asks for no money: it has no amount. */
function questionAbout({ amount, currency }: { amount: number | null; currency: string }): string {
  if (amount === null) return 'The shop would like to keep your card for later payments.'
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return `Your card is asked for ${money.format(amount / 100)}.`
}

async function showPayment(): Promise<void> {
  const response = await fetch(`${location.pathname}/payment`)
  const { payment } = await response.json()
  if (!payment) return say('This authentication is over. Please go back to the shop.')
  say(`${questionAbout(payment)} No real money moves.`)
  allowAnswers(true)
  buttons[0]?.focus()
}

async function answerBank(outcome: string): Promise<void> {
  allowAnswers(false)
  const response = await fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ outcome }) })
  const { location: next } = await response.json()
  if (next) return window.location.assign(next)
  say('Thank you. You can go back to the shop.')
  tellShop('answered')
}

function onProblem(): void {
  say('The test bank could not be reached. Please try again.')
  allowAnswers(true)
}

for (const button of buttons) {
  button.addEventListener('click', () => answerBank(button.dataset.outcome ?? '').catch(onProblem))
}
// In a dialog the key goes to this page, not to the dialog around it.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tellShop('cancelled')
})
showPayment().catch(onProblem)
