import { callControl, readList } from './call-control.ts'
import {
  type ActiveDisturbance,
  type ArmedFault,
  disturbanceIn,
  disturbancesInWords,
  faultIn,
  faultsInWords,
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
import { instant, showRows } from './show-rows.ts'

/** The sandbox's own page: what happened, and buttons for what can be made to happen. */

const REFRESH_MILLISECONDS = 3000

const objectLists: Record<string, { kind: string; describe(object: ShownObject): Row }> = {
  payments: { kind: 'payment_intent', describe: describePayment },
  refunds: { kind: 'refund', describe: describeRefund },
  disputes: { kind: 'dispute', describe: describeDispute },
  subscriptions: { kind: 'subscription', describe: describeSubscription },
}

function write(id: string, text: string): void {
  const place = document.getElementById(id)
  if (place && place.textContent !== text) place.textContent = text
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
  if (!isDone) return write('outcome', 'The sandbox could not be reached.')
  const { faults, disturbances, isBankSlow, controls } = body as unknown as Overview
  write('bank', isBankSlow ? 'The bank is slow: payments wait for it.' : 'The bank answers at once.')
  write('faults', faultsInWords(faults))
  write('disturbances', disturbancesInWords(disturbances))
  if (controls.includes('GET /_sandbox/clock')) await showClock()
}

async function showClock(): Promise<void> {
  const { body } = await callControl('GET /_sandbox/clock')
  const now = Date.parse(String(body.now))
  if (Number.isFinite(now)) write('clock', `The sandbox's time is ${instant(now / 1000)}.`)
}

async function showObjects(): Promise<void> {
  const lists = Object.entries(objectLists).map(async ([list, { kind, describe }]) => {
    const objects = await readList<ShownObject>(`/_sandbox/objects?kind=${kind}&limit=10`)
    showRows(list, objects.map(describe), press)
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
  showRows('events', rows, press)
}

async function showExchanges(): Promise<void> {
  const exchanges = await readList<ShownExchange>('/_sandbox/exchanges?limit=20')
  showRows('exchanges', exchanges.reverse().map(describeExchange), press)
}

function onSubmit(formId: string, act: (form: FormData) => Promise<void>): void {
  const form = document.getElementById(formId)
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void act(new FormData(form as HTMLFormElement))
  })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-route]')) {
  const { route = '', body, done = '' } = button.dataset
  button.addEventListener('click', () => press({ route, body: JSON.parse(body ?? '{}'), done }))
}
onSubmit('fault-form', (form) => {
  return press({ route: 'POST /_sandbox/faults', body: faultIn(form), done: 'The fault is armed.' })
})
onSubmit('disturbance-form', (form) => {
  const done = 'The webhooks are disturbed from now on.'
  return press({ route: 'POST /_sandbox/disturbances', body: [disturbanceIn(form)], done })
})

async function keepRefreshing(): Promise<void> {
  if (!document.hidden) await refresh()
  setTimeout(keepRefreshing, REFRESH_MILLISECONDS)
}
void keepRefreshing()
