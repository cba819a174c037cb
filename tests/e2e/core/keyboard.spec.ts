import { buyAndBookByKeyboard } from '../support/keyboard.ts'
import { test } from '../support/test.ts'

test.use({ reducedMotion: 'reduce' })

test('a member registers, buys, books, moves, cancels and opens the invoice by keyboard alone on a desktop', ({
  page,
  visitor,
}) => buyAndBookByKeyboard(page, visitor))
