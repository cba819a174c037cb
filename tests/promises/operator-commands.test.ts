import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openControlSocket } from '#app/operator/control-socket.ts'
import { lockDirectory } from '#platform/server/db/data-directory.ts'
import type { Log } from '#platform/server/log.ts'
import { callProgram } from '../support/app/run-program.ts'
import { startApp } from '../support/app/start-app.ts'
import { openOperatorSocket } from '../support/site/operator-socket.ts'

/**
 * What each command does and prints when it is run through the control socket of a running site.
 * tests/processes/embedded/operator-commands.test.ts tests commands as separate processes.
 */

const app = await startApp()
const site = await openOperatorSocket(app)
afterAll(async () => {
  await site.close()
  await app.close()
})

const run = (words: string[]) => callProgram(words, site.environment)
const tokenIn = (stdout: string) => /\/reset-password\/([\w-]{43})\n$/.exec(stdout)?.[1] ?? ''

const LINKS_SQL = `select account.role, account.first_name, password_reset.token_hash, password_reset.used_at,
    password_reset.expires_at - password_reset.created_at = interval '24 hours' as is_for_a_day
  from password_reset join account on account.id = account_id where account.email = $1 order by password_reset.created_at`

test('creating a staff account prints a link that appears in neither the email nor the log', async () => {
  const email = 'grace@example.org'
  const created = await run(['account', 'create', email, '--first-name', 'Grace', '--last-name', 'Hopper'])
  await app.settle()

  const token = tokenIn(created.stdout)
  expect([created.status, created.stderr]).toEqual([0, ''])
  expect(created.stdout).toContain(`${app.context.publicUrl}/reset-password/${token}\n`)
  const sentEmail = JSON.stringify(app.mails.find(({ to }) => to === email))
  expect(sentEmail).toContain(email)
  expect(site.log()).toContain('staff account created by the operator')
  for (const text of [sentEmail, site.log()]) expect(text).not.toContain(token)
  expect(site.log()).not.toContain(email)
  expect(await app.rows(LINKS_SQL, email)).toEqual([
    {
      role: 'administrator',
      first_name: 'Grace',
      token_hash: createHash('sha256').update(token).digest(),
      used_at: null,
      is_for_a_day: true,
    },
  ])

  const repeated = await run(['account', 'create', email.toUpperCase()])
  expect([repeated.status, repeated.stdout]).toEqual([1, ''])
  expect(repeated.stderr).toMatch(/^GRACE@EXAMPLE\.ORG already has a staff account \(administrator\)\./)
})

test("a member's address is refused for a staff account; a reset ends sessions and removes the second factor", async () => {
  const ada = await app.member({ email: 'ada@example.org' })
  const refused = await run(['account', 'create', ada.person.email])
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'ada@example.org already has a member account. Choose another address.\n',
  ])

  const reset = await run(['account', 'reset', ada.person.email, '--second-factor'])
  expect([reset.status, tokenIn(reset.stdout)]).toEqual([0, expect.stringMatching(/^[\w-]{43}$/)])
  expect((await ada.post('/api/auth/logout')).status).toBe(401)
  const { email, password } = ada.person
  expect((await app.visitor.post('/api/auth/login', { email, password })).status).toBe(400)
  expect((await run(['account', 'reset', 'nobody@example.org'])).stderr).toBe(
    'No account has the address nobody@example.org.\n',
  )
})

test('if an account gets two links, only the latest works', async () => {
  const email = 'carl@example.org'
  await run(['account', 'create', email, '--role', 'consultant'])
  const { stdout } = await run(['account', 'reset', email])
  const valid = await app.rows(LINKS_SQL.replace('order by', 'and password_reset.expires_at > now() order by'), email)
  expect(valid.map(({ role, token_hash }) => [role, token_hash.toString('hex')])).toEqual([
    ['consultant', createHash('sha256').update(tokenIn(stdout)).digest('hex')],
  ])
})

test('an exchange rate is set and replaced, and invalid ones are refused', async () => {
  const rate = (...words: string[]) => run(['rate', ...words])
  const set = await rate('USD', '2026-11-01', '1.31', 'HMRC monthly rate')
  expect(set).toEqual({ status: 0, stdout: 'From 2026-11-01, £1 is 1.31 USD (HMRC monthly rate).\n', stderr: '' })
  expect((await rate('USD', '2026-11-01', '1.3200', 'HMRC, corrected')).status).toBe(0)
  const wrong = [await rate('EUR', '2026-11-01', '1.2', 'HMRC'), await rate('USD', '2026-11-01', '0', 'HMRC')]
  expect(wrong.map(({ status, stderr }) => [status, stderr])).toEqual([
    [1, 'The currency must be USD.\n'],
    [1, 'Enter a rate greater than 0.\n'],
  ])
  expect(
    await app.rows('select valid_from::text, units_per_pound::text, source from exchange_rate order by 1'),
  ).toEqual([
    { valid_from: '2000-01-01', units_per_pound: '1.30', source: 'Placeholder: enter HMRC’s rate' },
    { valid_from: '2026-11-01', units_per_pound: '1.3200', source: 'HMRC, corrected' },
  ])
})

