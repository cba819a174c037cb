/** Pixels: more than the server keeps, so that it has something to choose from. */
const LONGEST_SIDE = 1_024

/**
 * A picture small enough to be sent in a moment, upright, by the browser's own means.
 * @throws where the browser cannot read the file
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    const keep = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn')))
    // A browser that cannot write WebP writes PNG.
    canvas.toBlob(keep, 'image/webp', 0.9)
  })
}

export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8_192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  }
  return btoa(text)
}
