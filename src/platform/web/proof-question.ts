import { useSyncExternalStore } from 'react'
import type { MissingProof } from '#platform/shared/step-up.ts'

/** A request for a missing proof of identity. `answer` reports whether the user has given the proof. */
export type ProofQuestion = { missing: MissingProof; answer: (isProved: boolean) => void }

let openQuestion: { question: ProofQuestion; answered: Promise<boolean> } | null = null
const listeners = new Set<() => void>()

/** Asks the user, on any page. Calls refused at the same time share one question. */
export function askForProof(missing: MissingProof): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (openQuestion?.question.missing === missing) return openQuestion.answered
  openQuestion?.question.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const closeQuestion = (isProved: boolean) => {
    if (openQuestion?.question === question) setOpenQuestion(null)
    resolve(isProved)
  }
  const question = { missing, answer: closeQuestion }
  setOpenQuestion({ question, answered: promise })
  return promise
}

function setOpenQuestion(next: typeof openQuestion): void {
  openQuestion = next
  for (const listener of listeners) listener()
}

/** Returns the open question, for the component that shows it. */
export function useProofQuestion(): ProofQuestion | null {
  return useSyncExternalStore(
    subscribe,
    () => openQuestion?.question ?? null,
    () => null,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) openQuestion?.question.answer(false)
  }
}