test('an archive is readable only by its owner and never overwrites a file', async () => {
  const archive = (file: string, from = '2026-04-01') =>
    run(['archive', from, '2026-06-30', join(site.directory, file)])
  const { status, stdout, stderr } = await archive('one.zip')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Saved 0 documents, with tables of their figures, in .+one\.zip\.\n$/)
  expect((await stat(join(site.directory, 'one.zip'))).mode & 0o777).toBe(0o600)
  await writeFile(join(site.directory, 'two.zip'), '')
  const refused = [
    await archive('two.zip'),
    await archive('no-such-folder/three.zip'),
    await archive('four.zip', '2026-07-01'),
  ]
  expect(refused.map(({ status, stderr }) => [status, stderr])).toEqual([
    [1, expect.stringContaining('two.zip already exists. Choose another name.')],
    [1, expect.stringMatching(/^Can’t write to .*three\.zip \(ENOENT\)\./)],
    [1, 'The last day can’t be before the first.\n'],
  ])
})

test('the audit check reports an intact log, and names an entry that was altered', async () => {
  const intact = await run(['audit', 'check'])
  expect([intact.status, intact.stderr]).toEqual([0, ''])
  expect(intact.stdout).toMatch(/^The audit log is intact: \d+ entries\. Its last seal is [\da-f]{64}\.\n$/)
  const { entries, lastSeal } = JSON.parse((await run(['audit', 'check', '--json'])).stdout)
  expect(intact.stdout).toContain(`${entries} entries. Its last seal is ${lastSeal}.`)

  const [{ id }] = await app.rows('select id from audit_entry limit 1')
  await app.rows('alter table audit_entry disable trigger user')
  await app.rows("update audit_entry set action = 'story.created' where id = $1", id)
  await app.rows('alter table audit_entry enable trigger user')
  const { status, stdout, stderr } = await run(['audit', 'check'])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    new RegExp(`^The audit log was changed outside the site: entry \\d+ altered \\(${id}\\)\\. See `),
  )
})

test('reconcile reports that the books agree', async () => {
  const { status, stdout, stderr } = await callProgram(['reconcile'], site.environment)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Open purchases checked: 0. Completed: 0. Cancelled: 0. Failed: 0.')
  expect(stdout).toContain('Everything matches. There’s nothing to check.')
})

test('--json prints one line of JSON', async () => {
  const runJson = async (line: string) => {
    const { status, stdout, stderr } = await run([...line.split(' '), '--json'])
    expect([status, stderr, stdout.split('\n').length]).toEqual([0, '', 2])
    return JSON.parse(stdout)
  }
  expect(await runJson('account create joan@example.org')).toEqual({
    url: expect.stringMatching(/\/reset-password\/[\w-]{43}$/),
    expiresAt: expect.stringMatching(/Z$/),
  })
  expect(await runJson('reconcile')).toMatchObject({
    done: { purchases: { failed: 0 }, events: { failed: 0 }, openAnomalies: 0 },
    errorsLogged: 0,
  })
})

test('malformed requests are refused, and the next command still works', async () => {
  for (const line of ['', 'create-account', '{}', '[]', '{"command":"constructor","arguments":{}}'])
    expect(JSON.parse(await send(`${line}\n`))).toEqual({ success: false, message: expect.any(String) })
  const wrongRole = { email: 'a@b.org', role: 'member', firstName: 'A', lastName: 'B' }
  const call = { command: 'create-account', arguments: wrongRole }
  expect(JSON.parse(await send(`${JSON.stringify(call)}\n`)).success).toBe(false)
  expect(await send('x'.repeat(100_000))).toBe('')
  expect(await callProgram(['move-files'], site.environment)).toEqual({
    status: 0,
    stdout: 'Files moved to the database: 0. Already there: 0. Not moved: 0.\n',
    stderr: '',
  })
})

