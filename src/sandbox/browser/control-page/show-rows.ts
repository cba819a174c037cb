import type { Row, RowAction } from './describe-rows.ts'

type Press = (action: RowAction) => void

/** Fills a list, unless nothing changed. Who stands on a button of it stays there. */
export function showRows(listId: string, rows: Row[], press: Press): void {
  const list = document.getElementById(listId)
  const content = JSON.stringify(rows)
  if (!list || list.dataset.content === content) return
  list.dataset.content = content
  const focused = list.contains(document.activeElement)
    ? (document.activeElement as HTMLElement).dataset.key
    : undefined
  list.replaceChildren(...(rows.length > 0 ? rows.map((row) => rowElement(row, press)) : [nothingYet()]))
  if (focused) list.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus()
}

function nothingYet(): HTMLElement {
  return element('li', 'nothing', 'Nothing yet.')
}

function rowElement({ id, created, title, detail, state, tone, actions }: Row, press: Press): HTMLElement {
  const item = element('li', 'row')
  item.append(element('strong', 'title', title), element('span', `state ${tone}`, state))
  item.append(element('span', 'detail', [created && instant(created), detail].filter(Boolean).join(' · ')))
  for (const action of actions) item.append(actionButton(id, title, action, press))
  return item
}

function actionButton(id: string, title: string, action: RowAction, press: Press): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = action.label
  // Many rows have the same button: heard alone, it says which.
  button.setAttribute('aria-label', `${action.label}: ${title}`)
  button.dataset.key = `${action.label} ${id}`
  button.addEventListener('click', () => press(action))
  return button
}

const instantFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

export function instant(seconds: number): string {
  return instantFormat.format(seconds * 1000)
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
