import {
  type ActiveDisturbance,
  type ArmedFault,
  describeFaults,
  describeWebhookFaults,
  readDisturbance,
  readFault,
} from './control-forms.ts'
import {
  describeDispute,
  describeEvent,
  describeExchange,
  describePayment,
  describeRefund,
  describeSubscription,
  type Row,
  type RowAction,
  type ShownDelivery,
  type ShownExchange,
  type ShownObject,
} from './describe-rows.ts'

/** The sandbox's own page. It shows recent objects, events and calls, and has buttons that control the sandbox. */

const REFRESH_MILLISECONDS = 3000

const instantFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

const objectLists: Record<string, { kind: string; describe(object: ShownObject): Row }> = {
  payments: { kind: 'payment_intent', describe: describePayment },
  refunds: { kind: 'refund', describe: describeRefund },
  disputes: { kind: 'dispute', describe: describeDispute },
  subscriptions: { kind: 'subscription', describe: describeSubscription },
}

function write(id: string, text: string): void {
  const target = document.getElementById(id)
  if (target && target.textContent !== text) target.textContent = text
}

async function press({ route, body, done }: Omit<RowAction, 'label'>): Promise<void> {
  const answer = await callControl(route, body)
  const success = done.replace(/\{(\w+)\}/g, (_, name) => String(answer.body[name] ?? ''))
  write('outcome', answer.isDone ? success : answer.problem)
  await refresh()
}

async function refresh(): Promise<void> {
  await Promise.all([showState(), showObjects(), showEvents(), showExchanges()])
}

interface Overview {
  faults: ArmedFault[]
  disturbances: ActiveDisturbance[]
  isBankSlow: boolean
  controls: string[]
}

async function showState(): Promise<void> {
  const { isDone, body } = await callControl('GET /_sandbox')
  if (!isDone) return write('outcome', 'We couldn’t reach the sandbox.')
  const { faults, disturbances, isBankSlow, controls } = body as unknown as Overview
  write('bank', isBankSlow ? 'The bank is slow, so payments are waiting.' : 'The bank responds immediately.')
  write('faults', describeFaults(faults))
  write('disturbances', describeWebhookFaults(disturbances))
  if (controls.includes('GET /_sandbox/clock')) await showClock()
}

async function showClock(): Promise<void> {
  const { body } = await callControl('GET /_sandbox/clock')
  const now = Date.parse(String(body.now))
  if (Number.isFinite(now)) write('clock', `The sandbox’s time is ${instant(now / 1000)}.`)
}

async function showObjects(): Promise<void> {
  const lists = Object.entries(objectLists).map(async ([list, { kind, describe }]) => {
    const objects = await readList<ShownObject>(`/_sandbox/objects?kind=${kind}&limit=10`)
    showRows(list, objects.map(describe))
  })
  await Promise.all(lists)
}

async function showEvents(): Promise<void> {
  const [events, deliveries] = await Promise.all([
    readList<ShownObject>('/_sandbox/objects?kind=event&limit=20'),
    readList<ShownDelivery>('/_sandbox/deliveries?limit=200'),
  ])
  const byEvent = new Map(deliveries.map((delivery) => [delivery.event, delivery]))
  const rows = events.map((event) => describeEvent(event, byEvent.get(event.id)))
  showRows('events', rows)
}

async function showExchanges(): Promise<void> {
  const exchanges = await readList<ShownExchange>('/_sandbox/exchanges?limit=20')
  showRows('exchanges', exchanges.reverse().map(describeExchange))
}

function onSubmit(formId: string, act: (form: FormData) => Promise<void>): void {
  const form = document.getElementById(formId)
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void act(new FormData(form as HTMLFormElement))
  })
}

/** Fills a list if it has changed. If one of its buttons had the focus, the button keeps it. */
function showRows(listId: string, rows: Row[]): void {
  const list = document.getElementById(listId)
  const content = JSON.stringify(rows)
  if (!list || list.dataset.content === content) return
  list.dataset.content = content
  const focused = list.contains(document.activeElement)
    ? (document.activeElement as HTMLElement).dataset.key
    : undefined
  list.replaceChildren(...(rows.length > 0 ? rows.map((row) => rowElement(row)) : [nothingYet()]))
  if (focused) list.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus()
}

function nothingYet(): HTMLElement {
  return element('li', 'nothing', 'Nothing yet.')
}

function rowElement({ id, created, title, detail, state, tone, actions }: Row): HTMLElement {
  const item = element('li', 'row')
  item.append(element('strong', 'title', title), element('span', `state ${tone}`, state))
  item.append(element('span', 'detail', [created && instant(created), detail].filter(Boolean).join(' · ')))
  for (const action of actions) item.append(actionButton(id, title, action))
  return item
}

function actionButton(id: string, title: string, action: RowAction): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = action.label
  // Many rows have the same button, so for screen readers its label includes the row's title.
  button.setAttribute('aria-label', `${action.label}: ${title}`)
  button.dataset.key = `${action.label} ${id}`
  button.addEventListener('click', () => press(action))
  return button
}

function instant(seconds: number): string {
  return instantFormat.format(seconds * 1000)
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}

interface ControlAnswer {
  isDone: boolean
  body: Record<string, unknown>
  /** The error message for the page. */
  problem: string
}

/**
 * Calls the control API, which accepts only calls from this machine.
 * @param route for example `POST /_sandbox/bank`
 */
async function callControl(route: string, body?: object): Promise<ControlAnswer> {
  const [method = 'GET', path = ''] = route.split(' ')
  try {
    const response = await fetch(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const answer = await response.json()
    return { isDone: response.ok, body: answer, problem: response.ok ? '' : problemIn(response.status, answer) }
  } catch {
    return { isDone: false, body: {}, problem: 'We couldn’t reach the sandbox.' }
  }
}

/**
 * If a route does not exist, the response is a 404 with a list of those that do. Other errors have a message of their
 * own.
 */
function problemIn(status: number, answer: { error?: unknown; known?: unknown }): string {
  if (status === 404 && answer.known) return 'This sandbox can’t do that yet.'
  return String(answer.error ?? 'The sandbox refused the request.')
}

/** Reads a list from the control API. The list is empty if it cannot be read. */
async function readList<Item>(path: string): Promise<Item[]> {
  const { isDone, body } = await callControl(`GET ${path}`)
  return isDone && Array.isArray(body) ? body : []
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-route]')) {
  const { route = '', body, done = '' } = button.dataset
  button.addEventListener('click', () => press({ route, body: JSON.parse(body ?? '{}'), done }))
}
onSubmit('fault-form', (form) => {
  return press({ route: 'POST /_sandbox/faults', body: readFault(form), done: 'Fault added.' })
})
onSubmit('disturbance-form', (form) => {
  const done = 'Webhooks are now disrupted.'
  return press({ route: 'POST /_sandbox/disturbances', body: [readDisturbance(form)], done })
})

async function keepRefreshing(): Promise<void> {
  if (!document.hidden) await refresh()
  setTimeout(keepRefreshing, REFRESH_MILLISECONDS)
}
void keepRefreshing()
