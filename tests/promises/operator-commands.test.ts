import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { runAdmin } from '../support/run-admin.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

const wanted = { email: 'grace@example.org', first: 'Grace', last: 'Hopper' }
const createGrace = ['create', wanted.email, '--first-name', wanted.first, '--last-name', wanted.last]

async function newFolder(prefix = 'futureworld-operator-') {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function post(site: RunningSite, path: string, body: object, token?: string) {
  const response = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** A member with a session, on a running site. */
async function registerAda(site: RunningSite) {
  const login = { email: 'ada@example.org', password: 'a long enough password' }
  const person = { ...login, firstName: 'Ada', lastName: 'Lovelace', mobile: '+447700900123' }
  expect((await post(site, '/api/auth/register', person)).status).toBe(200)
  return { login, token: (await post(site, '/api/auth/login', login)).body.data.token as string }
}

/** What stands in the data of a site that has stopped. */
async function rowsIn(directory: string, sql: string, ...values: unknown[]) {
  const database = await openDatabase({ directory })
  try {
    return (await database.pool.query(sql, values)).rows
  } finally {
    await database.close()
  }
}

const linksOf = `select account.role, account.first_name, password_reset.token_hash, password_reset.used_at,
    password_reset.expires_at - password_reset.created_at = interval '24 hours' as is_for_a_day
  from password_reset join account on account.id = account_id where account.email = $1 order by password_reset.created_at`

test('while the site runs, its own process makes the account: a link, a letter, a line in the log', async () => {
  const directory = await newFolder()
  await using site = await startSite({ directory, environment: { LOG_LEVEL: 'info' } })

  const { status, stdout, stderr, token } = await runAdmin(createGrace, { DATA_DIR: directory })

  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`${site.url}/reset-password/${token}\n`)
  await expect.poll(async () => (await site.mails()).join(), { timeout: 20_000 }).toContain(wanted.email)
  const [letter = ''] = (await site.mails()).filter((mail) => mail.includes(wanted.email))
  expect(site.output()).toContain('the operator made an account of staff')
  for (const text of [letter, site.output()]) expect(text).not.toContain(token)
  expect(site.output()).not.toContain(wanted.email)

  const again = await runAdmin(['create', wanted.email.toUpperCase()], { DATA_DIR: directory })
  expect([again.status, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toMatch(/^GRACE@EXAMPLE\.ORG has an account already, as staff \(administrator\)\./)

  expect(await site.stop()).toBe(0)
  expect(await rowsIn(directory, linksOf, wanted.email)).toEqual([
    {
      role: 'administrator',
      first_name: 'Grace',
      token_hash: createHash('sha256').update(token).digest(),
      used_at: null,
      is_for_a_day: true,
    },
  ])
})

test("a member's address does not become staff's, and a reset ends what was open, also the second factor", async () => {
  await using site = await startSite()
  const environment = { DATA_DIR: site.data }
  const { login, token } = await registerAda(site)

  const refused = await runAdmin(['create', login.email], environment)
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'ada@example.org has an account already, as a member. Choose another address.\n',
  ])

  const reset = await runAdmin(['reset', login.email, '--second-factor'], environment)
  expect([reset.status, reset.token]).toEqual([0, expect.stringMatching(/^[\w-]{43}$/)])
  expect((await post(site, '/api/auth/logout', {}, token)).status).toBe(401)
  expect((await post(site, '/api/auth/login', login)).status).toBe(400)
})

test('without a running site the command opens the data itself, an empty directory too', async () => {
  const directory = await newFolder()
  const environment = { DATA_DIR: directory, PUBLIC_URL: 'https://futureworld.example', PAYMENTS_MODE: 'sandbox' }

  const made = await runAdmin(['create', 'carl@example.org', '--role', 'consultant'], environment)
  const reset = await runAdmin(['reset', 'carl@example.org'], environment)

  expect([made.status, reset.status]).toEqual([0, 0])
  expect(made.stdout).toContain(`https://futureworld.example/reset-password/${made.token}\n`)
  // The line for the log, which no site writes.
  expect(made.stderr).toContain('the operator made an account of staff')
  expect(made.stderr).not.toContain(made.token)
  const links = await rowsIn(
    directory,
    `${linksOf.replace('order by', 'and password_reset.expires_at > now() order by')}`,
    'carl@example.org',
  )
  expect(links.map(({ role, token_hash }) => [role, token_hash.toString('hex')])).toEqual([
    ['consultant', createHash('sha256').update(reset.token).digest('hex')],
  ])
})

test('the socket is for its owner alone, silly lines are refused, and what a kill left is replaced', async () => {
  const directory = await newFolder()
  const socket = join(directory, 'control.sock')
  const first = await startSite({ directory })
  expect((await stat(socket)).mode & 0o777).toBe(0o600)
  for (const line of ['', 'create-account', '{}', '[]', '{"command":"constructor","arguments":{}}']) {
    expect(JSON.parse(await say(socket, `${line}\n`))).toEqual({ success: false, message: expect.any(String) })
  }
  const wrongRole = {
    command: 'create-account',
    arguments: { email: 'a@b.org', role: 'member', firstName: 'A', lastName: 'B' },
  }
  expect(JSON.parse(await say(socket, `${JSON.stringify(wrongRole)}\n`)).success).toBe(false)
  await say(socket, 'x'.repeat(100_000))
  await first.kill()
  expect((await stat(socket)).isSocket()).toBe(true)

  const alone = await runAdmin(createGrace, { DATA_DIR: directory })
  expect(alone.status).toBe(0)

  await using second = await startSite({ directory })
  expect((await stat(socket)).mode & 0o777).toBe(0o600)
  expect((await runAdmin(['reset', wanted.email], { DATA_DIR: directory })).stderr).toBe('')
  // Somebody who connected and says nothing does not keep the site from stopping.
  const silent = createConnection(socket)
  silent.on('error', () => {})
  await once(silent, 'connect')
  expect(await second.stop()).toBe(0)
  await expect(stat(socket)).rejects.toThrow('ENOENT')
})

test('where a path is too long for a socket, the site runs without and the command says what to do', async () => {
  const directory = join(await newFolder(), 'a'.repeat(100))
  await using site = await startSite({ directory })
  await expect.poll(site.output).toContain('no control socket here')
  const { status, stderr } = await runAdmin(createGrace, { DATA_DIR: directory })
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('is in use by another process of this site. Stop that one first'),
  ])
})