test('if the socket path is too long, the site starts without a socket and the command says what to do', async () => {
  const directory = join(site.directory, 'a'.repeat(100))
  const warnings: unknown[] = []
  const log = { ...app.context.log, warn: (line: unknown) => void warnings.push(line) } as Log
  await openControlSocket({ directory, run: () => Promise.reject(new Error('The socket is not open')), log })
  expect(warnings).toEqual(['no control socket on this system: stop the site before running commands'])
  const unlock = lockDirectory(directory)
  onTestFinished(unlock)
  const { status, stderr } = await callProgram(['account', 'create', 'a@b.org'], { DATA_DIR: directory })
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('is in use by another process of this site. Stop that process first'),
  ])
})

async function send(text: string): Promise<string> {
  const socket = createConnection(site.socket)
  let answer = ''
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk
  })
  socket.end(text)
  await once(socket, 'close')
  return answer
}

const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_any',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_any',
  STRIPE_WEBHOOK_SECRET: 'whsec_any',
  EMBEDDED_DATABASE: 'allow',
  BACKUP_UNENCRYPTED: 'allow',
}

test.each<[line: string, sentence: string | RegExp, environment?: Record<string, string>]>([
  ['', /^Choose a command: start, dev, .*, completion\. See futureworld --help\.\n$/],
  ['publish a@b.org', "Unknown command 'publish'. See futureworld --help.\n"],
  ['bakup', "Unknown command 'bakup'. Did you mean backup? See futureworld --help.\n"],
  ['--colour backup', "Unknown option '--colour'. See futureworld --help.\n"],
  ['account', 'Choose a command: create, reset. See futureworld account --help.\n'],
  ['account create', "Missing required argument 'email'. See futureworld account create --help.\n"],
  [
    'account create a@b.org c@d.org',
    /^Too many arguments for 'create'\. .* See futureworld account create --help\.\n$/,
  ],
  ['account create nobody', 'Email is invalid.\n'],
  ['account create a@b.org --role member', 'The role must be administrator or consultant.\n'],
  ['account create a@b.org --first-name A\nB', 'Remove line breaks and invisible characters.\n'],
  ['backup', 'Name the backup file. See futureworld backup --help.\n'],
  ['backup /nowhere/a', 'There’s no database in /nowhere. Set DATA_DIR to the directory that holds it.\n'],
  [
    'backup --new-key /nowhere/k',
    '/nowhere/k can’t be written to (ENOENT). Check the folder, its owner and the space on its disk.\n',
  ],
  [
    'backup --new-key package.json/k',
    /package\.json\/k can’t be written to \(ENOTDIR\)\. Check the folder, its owner and the space on its disk\.\n/,
  ],
  ['restore', 'Name a backup, or use --in-place. See futureworld restore --help.\n'],
  ['restore a --in-place --without-ledger', 'Name a backup, or use --in-place. See futureworld restore --help.\n'],
  [
    'restore a',
    'Name the ledger (--ledger <file>), or use --without-ledger if there’s none. See futureworld restore --help.\n',
  ],
  [
    'restore a --ledger l --without-ledger',
    /^Option '--without-ledger' cannot be used with option '--ledger <file>'\./,
  ],
  ['restore /nowhere/a --without-ledger', 'The backup /nowhere/a can’t be read (ENOENT).\n'],
  ['restore a --ledger /nowhere/l', 'The ledger /nowhere/l can’t be read (ENOENT).\n'],
  ['restore src --without-ledger', /The backup .*src can’t be read \(EISDIR\)\./],
  ['restore package.json --without-ledger', /The file .*package.json isn’t a backup, or it’s been damaged or changed/],
  ['restore drill --from /nowhere/a', 'The backup /nowhere/a can’t be read (ENOENT).\n'],
  ['restore drill --key k', '--key opens the backup in --from, but --from is missing.\n'],
  ['move-to-postgres', 'Set DATABASE_URL to the empty PostgreSQL database to move the data to.\n'],
  ['move-files', /^FILES_STORE is a bucket\. Set S3_REGION/, { FILES_STORE: 's3://uploads' }],
  ['check-stripe', /^Set the payment provider’s three test keys/],
  ['check-stripe', 'These are live keys, so the check would charge a card. Set test keys instead.\n', liveKeys],
])('futureworld %s is refused, and the error says what is wrong', async (line, message, environment = {}) => {
  const words = line.split(' ').filter(Boolean)
  const { status, stdout, stderr } = await callProgram(words, { DATA_DIR: '/nowhere', ...environment })
  expect([status, stdout]).toEqual([1, ''])
  if (typeof message === 'string') expect(stderr).toBe(message)
  else expect(stderr).toMatch(message)
})
