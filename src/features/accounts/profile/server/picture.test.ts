import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

const save = (member: Member, image: Buffer | string) =>
  member.send('PUT', '/api/account/picture', { image: typeof image === 'string' ? image : image.toString('base64') })
const getAddress = async (member: Member) => (await member.get('/api/auth/me')).body.data.user.profilePicture

/** The raw file, because the test client parses responses as text. */
const fetchFile = (member: { token: string }, address: string) =>
  app.app.inject({ url: address, headers: { authorization: `Bearer ${member.token}` } })

const red = { r: 200, g: 20, b: 20 }
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } })

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s picture is converted to a WebP square of 512 pixels',
  async (format) => {
    const ada = await app.quickMember()
    const { status, body } = await save(ada, await blank(900, 600).toFormat(format).toBuffer())
    expect([status, body.message]).toEqual([200, 'Picture saved.'])
    const address = body.data.user.profilePicture
    expect(address).toMatch(/^\/api\/account\/picture\?v=[\w-]{22}$/)
    expect(await getAddress(ada)).toBe(address)
    expect((await ada.get('/api/account')).body.data.profilePicture).toBe(address)

    const answer = await fetchFile(ada, address)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400',
      vary: 'authorization',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  },
)

test('EXIF data is removed and the orientation is applied', async () => {
  const ada = await app.quickMember()
  // The top half is red, the bottom half blue, and the EXIF orientation is 90 degrees.
  const upper = await blank(400, 200).png().toBuffer()
  const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: { r: 20, g: 20, b: 200 } } })
    .composite([{ input: upper, top: 0, left: 0 }])
    .withExif({
      IFD0: { Model: 'Canary camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(photo.includes('Canary camera')).toBe(true)
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() })

  await save(ada, photo)

  const { rawPayload } = await fetchFile(ada, await getAddress(ada))
  expect(rawPayload.includes('Canary camera')).toBe(false)
  const { exif, xmp, orientation } = await sharp(rawPayload).metadata()
  expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined])
  // Rotated by 90 degrees, the red half is on the right.
  const colourAt = async (left: number) => {
    const pixel = await sharp(rawPayload).extract({ left, top: 256, width: 1, height: 1 }).raw().toBuffer()
    return (pixel[0] ?? 0) > (pixel[2] ?? 0) ? 'red' : 'blue'
  }
  expect([await colourAt(50), await colourAt(460)]).toEqual(['blue', 'red'])
})

test('an animated picture keeps only its first frame', async () => {
  const ada = await app.quickMember()
  const frames = [await blank(40, 40).png().toBuffer(), await blank(40, 40).negate().png().toBuffer()]
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2)
  expect((await save(ada, animation)).status).toBe(200)
  const { rawPayload } = await fetchFile(ada, await getAddress(ada))
  expect((await sharp(rawPayload).metadata()).pages).toBeUndefined()
})

const jpeg = await blank(900, 600).jpeg().toBuffer()
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

test.each([
  ['an SVG drawing with a script', Buffer.from(svg)],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF document', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
  ['a truncated picture', jpeg.subarray(0, jpeg.length / 2)],
  ['a TIFF', await blank(9, 9).tiff().toBuffer()],
  ['noise', Buffer.alloc(5_000, 7)],
])('rejects %s with a message and keeps the previous picture', async (_, file) => {
  const ada = await app.quickMember()
  const { body } = await save(ada, await blank(50, 50).png().toBuffer())
  const refused = await save(ada, file)
  expect([refused.status, refused.body.code]).toEqual([400, 'not-a-picture'])
  expect(await getAddress(ada)).toBe(body.data.user.profilePicture)
})

test('rejects a small file that decodes to a huge picture', async () => {
  const ada = await app.quickMember()
  const bomb = await blank(8_000, 8_000).png().toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  const { status, body } = await save(ada, bomb)
  expect([status, body.code]).toEqual([400, 'too-many-pixels'])
})

test.each([
  ['', 'Choose a picture'],
  ['not base64!', 'Choose a picture'],
])('rejects %j as a picture', async (image, message) => {
  const ada = await app.quickMember()
  const { status, body } = await save(ada, image)
  expect([status, body.errors]).toEqual([400, { image: message }])
})

test('only pictures may exceed the default body limit, up to 5 MB', async () => {
  const ada = await app.quickMember()
  const maxImage = 'A'.repeat(4 * Math.ceil(5_000_000 / 3))
  expect((await save(ada, maxImage)).body.code).toBe('not-a-picture')
  expect((await save(ada, `${maxImage}AAAA`)).body.errors).toEqual({ image: 'Choose a picture no larger than 5 MB' })
  expect((await save(ada, `${maxImage}${'A'.repeat(2_000)}`)).status).toBe(413)
  expect((await ada.send('PATCH', '/api/account', { firstName: 'A'.repeat(70_000) })).status).toBe(413)
})

test('a picture is visible only to its member, and a new picture has a new address', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const firstAddress = (await save(ada, await blank(50, 50).png().toBuffer())).body.data.user.profilePicture
  const secondAddress = (await save(ada, await blank(60, 60).png().toBuffer())).body.data.user.profilePicture
  expect(secondAddress).not.toBe(firstAddress)
  expect((await fetchFile(ada, firstAddress)).headers['cache-control']).toBe('no-store')
  expect((await grace.get(secondAddress)).status).toBe(404)
  expect((await app.visitor.get(secondAddress)).status).toBe(401)

  await grace.send('DELETE', '/api/account/picture')
  expect((await fetchFile(ada, secondAddress)).statusCode).toBe(200)
  const { body } = await ada.send('DELETE', '/api/account/picture')
  expect(body.data.user.profilePicture).toBeNull()
  expect((await ada.get(secondAddress)).status).toBe(404)
  expect((await ada.send('DELETE', '/api/account/picture')).status).toBe(200)
})

test('each member can upload 20 pictures an hour', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  for (let count = 0; count < 20; count += 1) expect((await save(ada, 'AAAA')).status).toBe(400)
  expect((await save(ada, 'AAAA')).status).toBe(429)
  expect((await save(grace, 'AAAA')).status).toBe(400)
})