test.each([
  [[], 'Say what to do: create, reset, rate or archive.'],
  [['remove', 'a@b.org'], 'There is no command "remove".'],
  [['create'], 'Say whose account, by an e-mail address.'],
  [['create', 'a@b.org', 'c@d.org'], 'One account at a time: "c@d.org" is too much.'],
  [['create', 'a@b.org', '--colour', 'red'], "Unknown option '--colour'."],
  [['create', 'a@b.org', '--role'], "Option '--role <value>' argument missing."],
  [['create', 'a@b.org', '--second-factor'], '--second-factor belongs to reset.'],
  [['reset', 'a@b.org', '--role', 'consultant'], '--role belongs to create.'],
  [['rate', 'USD', '2026-11-01', '1.31'], 'Say currency, first day, rate and source, the source in quotation marks.'],
  [
    ['rate', 'USD', '2026-11-01', '1.31', 'HMRC', 'rate'],
    'Say currency, first day, rate and source, the source in quotation marks.',
  ],
  [['archive', '2026-04-01', '2026-06-30'], 'Say first day, last day and file.'],
  [['archive', '2026-04-01', '2026-06-30', 'a.zip', '--role', 'consultant'], '--role belongs to accounts.'],
])('%j is refused with a sentence', async (given, sentence) => {
  const { status, stdout, stderr } = await runAdmin(given)
  expect([status, stdout, stderr]).toEqual([1, '', `${sentence} See npm run admin -- --help.\n`])
})

