/** In pixels, more than the server keeps, so that it can crop. */
const MAX_SIDE = 1_024

/**
 * Shrinks a picture in the browser so that it uploads quickly, and applies the picture's orientation.
 * @throws Error if the browser cannot read the file
 */
export async function resizeImage(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    const onBlob = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The resized picture couldn’t be encoded'))
    // Browsers that cannot write WebP write PNG.
    canvas.toBlob(onBlob, 'image/webp', 0.9)
  })
}

export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In chunks, because a call's number of arguments is limited.
  for (let start = 0; start < bytes.length; start += 8_192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  }
  return btoa(text)
}
