import type { Page } from 'playwright'
import { animateWebp, type Frame } from './animateWebp.ts'

/** The part of a picture that differs from the one before it, as WebP. `undefined` if nothing has changed. */
const encodeChange = (
  encoder: Page,
  png: Buffer,
  before: Buffer | undefined,
): Promise<{ x: number; y: number; width: number; height: number; url: string } | undefined> =>
  encoder.evaluate(
    async (sources) => {
      const [picture, last] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image()
          image.src = `data:image/png;base64,${source}`
          await image.decode()
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
          const context = canvas.getContext('2d', { alpha: false })
          context?.drawImage(image, 0, 0)
          return {
            canvas,
            pixels: new Uint32Array(
              context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? new ArrayBuffer(),
            ),
          }
        }),
      )
      if (!picture) throw new Error('There is no picture.')
      const { width, height } = picture.canvas
      let [left, top, right, bottom] = last ? [width, height, 0, 0] : [0, 0, width, height]
      if (last)
        picture.pixels.forEach((pixel, index) => {
          if (pixel === last.pixels[index]) return
          const [x, y] = [index % width, Math.floor(index / width)]
          left = Math.min(left, x)
          right = Math.max(right, x + 1)
          top = Math.min(top, y)
          bottom = Math.max(bottom, y + 1)
        })
      if (right <= left) return undefined
      // A frame begins at even pixels.
      left -= left % 2
      top -= top % 2
      const part = document.createElement('canvas')
      part.width = right - left
      part.height = bottom - top
      part.getContext('2d', { alpha: false })?.drawImage(picture.canvas, -left, -top)
      return { x: left, y: top, width: part.width, height: part.height, url: part.toDataURL('image/webp', 0.7) }
    },
    [png, before].flatMap((each) => (each ? [each.toString('base64')] : [])),
  )

/** Records a page as a film: one picture after another, of which only what changes is stored. */
export const createRecorder = (page: Page, encoder: Page) => {
  const frames: Frame[] = []
  let last: Buffer | undefined
  let pointer = { x: 0, y: 0 }

  /** Shows what the page shows now, for some milliseconds. */
  const show = async (duration: number) => {
    const png = await page.screenshot({ caret: 'hide' })
    const change = await encodeChange(encoder, png, last)
    last = png
    const before = frames.at(-1)
    if (!change && before) before.duration += duration
    if (!change) return
    const { url, ...part } = change
    frames.push({ ...part, duration, webp: Buffer.from(url.split(',')[1] ?? '', 'base64') })
  }

  /** Moves the pointer, which a screenshot would not have. */
  const moveTo = async (x: number, y: number) => {
    const steps = Math.max(1, Math.round(Math.hypot(x - pointer.x, y - pointer.y) / 60))
    const start = pointer
    for (let step = 1; step <= steps; step++) {
      // Slow at both ends, as a hand is.
      const way = (1 - Math.cos((step / steps) * Math.PI)) / 2
      pointer = { x: start.x + (x - start.x) * way, y: start.y + (y - start.y) * way }
      await page.mouse.move(pointer.x, pointer.y)
      await page.evaluate((at) => {
        const id = 'film-pointer'
        const existing = document.getElementById(id)
        const element = existing ?? document.createElement('div')
        element.id = id
        element.style.cssText = `position:fixed;left:${at.x}px;top:${at.y}px;z-index:2147483647;pointer-events:none`
        if (!existing)
          element.innerHTML =
            '<svg width="20" height="20" viewBox="0 0 20 20"><path d="M2 1v15l4-3.6 2.4 5.7 2.8-1.2-2.4-5.5h5.4z" fill="#111" stroke="#fff" stroke-width="1.2"/></svg>'
        // Above the panel, which is in the top layer.
        element.popover = 'manual'
        element.style.cssText += ';margin:0;padding:0;border:0;background:none;overflow:visible'
        document.body.append(element)
        element.showPopover()
      }, pointer)
      await show(40)
    }
  }

  return {
    show,
    moveTo,
    end: (width: number, height: number): Buffer => animateWebp(width, height, frames),
  }
}