test('a wrong address, role, name or account is said in a sentence', async () => {
  const environment = { DATA_DIR: await newFolder(), LOG_LEVEL: 'warn' }
  const sentences = [
    await runAdmin(['create', 'nobody'], environment),
    await runAdmin(['create', 'a@b.org', '--role', 'member'], environment),
    await runAdmin(['create', 'a@b.org', '--first-name', 'A\nB'], environment),
    await runAdmin(['reset', 'nobody@example.org'], environment),
  ].map(({ status, stderr }) => [status, stderr])
  expect(sentences).toEqual([
    [1, 'Email is invalid.\n'],
    [1, 'The role must be administrator or consultant.\n'],
    [1, 'Please remove line breaks and characters that cannot be seen.\n'],
    [1, 'Nobody has an account with the address nobody@example.org.\n'],
  ])
})

test('the operator sets a rate of exchange and writes an archive while the site runs', async () => {
  const directory = await newFolder()
  const environment = { DATA_DIR: directory, LOG_LEVEL: 'warn' }
  const rate = ['rate', 'USD', '2026-11-01', '1.31', 'HMRC monthly rate']
  const archive = (file: string) => ['archive', '2026-04-01', '2026-06-30', join(directory, file)]
  await using _site = await startSite({ directory })
  const running = [await runAdmin(rate, environment), await runAdmin(archive('one.zip'), environment)]
  expect(running.map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ])
  expect(running[0]?.stdout).toBe('From 2026-11-01 a pound is 1.31 USD (HMRC monthly rate).\n')
  expect(running[1]?.stdout).toMatch(/^0 papers and the tables of their figures are in .+one\.zip\.\n$/)
  expect((await stat(join(directory, 'one.zip'))).mode & 0o777).toBe(0o600)
})

test('a rate and an archive that are wrong are refused in a sentence, and a rate is replaced', async () => {
  const directory = await newFolder()
  const environment = { DATA_DIR: directory, LOG_LEVEL: 'warn' }
  const archive = (file: string) => ['archive', '2026-04-01', '2026-06-30', join(directory, file)]
  await writeFile(join(directory, 'one.zip'), '')
  const stopped = [
    await runAdmin(['rate', 'USD', '2026-11-01', '1.3200', 'HMRC, corrected'], environment),
    await runAdmin(archive('one.zip'), environment),
    await runAdmin(archive('no-such-folder/two.zip'), environment),
    await runAdmin(['archive', '2026-06-30', '2026-04-01', 'three.zip'], environment),
    await runAdmin(['rate', 'EUR', '2026-11-01', '1.2', 'HMRC'], environment),
    await runAdmin(['rate', 'USD', '2026-11-01', '0', 'HMRC'], environment),
  ]
  expect(stopped.map(({ status, stderr }) => [status, stderr.split('\n').at(-2) ?? ''])).toEqual([
    [0, ''],
    [1, expect.stringContaining('one.zip already. Choose another name.')],
    [1, expect.stringContaining('two.zip cannot be written (ENOENT).')],
    [1, 'The first day must not be after the last.'],
    [1, 'The currency must be USD.'],
    [1, 'The rate must be more than nothing.'],
  ])
  expect(
    await rowsIn(directory, 'select valid_from::text, units_per_pound::text, source from exchange_rate order by 1'),
  ).toEqual([
    { valid_from: '2000-01-01', units_per_pound: '1.30', source: 'Placeholder: enter the rate of HMRC' },
    { valid_from: '2026-11-01', units_per_pound: '1.3200', source: 'HMRC, corrected' },
  ])
})

test('help is printed, and nothing is opened for it', async () => {
  const { status, stdout, stderr } = await runAdmin(['--help'], { DATA_DIR: '/nowhere' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('npm run admin -- create <email>')
})

async function say(path: string, text: string): Promise<string> {
  const socket = createConnection(path)
  let answer = ''
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk
  })
  socket.end(text)
  await once(socket, 'close')
  return answer
}
