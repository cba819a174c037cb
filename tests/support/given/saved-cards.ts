import type { SavedCard } from '#features/payments/cards/contract.ts'
import type { Member, TestApp } from '../app/start-app.ts'
import { answerBankPage } from '../site/pay-as-browser.ts'

/** Adds a card in the profile. */
export async function addCard(app: TestApp, member: Member, token = 'tok_visa') {
  const { body } = await member.post('/api/cards')
  const setup = await app.pay(body.data.clientSecret, token, { keepsCard: true })
  if (setup.next_action) await answerBankPage(setup, 'complete')
  const cards = await listSavedCards(member)
  const added = app.sandbox.objects('setup_intent').find(({ id }) => id === setup.id) as { payment_method?: string }
  const card = cards.find(({ id }) => id === added.payment_method)
  if (!card) throw new Error(`The card ${token} was not saved`)
  return card
}

/** The member's cards, as the checkout and the profile show them. */
export async function listSavedCards(member: Member): Promise<SavedCard[]> {
  return (await member.get('/api/cards')).body.data
}
