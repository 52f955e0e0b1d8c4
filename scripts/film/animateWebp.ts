/** A part of a film that changes: the rest of the picture stays as it was. */
export interface Frame {
  /** Where the part begins, in even pixels. */
  x: number
  y: number
  width: number
  height: number
  /** How long it shows, in milliseconds. */
  duration: number
  /** The part as a WebP file. */
  webp: Buffer
}

const chunk = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  // Chunks begin at even positions.
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** The chunks of a WebP file that have its picture. */
const pictureOf = (webp: Buffer) => {
  const chunks: Buffer[] = []
  for (let start = 12; start < webp.length;) {
    const size = webp.readUInt32LE(start + 4)
    const end = start + 8 + size + (size % 2)
    if (/^(VP8 |VP8L|ALPH)$/.test(webp.toString('latin1', start, start + 4))) chunks.push(webp.subarray(start, end))
    start = end
  }
  return Buffer.concat(chunks)
}

/**
 * Joins frames to one animated WebP file, which repeats without an end.
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export const animateWebp = (width: number, height: number, frames: readonly Frame[]): Buffer => {
  const isAnimated = 0b10
  const canvas = Buffer.alloc(10)
  canvas.writeUInt8(isAnimated)
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const parts = frames.map(({ x, y, width: partWidth, height: partHeight, duration, webp }) => {
    const head = Buffer.alloc(16)
    head.writeUIntLE(x / 2, 0, 3)
    head.writeUIntLE(y / 2, 3, 3)
    head.writeUIntLE(partWidth - 1, 6, 3)
    head.writeUIntLE(partHeight - 1, 9, 3)
    head.writeUIntLE(duration, 12, 3)
    const replaces = 0b10
    head.writeUInt8(replaces, 15)
    return chunk('ANMF', Buffer.concat([head, pictureOf(webp)]))
  })
  const content = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6)), ...parts])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
