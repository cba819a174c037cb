import { useState } from 'react'

/** State that starts from loaded data, and starts again when the page reloads its data. */
export function useLoadedState<Value>(loaded: Value) {
  const [before, setBefore] = useState(loaded)
  const state = useState(loaded)
  if (before !== loaded) {
    setBefore(loaded)
    state[1](loaded)
  }
  return state
}
